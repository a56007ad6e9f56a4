/** A card around one list of crawls: its name and number, its table, or a sentence as tall as a table of one row. */
import type { ReactNode } from 'react'
import type { OperationsCrawl } from '#shared/api/operations.ts'
import { Badge } from '../../components/badge.tsx'
import { Card, CardHeader, CardTitle } from '../../components/card.tsx'
import { formatNumber } from '../../components/format.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { Table, TableBody, TableHead } from '../../components/table.tsx'

interface CrawlSectionProps {
  /** What a link to the list ends with. */
  id: string
  title: string
  /** undefined until they are known. */
  crawls: readonly OperationsCrawl[] | undefined
  /** All there are; the list may hold the first of them only. */
  total: number
  emptyText: string
  /** The cells of the head. */
  head: ReactNode
  row: (crawl: OperationsCrawl, index: number) => ReactNode
}

export function CrawlSection({ id, title, crawls, total, emptyText, head, row }: CrawlSectionProps) {
  return (
    <Card id={id} aria-labelledby={`${id}-title`}>
      <CardHeader className="pb-3">
        <CardTitle id={`${id}-title`}>{title}</CardTitle>
        {total > 0 && <Badge>{formatNumber(total)}</Badge>}
      </CardHeader>
      {!crawls || crawls.length === 0 ? (
        <div className="grid min-h-24 place-items-center border-line border-t px-5 text-center text-ink-muted text-sm">
          {crawls ? emptyText : <Skeleton className="w-3/4" />}
        </div>
      ) : (
        <div className="border-line border-t md:overflow-x-auto">
          <Table label={title} className="md:table-fixed md:min-w-[68rem]">
            <TableHead>
              <tr>{head}</tr>
            </TableHead>
            <TableBody>{crawls.map(row)}</TableBody>
          </Table>
        </div>
      )}
      {crawls && total > crawls.length && (
        <p className="figures border-line border-t px-4 py-3 text-ink-muted text-sm sm:px-5">
          The first {formatNumber(crawls.length)} of {formatNumber(total)} are shown.
        </p>
      )}
    </Card>
  )
}
