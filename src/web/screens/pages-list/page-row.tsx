/** One page of the table: its URL, which stays at the left, and the chosen columns. */
import { clsx } from 'clsx'
import type { PageResponse } from '#shared/api/pages.ts'
import { type ColumnId, isFieldColumn, isSearchColumn, pageColumn } from '#shared/page-columns.ts'
import { plainText } from '#shared/plain-text.ts'
import { TableCell, TableRow } from '../../components/table.tsx'
import { UrlText } from '../../components/url-text.tsx'
import { FieldCell, insightsHrefOf, pageCells } from './page-cells.tsx'

interface PageRowProps {
  page: PageResponse
  columns: readonly ColumnId[]
  websiteId: number
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
  /** Named once above the table. */
  origin: string | undefined
  isSelected: boolean
  onSelect: (page: PageResponse) => void
}

/** Texts stand at the left, numbers at the right. */
export function isAtRight(column: ColumnId): boolean {
  return (pageColumn(column).kind === 'number' && column !== 'status') || isSearchColumn(column)
}

/** Labels that would make narrow columns wide. */
const shortLabels: Partial<Record<ColumnId, string>> = { score: 'Structure', alt: 'Alt text' }

export function shortLabel(column: ColumnId): string {
  return shortLabels[column] ?? pageColumn(column).label
}

/** Clear without their label, where rows are stacked. */
const selfExplaining: ReadonlySet<ColumnId> = new Set(['title', 'status', 'indexability'])

export function PageRow({ page, columns, websiteId, crawlText, origin, isSelected, onSelect }: PageRowProps) {
  const hrefOf = (url: string) => insightsHrefOf(websiteId, { url, crawlText })
  const insightsHref = hrefOf(page.url)
  return (
    <TableRow className="group max-md:grid! max-md:grid-cols-2 max-md:gap-x-5">
      <TableCell className="bg-surface max-md:-order-2 max-md:col-span-2 md:sticky md:left-0 md:z-10 md:max-w-68 md:min-w-52 soft:md:py-1">
        <span className="flex min-w-0 items-center gap-2.5">
          <input
            type="checkbox"
            aria-label={`Select ${plainText(page.url)}`}
            checked={isSelected}
            onChange={() => onSelect(page)}
            className="size-4 shrink-0 accent-accent"
          />
          <UrlText url={page.url} href={insightsHref} origin={origin} className="min-w-0 flex-1" />
        </span>
      </TableCell>
      {columns.map(
        id =>
          id !== 'url' && (
            <TableCell
              key={id}
              label={selfExplaining.has(id) ? undefined : shortLabel(id)}
              className={clsx(
                'min-w-0 whitespace-nowrap max-md:overflow-hidden max-md:text-[0.8125rem] max-md:gap-2! md:px-2! md:last:pr-5! soft:md:py-1',
                id === 'title' && 'max-md:-order-1 max-md:col-span-2',
                isAtRight(id) && 'figures md:text-right',
              )}
            >
              {isFieldColumn(id) ? (
                <FieldCell page={page} column={id} />
              ) : (
                pageCells[id]({ page, insightsHref, hrefOf, origin })
              )}
            </TableCell>
          ),
      )}
    </TableRow>
  )
}
