/** The pages of the graph as a table in tree order: usable by keyboard and screen reader. */
import { SearchX } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { TABLE_PAGE_SIZE } from '#shared/constants.ts'
import { isKnownDepth } from '#shared/crawl-depth.ts'
import { hrefTo } from '#shared/routes.ts'
import { HttpStatus, severityLooks } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Card, CardTitle } from '../../components/card.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { formatCount, formatNumber } from '../../components/format.ts'
import { Pagination } from '../../components/pagination.tsx'
import { Select } from '../../components/select.tsx'
import { EmptyState } from '../../components/states.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../components/table.tsx'
import { PAGES_ID } from './analysis-card.tsx'
import { type PageFilter, type StructurePage, WEAK_LINK_SCORE } from './structure-pages.ts'

interface PagesCardProps {
  /** The shown pages in tree order. */
  rows: readonly StructurePage[]
  /** Whether the whole tree is shown: rows are then indented under their parents. */
  isWhole: boolean
  show: PageFilter
  onShow: (show: string) => void
  onShowAll: () => void
  /** 1-based. */
  page: number
  onPage: (page: number) => void
  pageHref: (url: string) => string
  websiteId: number
  crawlText: string
}

/** Deeper levels are not indented further. */
const MAX_INDENT = 8
const INDENT_REM = 1.25

const options: { value: PageFilter; label: string }[] = [
  { value: '', label: 'All pages' },
  { value: 'problems', label: 'Problem pages' },
  { value: 'deep', label: 'More than 3 clicks away' },
  { value: 'deepest', label: 'Deepest paths' },
  { value: 'weak', label: `Link score below ${WEAK_LINK_SCORE}` },
]

export function PagesCard({ rows, isWhole, show, onShow, onShowAll, page, onPage, ...place }: PagesCardProps) {
  const id = useId()
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    // The card does not exist yet when the browser scrolls to the fragment.
    if (location.hash === `#${PAGES_ID}`) card.current?.scrollIntoView()
  }, [])
  const lastPage = Math.max(1, Math.ceil(rows.length / TABLE_PAGE_SIZE))
  const current = Math.min(page, lastPage)
  return (
    <Card ref={card} id={PAGES_ID} className="mt-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-4 py-3 sm:px-5">
        <CardTitle>Pages by path</CardTitle>
        <span className="figures text-ink-muted text-sm">{formatCount(rows.length, 'page')}</span>
        <span className="flex items-center gap-2 text-ink-muted text-sm sm:ml-auto">
          <label htmlFor={id}>Show</label>
          <Select id={id} options={options} value={show} onValue={onShow} className="w-56 max-w-full" />
        </span>
      </div>
      {rows.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title="No pages found"
          description="No page fits the search and the choice."
          action={<Button onClick={onShowAll}>Show all pages</Button>}
        />
      ) : (
        <Table label="Pages by path" className="md:table-fixed">
          <TableHead>
            <tr>
              <TableHeaderCell>Page</TableHeaderCell>
              <TableHeaderCell className="w-28">Status</TableHeaderCell>
              <TableHeaderCell className="w-20">Depth</TableHeaderCell>
              <TableHeaderCell className="w-20">Clicks</TableHeaderCell>
              <TableHeaderCell className="w-44">Issues</TableHeaderCell>
            </tr>
          </TableHead>
          <TableBody>
            {rows.slice((current - 1) * TABLE_PAGE_SIZE, current * TABLE_PAGE_SIZE).map(row => (
              <Row key={row.index} row={row} isIndented={isWhole} {...place} />
            ))}
          </TableBody>
        </Table>
      )}
      <Pagination page={current} pageSize={TABLE_PAGE_SIZE} total={rows.length} onPage={onPage} />
    </Card>
  )
}

interface RowProps extends Pick<PagesCardProps, 'pageHref' | 'websiteId' | 'crawlText'> {
  row: StructurePage
  isIndented: boolean
}

function Row({ row, isIndented, pageHref, websiteId, crawlText }: RowProps) {
  const indent = isIndented ? Math.min(row.level, MAX_INDENT) : 0
  return (
    <TableRow>
      <TableCell className="md:max-w-0">
        <span className="block min-w-0" style={{ paddingLeft: `${indent * INDENT_REM}rem` }}>
          <a
            href={pageHref(row.url)}
            className="figures block min-w-0 truncate rounded font-medium hover:text-accent hover:underline"
          >
            {isIndented && row.level > 0 && <span className="sr-only">Level {row.level}: </span>}
            <CrawledText text={row.path} dir="ltr" />
          </a>
          {row.title !== '' && (
            <CrawledText text={row.title} className="block truncate text-[0.8125rem] text-ink-muted" />
          )}
        </span>
      </TableCell>
      <TableCell label="Status">
        <HttpStatus status={row.status} />
      </TableCell>
      <TableCell label="Depth" className="figures">
        {row.depth}
      </TableCell>
      <TableCell label="Clicks" className="figures">
        {isKnownDepth(row.clicks) ? row.clicks : '–'}
      </TableCell>
      <TableCell label="Issues">
        <Issues
          row={row}
          href={hrefTo('page-insights', websiteId, { url: row.url, tab: 'issues', crawl: crawlText })}
        />
      </TableCell>
    </TableRow>
  )
}

function Issues({ row, href }: { row: StructurePage; href: string }) {
  const counts = [
    ['error', row.errors],
    ['warning', row.warnings],
    ['info', row.infos],
  ] as const
  const shown = counts.filter(([, count]) => count > 0)
  if (shown.length === 0) return <span className="text-ink-muted text-sm">None</span>
  return (
    <a href={href} className="figures inline-flex gap-3 rounded hover:underline">
      {shown.map(([severity, count]) => {
        const { label, icon: Icon, text } = severityLooks[severity]
        return (
          <span key={severity} className={`inline-flex items-center gap-1 ${text}`}>
            <Icon aria-hidden className="size-3.5" />
            {formatNumber(count)}
            <span className="sr-only">
              {label}
              {count === 1 ? '' : 's'}
            </span>
          </span>
        )
      })}
    </a>
  )
}
