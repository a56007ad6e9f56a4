/** Issues of one kind of change. They are those of the crawl that has them, and are opened there. */
import { SearchX } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { ComparisonHead } from '#shared/api/comparison.ts'
import { hrefTo } from '#shared/routes.ts'
import { SeverityBadge } from '../../components/badge.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { Fetched } from '../../components/fetch-states.tsx'
import { formatNumber } from '../../components/format.ts'
import { Pagination } from '../../components/pagination.tsx'
import { EmptyState } from '../../components/states.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../components/table.tsx'
import { originOf, UrlText } from '../../components/url-text.tsx'
import { type ComparedCrawls, useComparedIssues } from '../../queries/comparison.ts'

/** Of both crawls, where it is one: it stands in the title of the screen. */
export function commonOrigin({ earlier, later }: ComparisonHead): string | undefined {
  const origin = originOf(later.url)
  return origin === originOf(earlier.url) ? origin : undefined
}

export interface ListProps<Filter> {
  compared: ComparedCrawls
  comparison: ComparisonHead
  filter: Filter
  paging: Omit<ComponentProps<typeof Pagination>, 'total'>
}

export function ChangedIssues({
  compared,
  comparison,
  filter,
  paging,
}: ListProps<Parameters<typeof useComparedIssues>[1]>) {
  const changed = useComparedIssues(compared, filter)
  const { websiteId, crawlId } =
    filter.change === 'new' || filter.change === 'unchanged' ? comparison.later : comparison.earlier
  return (
    <Fetched query={changed} what="Failed to fetch issues" message="Loading issues..." rows={10}>
      {({ issues, totalCount }) =>
        totalCount === 0 ? (
          <EmptyState icon={SearchX} title="No issues found" description="No issue of the crawls has changed so." />
        ) : (
          <>
            <Table label="Issues that changed">
              <TableHead>
                <TableRow>
                  <TableHeaderCell className="w-32">Severity</TableHeaderCell>
                  <TableHeaderCell>Issue</TableHeaderCell>
                  <TableHeaderCell className="w-[42%]">URL</TableHeaderCell>
                  <TableHeaderCell className="w-20 md:text-right">Pages</TableHeaderCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {issues.map(({ id, severity, message, checkId, pageUrl, affectedCount }) => (
                  <TableRow key={id}>
                    <TableCell label="Severity">
                      <SeverityBadge severity={severity} />
                    </TableCell>
                    <TableCell label="Issue">
                      <a
                        href={hrefTo('errors', websiteId, { crawl: crawlId, check: checkId, issue: id })}
                        className="min-w-0 break-words hover:text-accent hover:underline"
                      >
                        <CrawledText text={message} />
                      </a>
                    </TableCell>
                    <TableCell label="URL" className="md:max-w-0">
                      <UrlText url={pageUrl} origin={commonOrigin(comparison)} />
                    </TableCell>
                    <TableCell label="Pages" className="md:text-right">
                      <span className="figures">{formatNumber(affectedCount)}</span>
                    </TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
            <Pagination {...paging} total={totalCount} />
          </>
        )
      }
    </Fetched>
  )
}
