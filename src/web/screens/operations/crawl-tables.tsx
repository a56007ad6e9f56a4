/** The crawls that run, wait or have failed, each list in a card of its own. */
import type { ReactNode } from 'react'
import type { OperationsCrawl } from '#shared/api/operations.ts'
import type { CrawlPhase } from '#shared/model.ts'
import { plainText } from '#shared/plain-text.ts'
import { Badge } from '../../components/badge.tsx'
import { Card, CardHeader, CardTitle } from '../../components/card.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { Skeleton } from '../../components/fetch-states.tsx'
import { formatDateTime, formatNumber, formatRelativeTime } from '../../components/format.ts'
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../components/table.tsx'
import { UrlText } from '../../components/url-text.tsx'
import { ClearDataButton } from './clear-data.tsx'
import { CrawlActions, type CrawlListProps } from './crawl-actions.tsx'

/** Running crawls, oldest first. */
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
          <TableHeaderCell className="w-30">Pages</TableHeaderCell>
          <TableHeaderCell className="w-38">Phase</TableHeaderCell>
          <TableHeaderCell className="w-36">Started</TableHeaderCell>
        </>
      }
      cells={crawl => (
        <>
          <TableCell label="Pages" className="figures">
            {formatNumber(crawl.pagesCrawled)} of {formatNumber(crawl.crawlLimit)}
          </TableCell>
          <TableCell label="Phase">{phaseLabels[crawl.phase]}</TableCell>
          <TimeCell label="Started" at={crawl.startedAt} nowMs={nowMs} />
        </>
      )}
      actions={crawl => <CrawlActions crawl={crawl} onClear={onClear} />}
    />
  )
}

/** Waiting crawls, the next one first, then paused ones. */
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
          <TableHeaderCell className="w-30">Position</TableHeaderCell>
          <TableHeaderCell className="w-74">Waiting since</TableHeaderCell>
        </>
      }
      cells={(crawl, index) => (
        <>
          <TableCell label="Position" className="figures">
            {crawl.status === 'paused' ? 'Paused' : formatNumber(index + 1)}
          </TableCell>
          <TimeCell label="Waiting since" at={crawl.createdAt} nowMs={nowMs} />
        </>
      )}
      actions={crawl => <CrawlActions crawl={crawl} onClear={onClear} />}
    />
  )
}

/** Crawls that ended with an internal error, newest first. */
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
          <TableHeaderCell className="w-68">Reason</TableHeaderCell>
          <TableHeaderCell className="w-36">Ended</TableHeaderCell>
        </>
      }
      cells={crawl => (
        <>
          <TableCell label="Reason">
            <CrawledText text={crawl.endSentence} className="min-w-0 [overflow-wrap:anywhere] max-md:text-right" />
          </TableCell>
          <TimeCell label="Ended" at={crawl.endedAt} nowMs={nowMs} />
        </>
      )}
      actions={crawl => (
        <div className="flex justify-end">
          <ClearDataButton crawl={crawl} onClear={onClear} />
        </div>
      )}
    />
  )
}

interface CrawlSectionProps {
  /** Fragment of links to the list. */
  id: string
  title: string
  /** undefined while loading. */
  crawls: readonly OperationsCrawl[] | undefined
  /** The number of all crawls; the list may hold only the first of them. */
  total: number
  emptyText: string
  /** Header cells between those of the URL and owner and that of the actions. */
  head: ReactNode
  /** Below them. */
  cells: (crawl: OperationsCrawl, index: number) => ReactNode
  actions: (crawl: OperationsCrawl) => ReactNode
}

/** A card with its table; without crawls a sentence as tall as a table with one row. */
function CrawlSection({ id, title, crawls, total, emptyText, head, cells, actions }: CrawlSectionProps) {
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
              <tr>
                <TableHeaderCell>URL</TableHeaderCell>
                <TableHeaderCell className="w-34">Owner</TableHeaderCell>
                {head}
                <TableHeaderCell className="w-54 text-right">Actions</TableHeaderCell>
              </tr>
            </TableHead>
            <TableBody>
              {crawls.map((crawl, index) => (
                <TableRow key={crawl.crawlId}>
                  <TableCell>
                    <UrlText url={crawl.url} className="font-medium" />
                  </TableCell>
                  <OwnerCell owner={crawl.owner} />
                  {cells(crawl, index)}
                  <TableCell>{actions(crawl)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
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

const phaseLabels: Record<CrawlPhase, string> = {
  starting: 'Starting',
  visiting: 'Visiting pages',
  probing: 'Checking links',
  measuring: 'Measuring speed',
  checking: 'Site checks',
  done: 'Finishing',
}

function OwnerCell({ owner }: Pick<OperationsCrawl, 'owner'>) {
  return (
    <TableCell label="Owner">
      {owner === null ? (
        <span className="text-ink-muted">Visitor</span>
      ) : (
        <span title={plainText(owner)} className="block min-w-0 truncate">
          <CrawledText text={owner} />
        </span>
      )}
    </TableCell>
  )
}

interface TimeCellProps {
  label: string
  /** ISO 8601; null before it happened. */
  at: string | null
  nowMs: number
}

function TimeCell({ label, at, nowMs }: TimeCellProps) {
  return (
    <TableCell label={label} className="figures">
      {at === null ? (
        <span className="text-ink-muted">Not yet</span>
      ) : (
        <time dateTime={at} title={formatDateTime(at)}>
          {formatRelativeTime(at, nowMs)}
        </time>
      )}
    </TableCell>
  )
}
