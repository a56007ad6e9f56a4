import { formatNumber } from '../../components/format.ts'
import { TableCell, TableHeaderCell, TableRow } from '../../components/table.tsx'
import { CrawlActions } from './crawl-actions.tsx'
import { AddressCell, OwnerCell, TimeCell } from './crawl-cells.tsx'
import type { CrawlListProps } from './crawl-list.ts'
import { CrawlSection } from './crawl-section.tsx'
import { phaseLabels } from './phase-labels.ts'

/** Crawls that are being worked on, oldest first. */
export function RunningTable({ crawls, total, nowMs, onClear }: CrawlListProps & { total: number }) {
  return (
    <CrawlSection
      id="running"
      title="Running crawls"
      crawls={crawls}
      total={total}
      emptyText="No crawl is running."
      head={
        <>
          <TableHeaderCell>Address</TableHeaderCell>
          <TableHeaderCell className="w-34">Owner</TableHeaderCell>
          <TableHeaderCell className="w-30">Pages</TableHeaderCell>
          <TableHeaderCell className="w-38">Phase</TableHeaderCell>
          <TableHeaderCell className="w-36">Started</TableHeaderCell>
          <TableHeaderCell className="w-54 text-right">Actions</TableHeaderCell>
        </>
      }
      row={crawl => (
        <TableRow key={crawl.crawlId}>
          <AddressCell url={crawl.url} />
          <OwnerCell owner={crawl.owner} />
          <TableCell label="Pages" className="figures">
            {formatNumber(crawl.pagesCrawled)} of {formatNumber(crawl.crawlLimit)}
          </TableCell>
          <TableCell label="Phase">{phaseLabels[crawl.phase]}</TableCell>
          <TimeCell label="Started" at={crawl.startedAt} nowMs={nowMs} />
          <TableCell>
            <CrawlActions crawl={crawl} onClear={onClear} />
          </TableCell>
        </TableRow>
      )}
    />
  )
}
