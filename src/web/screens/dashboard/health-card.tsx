/** "Health Score": the score of the crawl, what to fix first, and the deductions. */
import { clsx } from 'clsx'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { type CrawlHealth, coverageSentence, isCoverageLow } from '#shared/crawl-health.ts'
import { HEALTH_FORMULA } from '#shared/health-score.ts'
import type { RoutedCrawl } from '#shared/issue-route.ts'
import { hrefTo } from '#shared/routes.ts'
import { SeverityBadge } from '../../components/badge.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../components/card.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { Skeleton } from '../../components/fetch-states.tsx'
import { formatNumber } from '../../components/format.ts'
import { ScoreRing } from './page-speed/score-ring.tsx'

/** Fragment of links to the card. */
export const HEALTH_CARD_ID = 'health-score'

interface HealthCardProps {
  websiteId: number
  crawl: CrawlResultResponse | undefined
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
}

export function HealthCard({ websiteId, crawl, crawlText }: HealthCardProps) {
  return (
    <Card id={HEALTH_CARD_ID} aria-label="Health Score" className="mt-4 scroll-mt-20">
      <CardHeader>
        <CardTitle>Health Score</CardTitle>
      </CardHeader>
      <CardContent>
        {crawl ? (
          <Health health={crawl.health} status={crawl.status} links={{ websiteId, crawl: crawlText }} />
        ) : (
          <Skeleton className="h-64" />
        )}
      </CardContent>
    </Card>
  )
}

interface HealthProps {
  health: CrawlHealth | null
  status: CrawlResultResponse['status']
  links: RoutedCrawl
}

function Health({ health, status, links }: HealthProps) {
  if (!health)
    return (
      <p className="text-ink-muted text-sm">
        {status === 'complete'
          ? 'No page was crawled, so there is no score.'
          : 'The score is computed when the crawl has ended.'}
      </p>
    )
  return (
    <div className="grid gap-x-8 gap-y-5 sm:grid-cols-[auto_minmax(0,1fr)]">
      <div className="flex flex-col items-center gap-2">
        <ScoreRing label="Health" score={health.score} isLarge />
        {health.previousScore !== null && (
          <p className="figures text-center text-ink-muted text-xs">
            {changeWords(health.score - health.previousScore)}
          </p>
        )}
      </div>
      <div className="min-w-0">
        <p className={clsx('mb-3 text-sm', isCoverageLow(health) ? 'font-medium text-warning' : 'text-ink-muted')}>
          {coverageSentence(health)}
        </p>
        <h3 className="font-medium text-sm">Fix first</h3>
        {health.fixFirst.length === 0 ? (
          <p className="mt-2 text-ink-muted text-sm">Nothing was found that takes points.</p>
        ) : (
          <ol className="mt-1 divide-y divide-line">
            {health.fixFirst.map(fix => (
              <Fix key={`${fix.checkId} ${fix.severity}`} fix={fix} links={links} />
            ))}
          </ol>
        )}
        <Deductions subjects={health.subjects} deductions={health.deductions} />
      </div>
    </div>
  )
}

function changeWords(change: number): string {
  if (change === 0) return 'as in the crawl before'
  return `${Math.abs(change)} ${change > 0 ? 'up' : 'down'} from the crawl before`
}

function Fix({ fix, links }: { fix: CrawlHealth['fixFirst'][number]; links: RoutedCrawl }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <SeverityBadge severity={fix.severity} />
      <div className="min-w-0 flex-1 basis-48">
        <a
          href={hrefTo('errors', links.websiteId, { check: fix.checkId, crawl: links.crawl })}
          className="break-words font-medium text-sm hover:text-accent hover:underline"
        >
          <CrawledText text={fix.title} />
        </a>
        <p className="figures text-ink-muted text-xs">{reachWords(fix)}</p>
      </div>
      <Points text={`+${formatPoints(fix.gain)}`} />
    </li>
  )
}

function Deductions({ subjects, deductions }: Pick<CrawlHealth, 'subjects' | 'deductions'>) {
  return (
    <details className="mt-3 text-sm">
      <summary className="w-fit cursor-pointer text-accent underline underline-offset-4">How the score is made</summary>
      <p className="mt-2 max-w-prose text-ink-muted">{HEALTH_FORMULA}</p>
      {deductions.length > 0 && (
        <ul aria-label="Deductions" className="mt-2 divide-y divide-line">
          {subjects.map(({ subject, taken, cap }) => (
            <li key={subject} className="py-1.5">
              <div className="flex items-center gap-x-3 font-medium">
                {subject}
                <Points text={`−${formatPoints(taken)} of ${cap}`} />
              </div>
              <ul className="pl-3">
                {deductions
                  .filter(each => each.subject === subject)
                  .map(({ checkId, severity, title, issueCount, taken: own }) => (
                    <li key={checkId} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
                      <SeverityBadge severity={severity} />
                      <span className="min-w-0 flex-1 basis-40">
                        <CrawledText text={title} />
                        <span className="figures text-ink-muted"> · {formatNumber(issueCount)}</span>
                      </span>
                      <span className="figures ml-auto shrink-0 text-ink-muted">{formatPoints(own)}</span>
                    </li>
                  ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

function reachWords({ issueCount, pageCount }: CrawlHealth['fixFirst'][number]): string {
  const issues = `${formatNumber(issueCount)} ${issueCount === 1 ? 'issue' : 'issues'}`
  return `${issues} on ${formatNumber(pageCount)} ${pageCount === 1 ? 'page' : 'pages'}`
}

function Points({ text }: { text: string }) {
  return <span className="figures ml-auto shrink-0 font-medium text-sm">{text} points</span>
}

function formatPoints(points: number): string {
  return points.toFixed(1)
}
