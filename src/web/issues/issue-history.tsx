/** The history of the issue of the panel: in which stored crawls it was found, and its rechecks. Fetched when it is opened. */
import { useState } from 'react'
import type { IssueResponse } from '#shared/api/issues.ts'
import type { IssueHistoryResponse, RecheckResponse } from '#shared/api/rechecks.ts'
import { Button } from '../components/button.tsx'
import { formatCount, formatDateTime } from '../components/format.ts'
import { useIssueHistory } from '../queries/rechecks.ts'
import { RecheckResult } from './check-again.tsx'

export function IssueHistory({ issue }: { issue: IssueResponse }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="border-line border-t px-5 py-5">
      <h3 className="mb-2 font-semibold text-ink-muted text-sm">History</h3>
      {isOpen ? (
        <History issue={issue} />
      ) : (
        <Button size="small" onClick={() => setOpen(true)}>
          Show earlier crawls
        </Button>
      )}
    </section>
  )
}

function History({ issue }: { issue: IssueResponse }) {
  const { data, error, refetch } = useIssueHistory(issue, true)
  if (error && !data)
    return (
      <p className="text-sm">
        The history could not be loaded.{' '}
        <Button size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    )
  if (!data)
    return (
      <p role="status" className="text-ink-muted text-sm">
        Loading the history...
      </p>
    )
  return (
    <>
      <p className="mb-2 text-sm">{firstSeenText(data)}</p>
      <ol className="space-y-2 text-sm">
        {entriesOf(data).map(entry => (
          <li key={entry.key} className="flex flex-wrap gap-x-3 border-line border-l-2 pl-3">
            {'check' in entry ? <CheckEntry check={entry.check} /> : <CrawlEntry crawl={entry.crawl} />}
          </li>
        ))}
      </ol>
    </>
  )
}

type HistoryCrawl = IssueHistoryResponse['crawls'][number]
type Entry = { key: string; atMs: number } & ({ crawl: HistoryCrawl } | { check: RecheckResponse })

/** Crawls and rechecks, newest first. */
function entriesOf({ crawls, checks }: IssueHistoryResponse): Entry[] {
  const entries: Entry[] = [
    ...crawls.map(crawl => ({ key: `crawl ${crawl.crawlId}`, atMs: Date.parse(crawl.startedAt ?? ''), crawl })),
    ...checks.map(check => ({
      key: `check ${check.id}`,
      atMs: Date.parse(check.checkedAt ?? check.requestedAt),
      check,
    })),
  ]
  return entries.sort((a, b) => b.atMs - a.atMs)
}

function CheckEntry({ check }: { check: RecheckResponse }) {
  return (
    <p>
      <RecheckResult check={check} />
    </p>
  )
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

function firstSeenText({ firstSeen, crawls }: IssueHistoryResponse): string {
  if (firstSeen === null) return 'Found by no stored crawl.'
  const found = crawls.filter(({ state }) => state === 'found').length
  return `First seen ${formatDateTime(firstSeen)}, found by ${found} of ${formatCount(crawls.length, 'stored crawl')}.`
}
