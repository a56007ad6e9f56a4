/** Pages of one kind of change, with what changed on them, before and after. */
import { SearchX } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ComparedPageResponse } from '#shared/api/comparison.ts'
import { pageFields } from '#shared/changes.ts'
import { indexabilities, indexabilityLabels } from '#shared/indexability.ts'
import { hrefTo } from '#shared/routes.ts'
import { HttpStatus } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { LongCrawledText } from '../../components/crawled-text.tsx'
import { Fetched } from '../../components/fetch-states.tsx'
import { formatKilobytes, formatNumber } from '../../components/format.ts'
import { Pagination } from '../../components/pagination.tsx'
import { Sheet } from '../../components/sheet.tsx'
import { EmptyState } from '../../components/states.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../components/table.tsx'
import { UrlText } from '../../components/url-text.tsx'
import { useComparedPages } from '../../queries/comparison.ts'
import { commonOrigin, type ListProps } from './changed-issues.tsx'

const TextChanges = lazy(() => import('./text-changes.tsx').then(part => ({ default: part.TextChanges })))

interface OpenText {
  url: string
  earlierUrl: string
}

export function ChangedPages({
  compared,
  comparison,
  filter,
  paging,
}: ListProps<Parameters<typeof useComparedPages>[1]>) {
  const changed = useComparedPages(compared, filter)
  const [openText, setOpenText] = useState<OpenText | null>(null)
  return (
    <Fetched query={changed} what="Failed to fetch pages" message="Loading pages..." rows={10}>
      {({ pages, totalCount }) =>
        totalCount === 0 ? (
          <EmptyState icon={SearchX} title="No pages found" description="No page of the crawls has changed so." />
        ) : (
          <>
            <Table label="Pages that changed">
              <TableHead>
                <TableRow>
                  <TableHeaderCell className="w-[38%]">URL</TableHeaderCell>
                  <TableHeaderCell className="w-24">Status</TableHeaderCell>
                  <TableHeaderCell>What changed</TableHeaderCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {pages.map(page => (
                  <PageRow
                    key={`${page.earlierUrl} ${page.url}`}
                    page={page}
                    comparison={comparison}
                    onOpenText={setOpenText}
                  />
                ))}
              </TableBody>
            </Table>
            <Pagination {...paging} total={totalCount} />
            <Sheet
              isOpen={openText !== null}
              onOpen={() => setOpenText(null)}
              title="Changes of the main text"
              description={openText?.url}
            >
              {openText && (
                <Suspense fallback={null}>
                  <TextChanges compared={compared} page={openText} />
                </Suspense>
              )}
            </Sheet>
          </>
        )
      }
    </Fetched>
  )
}

interface PageRowProps {
  page: ComparedPageResponse
  comparison: ListProps<unknown>['comparison']
  onOpenText: (page: OpenText) => void
}

function PageRow({ page, comparison, onOpenText }: PageRowProps) {
  const { earlier, later } = comparison
  const origin = commonOrigin(comparison)
  const { url, earlierUrl, statusCode, earlierStatusCode, redirectUrl, fields } = page
  const isInBoth = url !== null && earlierUrl !== null
  const insights = ({ websiteId, crawlId }: typeof later, of: string) =>
    hrefTo('page-insights', websiteId, { url: of, crawl: crawlId })
  // Where a page went is known to the later crawl, what it was to the earlier one.
  const isOfEarlier = page.change === 'redirected' || page.change === 'removed' || page.change === 'not-crawled'
  const shown = isOfEarlier ? earlierUrl : url
  return (
    <TableRow className="align-top">
      <TableCell label="URL" className="md:max-w-0">
        {shown !== null && (
          <UrlText url={shown} href={insights(isOfEarlier ? earlier : later, shown)} origin={origin} />
        )}
        {page.change === 'moved' && earlierUrl !== null && (
          <span className="mt-1 block text-ink-muted text-xs">
            before: <UrlText url={earlierUrl} href={insights(earlier, earlierUrl)} origin={origin} hasActions={false} />
          </span>
        )}
      </TableCell>
      <TableCell label="Status">
        {statusCode === null ? (
          <span className="text-ink-muted">{earlierStatusCode === null ? '–' : 'Not requested'}</span>
        ) : (
          <HttpStatus status={statusCode} />
        )}
      </TableCell>
      <TableCell label="What changed">
        {redirectUrl !== null && (
          <p>
            Redirects to <UrlText url={redirectUrl} origin={origin} hasActions={false} />
          </p>
        )}
        {fields.length > 0 && (
          <dl className="space-y-1.5">
            {fields.map(({ field, earlier: before, later: after }) => (
              <div key={field}>
                <dt className="text-ink-muted text-xs">{pageFields[field]}</dt>
                <dd className="break-words">
                  {field === 'text' ? (
                    isInBoth && (
                      <Button size="small" onClick={() => onOpenText({ url, earlierUrl })}>
                        Show text changes
                      </Button>
                    )
                  ) : (
                    <>
                      <del className="text-ink-muted">
                        <Value field={field} value={before} />
                      </del>{' '}
                      <span aria-hidden>→</span>{' '}
                      <ins className="no-underline">
                        <Value field={field} value={after} />
                      </ins>
                    </>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )}
        {fields.length === 0 && redirectUrl === null && <span className="text-ink-muted">–</span>}
      </TableCell>
    </TableRow>
  )
}

type FieldRow = ComparedPageResponse['fields'][number]

function Value({ field, value }: { field: FieldRow['field']; value: FieldRow['later'] }) {
  if (value === null || value === '') return <span className="italic">none</span>
  if (field === 'size' && typeof value === 'number') return <span className="figures">{formatKilobytes(value)}</span>
  if (typeof value === 'number') return <span className="figures">{formatNumber(value)}</span>
  const reason = field === 'indexability' ? indexabilities.find(each => each === value) : undefined
  return <LongCrawledText text={reason ? indexabilityLabels[reason] : value} />
}
