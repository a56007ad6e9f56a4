/** "Since Last Crawl": new, fixed and unchanged findings, by severity, and pages added and removed. */

import { clsx } from 'clsx'
import { Check, Plus, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CrawlChangesResponse } from '#shared/api/changes.ts'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { type Severity, severities } from '#shared/model.ts'
import { severityLooks } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../components/card.tsx'
import { FetchErrorState, Skeleton } from '../../components/fetch-states.tsx'
import { formatCount, formatDay, formatNumber } from '../../components/format.ts'
import { useCrawlChanges } from '../../queries/changes.ts'
import { isCrawlActive } from '../../queries/crawls.ts'
import { AVAILABLE_LATER } from './health-card.tsx'
import { useCrawlAgain } from './use-crawl-again.ts'

type Change = NonNullable<CrawlChangesResponse['change']>

interface ChangesCardProps {
  websiteId: number
  crawl: CrawlResultResponse | undefined
}

export function ChangesCard({ websiteId, crawl }: ChangesCardProps) {
  return (
    <Card aria-label="Since Last Crawl" className="flex min-h-40 flex-col min-[1180px]:min-h-71">
      {crawl ? <Changes websiteId={websiteId} crawl={crawl} /> : <Frame startedAt={null}>{waiting}</Frame>}
    </Card>
  )
}

const waiting = <Skeleton className="h-40" />

function Frame({ startedAt, children }: { startedAt: string | null; children: ReactNode }) {
  return (
    <>
      <CardHeader className="pt-3.5 sm:pt-3.5">
        <CardTitle>Since Last Crawl</CardTitle>
        {startedAt !== null && <p className="figures text-[0.8125rem] text-ink-muted">{formatDay(startedAt)}</p>}
      </CardHeader>
      <CardContent className="flex flex-1 flex-col gap-2 pt-3 sm:pt-3">{children}</CardContent>
    </>
  )
}

function Changes({ websiteId, crawl }: { websiteId: number; crawl: CrawlResultResponse }) {
  const isRunning = isCrawlActive(crawl)
  const changes = useCrawlChanges({ websiteId, crawlId: crawl.crawlId, isComplete: !isRunning })
  if (isRunning)
    return (
      <Frame startedAt={null}>
        <p className="font-semibold text-2xl">–</p>
        <p className="text-ink-muted text-sm">{AVAILABLE_LATER}</p>
      </Frame>
    )
  if (changes.error && !changes.data)
    return (
      <Frame startedAt={null}>
        <FetchErrorState what="Failed to fetch changes" error={changes.error} onRetry={() => void changes.refetch()} />
      </Frame>
    )
  if (!changes.data) return <Frame startedAt={null}>{waiting}</Frame>
  const { change } = changes.data
  if (!change)
    return (
      <Frame startedAt={null}>
        <p className="text-ink-muted text-sm">This is the first crawl. Changes appear after the next one.</p>
        <CrawlAgain crawl={crawl} />
      </Frame>
    )
  return (
    <Frame startedAt={change.earlierCrawl.startedAt}>
      <Totals change={change} />
      <BySeverity change={change} />
      <p className="figures mt-auto border-line border-t pt-2 text-[0.8125rem] text-ink-muted">
        Pages: {pageWords(change.pages)}.
      </p>
    </Frame>
  )
}

function CrawlAgain({ crawl }: { crawl: CrawlResultResponse }) {
  const { start, isPending } = useCrawlAgain(crawl)
  return (
    <Button className="mt-2 self-start" isBusy={isPending} onClick={start}>
      {!isPending && <RotateCw aria-hidden />}
      {isPending ? 'Crawling...' : 'Crawl Again'}
    </Button>
  )
}

function Totals({ change: { bySeverity } }: { change: Change }) {
  const total = (kind: 'new' | 'fixed' | 'unchanged') =>
    severities.reduce((sum, severity) => sum + bySeverity[severity][kind], 0)
  return (
    <dl className="grid grid-cols-3 gap-2">
      <Total name="new" count={total('new')} tone="text-warning" icon={<Plus aria-hidden className="size-4" />} />
      <Total name="fixed" count={total('fixed')} tone="text-success" icon={<Check aria-hidden className="size-4" />} />
      <Total name="unchanged" count={total('unchanged')} tone="text-ink" />
    </dl>
  )
}

interface TotalProps {
  name: string
  count: number
  tone: string
  icon?: ReactNode
}

function Total({ name, count, tone, icon }: TotalProps) {
  return (
    <div className="flex flex-col-reverse rounded-control border border-line px-2.5 py-1">
      <dt className="text-ink-muted text-xs">{name}</dt>
      <dd
        className={clsx(
          'figures flex items-center gap-0.5 text-[1.0625rem] leading-6',
          count === 0 ? 'text-ink-muted' : ['font-semibold', tone],
        )}
      >
        {count > 0 && icon}
        {formatNumber(count)}
      </dd>
    </div>
  )
}

const severityNames: Record<Severity, string> = { error: 'Errors', warning: 'Warnings', info: 'Infos' }

function BySeverity({ change: { bySeverity } }: { change: Change }) {
  return (
    <table className="figures w-full text-[0.8125rem]">
      <caption className="sr-only">New and fixed issues by severity</caption>
      <thead className="sr-only">
        <tr>
          <th>Severity</th>
          <th>New</th>
          <th>Fixed</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {severities.map(severity => {
          const { icon: Icon, text } = severityLooks[severity]
          const { new: added, fixed } = bySeverity[severity]
          return (
            <tr key={severity}>
              <th scope="row" className="py-1 text-left font-normal">
                <Icon aria-hidden className={clsx('mr-1.5 inline size-4', text)} />
                {severityNames[severity]}
              </th>
              <td className={clsx('py-1 text-right', added === 0 && 'text-ink-muted')}>{formatNumber(added)} new</td>
              <td className={clsx('py-1 text-right', fixed === 0 && 'text-ink-muted')}>{formatNumber(fixed)} fixed</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function pageWords({ added, removed, notCrawled }: Change['pages']): string {
  const parts = [
    added === 0 ? 'none added' : `${formatNumber(added)} added`,
    removed === 0 ? 'none removed' : `${formatNumber(removed)} removed`,
    ...(notCrawled > 0 ? [`${formatCount(notCrawled, 'page')} not crawled this time`] : []),
  ]
  return parts.join(', ')
}
