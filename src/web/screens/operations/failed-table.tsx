import { CrawledText } from '../../components/crawled-text.tsx'
import { TableCell, TableHeaderCell, TableRow } from '../../components/table.tsx'
import { ClearDataButton } from './clear-data-button.tsx'
import { AddressCell, OwnerCell, TimeCell } from './crawl-cells.tsx'
import type { CrawlListProps } from './crawl-list.ts'
import { CrawlSection } from './crawl-section.tsx'

/** Crawls that a fault of ours ended, newest first. */
export function FailedTable({ crawls, nowMs, onClear }: CrawlListProps) {
  return (
    <CrawlSection
      id="failed"
      title="Failed crawls"
      crawls={crawls}
      total={crawls?.length ?? 0}
      emptyText="No crawl has failed."
      head={
        <>
          <TableHeaderCell>Address</TableHeaderCell>
          <TableHeaderCell className="w-34">Owner</TableHeaderCell>
          <TableHeaderCell className="w-68">What happened</TableHeaderCell>
          <TableHeaderCell className="w-36">Ended</TableHeaderCell>
          <TableHeaderCell className="w-54 text-right">Actions</TableHeaderCell>
        </>
      }
      row={crawl => (
        <TableRow key={crawl.crawlId}>
          <AddressCell url={crawl.url} />
          <OwnerCell owner={crawl.owner} />
          <TableCell label="What happened">
            <CrawledText text={crawl.endSentence} className="min-w-0 [overflow-wrap:anywhere] max-md:text-right" />
          </TableCell>
          <TimeCell label="Ended" at={crawl.endedAt} nowMs={nowMs} />
          <TableCell>
            <div className="flex justify-end">
              <ClearDataButton crawl={crawl} onClear={onClear} />
            </div>
          </TableCell>
        </TableRow>
      )}
    />
  )
}
