import { CircleCheck } from 'lucide-react'
import type { IssueResponse } from '#shared/api/issues.ts'
import type { IssueHistoryResponse, RecheckResponse } from '#shared/api/rechecks.ts'
import { Button } from '../components/button.tsx'
import { CrawledText } from '../components/crawled-text.tsx'
import { Skeleton } from '../components/fetch-states.tsx'
import { formatCount, formatDateTime, lowerFirst } from '../components/format.ts'
import { useIssueHistory } from '../queries/rechecks.ts'
import { historySentence } from './history-sentence.ts'

/** The history of the issue of the panel: in which stored crawls it was found, and its rechecks. */

export function IssueHistory({ issue }: { issue: IssueResponse }) {
  const { data, error, refetch } = useIssueHistory(issue)
  if (error && !data)
    return (
      <p role="alert" className="text-sm">
        The history could not be loaded.{' '}
        <Button size="small" onClick={() => void refetch()}>
          Try Again
        </Button>
      </p>
    )
  if (!data) return <Skeleton className="my-1 w-80 max-w-full" />
  const { crawls, checks } = data
  return (
    <>
      <p className="text-[0.9375rem]">{historySentence(data)}</p>
      {crawls.length + checks.length > 1 && (
        <details className="mt-2 text-sm">
          <summary className="w-fit rounded text-accent">Each crawl and recheck</summary>
          <ol className="mt-2 space-y-1.5">
            {entriesOf(data).map(entry => (
              <li key={entry.key} className="flex flex-wrap gap-x-3 border-line border-l-2 pl-3">
                {entry.content}
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  )
}

type HistoryCrawl = IssueHistoryResponse['crawls'][number]

/** Crawls and rechecks, newest first. */
function entriesOf({ crawls, checks }: IssueHistoryResponse) {
  const entries = [
    ...crawls.map(crawl => ({
      key: `crawl ${crawl.crawlId}`,
      atMs: Date.parse(crawl.startedAt ?? ''),
      content: <CrawlEntry crawl={crawl} />,
    })),
    ...checks.map(check => ({
      key: `check ${check.id}`,
      atMs: Date.parse(check.checkedAt ?? check.requestedAt),
      content: (
        <p>
          <RecheckResult check={check} />
        </p>
      ),
    })),
  ]
  return entries.sort((a, b) => b.atMs - a.atMs)
}

function CrawlEntry({ crawl }: { crawl: HistoryCrawl }) {
  return (
    <>
      <span className="text-ink-muted">Crawl of {formatDateTime(crawl.startedAt ?? '')}</span>
      <span>{crawlText(crawl)}</span>
    </>
  )
}

const suppressedLabels = { muted: ', muted', 'switched-off': ', check switched off', fixed: ', fixed since' } as const

function crawlText({ state, affectedCount, severity, suppressed }: HistoryCrawl): string {
  if (state === 'not-found') return 'Not found'
  if (state === 'not-checked') return 'Not checked'
  const reach = affectedCount === null ? '' : ` on ${formatCount(affectedCount, 'page')}`
  return `Found as ${severity}${reach}${suppressed === null ? '' : suppressedLabels[suppressed]}`
}

/** The state of a recheck, or its time and result. */

export function RecheckResult({ check }: { check: RecheckResponse }) {
  if (check.state === 'waiting') return 'Waiting in the queue to be checked again.'
  if (check.state === 'running') return 'Its URLs are being fetched again.'
  const time = check.checkedAt === null ? '' : `Checked again ${formatDateTime(check.checkedAt)}: `
  return (
    <>
      {check.result === 'fixed' && (
        <CircleCheck aria-hidden className="mr-1 inline-block size-4 align-text-bottom text-success" />
      )}
      {time}
      <span className={check.result === 'fixed' ? 'font-medium text-success' : 'text-ink'}>
        <CrawledText text={lowerFirst(check.sentence)} />
      </span>
    </>
  )
}
