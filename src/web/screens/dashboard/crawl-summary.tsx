/** How a crawl ended: its end sentence, its notes, and the skipped URLs by reason. */

import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import type { EndReason, SkipReason } from '#shared/model.ts'
import { Card } from '../../components/card.tsx'
import { LongCrawledText } from '../../components/crawled-text.tsx'
import { Skeleton } from '../../components/fetch-states.tsx'
import { formatCount, formatNumber } from '../../components/format.ts'

interface Look {
  icon: LucideIcon
  tone: string
}
const good: Look = { icon: CircleCheck, tone: 'text-success' }
const cut: Look = { icon: Info, tone: 'text-info' }
const partial: Look = { icon: TriangleAlert, tone: 'text-warning' }
const bad: Look = { icon: CircleAlert, tone: 'text-error' }

const looks: Record<EndReason, Look> = {
  finished: good,
  limit: cut,
  stopped: partial,
  budget: partial,
  'storage-full': partial,
  'time-limit': partial,
  'transfer-limit': partial,
  'start-unreachable': bad,
  'start-refused': bad,
  'start-not-html': bad,
  'start-blocked': bad,
  failed: bad,
}

/** Each follows a number: "12 beyond the page limit". */
const skipTexts: Record<SkipReason, string> = {
  limit: 'beyond the page limit',
  robots: 'disallowed by robots.txt',
  scope: 'outside this website',
  type: 'not HTML pages',
  nofollow: 'linked only with nofollow',
  'address-refused': 'at a private IP address',
  'too-long': 'with too long a URL',
  'too-deep': 'with too many folders in the path',
  'repeats-itself': 'with a path that repeats itself and looks endless',
  'looks-endless': 'of a pattern that looks endless',
  'queue-full': 'beyond the size of the crawl queue',
  'probe-budget': 'beyond the number of links that are checked',
  'not-listed': 'not on the URL list',
  excluded: 'that a rule excludes',
  'not-included': 'that no rule includes',
  'outside-folder': 'outside the folder of the start URL',
  'beyond-depth': 'beyond the crawl depth',
  stopped: 'pending when the crawl was stopped',
}
const skipTextByReason = new Map<string, string>(Object.entries(skipTexts))

/** As high as the progress of a running crawl that it replaces, so that nothing moves. */
const frame = 'mb-4 flex min-h-24.5 items-center gap-3 p-4 max-sm:min-h-40 max-sm:flex-wrap sm:px-5'

interface CrawlSummaryProps {
  /** undefined while loading. */
  crawl: CrawlResultResponse | undefined
  /** Actions on its results. */
  action: ReactNode
}

export function CrawlSummary({ crawl, action }: CrawlSummaryProps) {
  if (!crawl)
    return (
      <Card className={frame}>
        <div className="w-full space-y-2">
          <Skeleton className="h-5 w-72 max-w-full" />
          <Skeleton className="w-44" />
        </div>
        {action}
      </Card>
    )
  const { endReason, endSentence, notes, skippedCounts } = crawl
  if (endReason === null) return null
  const { icon: Icon, tone } = looks[endReason]
  return (
    <Card aria-label="How the crawl ended" className={frame}>
      <Icon aria-hidden className={clsx('size-5 shrink-0', tone)} />
      <div className="min-w-0 flex-1 max-sm:basis-4/5">
        <p className="break-words font-medium">
          <LongCrawledText text={endSentence} />
        </p>
        {notes.length > 0 && (
          <ul className="mt-1 space-y-0.5 text-ink-muted text-sm">
            {notes.map(note => (
              <li key={note} className="break-words">
                <LongCrawledText text={note} />
              </li>
            ))}
          </ul>
        )}
        <Skipped counts={skippedCounts} />
      </div>
      {action}
    </Card>
  )
}

function Skipped({ counts }: { counts: CrawlResultResponse['skippedCounts'] }) {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  return (
    <details className="figures mt-1 text-sm">
      <summary className="w-fit text-ink-muted hover:text-ink">{formatCount(total, 'URL')} not crawled</summary>
      <ul className="mt-1 space-y-0.5 pl-4 text-ink-muted">
        {counts.map(({ reason, count }) => (
          <li key={reason}>
            {formatNumber(count)} {skipTextByReason.get(reason) ?? reason}
          </li>
        ))}
      </ul>
    </details>
  )
}
