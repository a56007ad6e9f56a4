import { formatNumber } from '../../components/format.ts'
import { TableCell, TableHeaderCell, TableRow } from '../../components/table.tsx'
import { CrawlActions } from './crawl-actions.tsx'
import { AddressCell, OwnerCell, TimeCell } from './crawl-cells.tsx'
import type { CrawlListProps } from './crawl-list.ts'
import { CrawlSection } from './crawl-section.tsx'

/** Crawls that wait for their turn, the next one first, then those that rest. */
export function QueueTable({ crawls, total, nowMs, onClear }: CrawlListProps & { total: number }) {
  return (
    <CrawlSection
      id="waiting"
      title="Queue"
      crawls={crawls}
      total={total}
      emptyText="No crawl is waiting."
      head={
        <>
          <TableHeaderCell>Address</TableHeaderCell>
          <TableHeaderCell className="w-34">Owner</TableHeaderCell>
          <TableHeaderCell className="w-30">Position</TableHeaderCell>
          <TableHeaderCell className="w-74">Waiting since</TableHeaderCell>
          <TableHeaderCell className="w-54 text-right">Actions</TableHeaderCell>
        </>
      }
      row={(crawl, index) => (
        <TableRow key={crawl.crawlId}>
          <AddressCell url={crawl.url} />
          <OwnerCell owner={crawl.owner} />
          <TableCell label="Position" className="figures">
            {crawl.status === 'paused' ? 'Paused' : formatNumber(index + 1)}
          </TableCell>
          <TimeCell label="Waiting since" at={crawl.createdAt} nowMs={nowMs} />
          <TableCell>
            <CrawlActions crawl={crawl} onClear={onClear} />
          </TableCell>
        </TableRow>
      )}
    />
  )
}
