/** "Health Score": how good the site is, whether it gets better, and how many of its pages that rests on. */

import { clsx } from 'clsx'
import { TriangleAlert } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { type CrawlHealth, isCoverageLow } from '#shared/crawl-health.ts'
import type { Indexability } from '#shared/indexability.ts'
import { type Severity, severities } from '#shared/model.ts'
import { scoreBand } from '#shared/page-speed.ts'
import { hrefTo } from '#shared/routes.ts'
import { severityLooks } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../components/card.tsx'
import { Skeleton } from '../../components/fetch-states.tsx'
import { formatCount, formatDay, formatNumber, formatPercent } from '../../components/format.ts'
import { numberLinkLook } from '../../components/number-link.tsx'
import { Sheet } from '../../components/sheet.tsx'
import { isCrawlActive } from '../../queries/crawls.ts'
import { changeLook } from './change-look.tsx'
import { Ring, SpeedBadge } from './page-speed/score-ring.tsx'
import { ScoreTrend } from './score-trend.tsx'

const ScoreFormula = lazy(() => import('./score-formula.tsx').then(part => ({ default: part.ScoreFormula })))

/** Stands in place of what a running crawl cannot say yet. */
export const AVAILABLE_LATER = 'Available when the crawl is complete'

interface HealthCardProps {
  websiteId: number
  crawl: CrawlResultResponse | undefined
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
}

export function HealthCard({ websiteId, crawl, crawlText }: HealthCardProps) {
  return (
    <Card aria-label="Health Score" className="flex flex-col">
      <CardHeader className="pt-3.5 sm:pt-3.5">
        <CardTitle>Health Score</CardTitle>
        <FormulaButton health={crawl?.health ?? null} />
      </CardHeader>
      <CardContent className="flex min-h-88 flex-1 flex-col gap-3 pt-3 pb-4 sm:pt-3 sm:pb-4">
        {crawl ? (
          <>
            <Score crawl={crawl} />
            <ScoreTrend websiteId={websiteId} scores={crawl.scores} crawls={crawl.crawls} />
            <Basis crawl={crawl} crawlText={crawlText} />
            <Severities websiteId={websiteId} crawl={crawl} crawlText={crawlText} />
          </>
        ) : (
          <>
            <Skeleton className="size-26 rounded-full" />
            <Skeleton className="h-18" />
            <Skeleton className="h-10" />
            <Skeleton className="mt-auto h-13 rounded-control" />
          </>
        )}
      </CardContent>
    </Card>
  )
}

function FormulaButton({ health }: { health: CrawlHealth | null }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="link" size="small" className="h-6 rounded px-0 font-normal" onClick={() => setOpen(true)}>
        How it is calculated
      </Button>
      <Sheet isOpen={isOpen} onOpen={setOpen} title="How the score is calculated">
        <Suspense fallback={null}>
          <ScoreFormula health={health} />
        </Suspense>
      </Sheet>
    </>
  )
}

function Score({ crawl }: { crawl: CrawlResultResponse }) {
  const { health } = crawl
  return (
    <div className="flex items-center gap-5">
      <Ring
        score={health?.score ?? null}
        isMuted={health !== null && isCoverageLow(health)}
        className="size-26 shrink-0 text-[2rem]"
      />
      <div className="min-w-0">
        {health ? (
          <>
            <SpeedBadge band={scoreBand(health.score)} />
            <ScoreChange crawl={crawl} health={health} />
          </>
        ) : (
          <p className="text-ink-muted text-sm">
            {isCrawlActive(crawl) ? AVAILABLE_LATER : 'No page was crawled, so there is no score.'}
          </p>
        )}
      </div>
    </div>
  )
}

function ScoreChange({ crawl, health }: { crawl: CrawlResultResponse; health: CrawlHealth }) {
  const before = crawl.scores.at(-2)
  if (!before) return <p className="mt-2 text-[0.8125rem] text-ink-muted">First crawl of this website</p>
  const change = health.score - before.score
  const { icon: Icon, tone, words } = changeLook(change)
  const startedAt = crawl.crawls.find(({ id }) => id === before.crawlId)?.startedAt ?? null
  return (
    <>
      <p className={clsx('figures mt-2 flex items-center gap-1 font-semibold text-[0.9375rem] leading-5', tone)}>
        <Icon aria-hidden className="size-4" />
        {words} {change === 0 ? 'No change' : formatCount(Math.abs(change), 'point')}
      </p>
      {startedAt !== null && <p className="text-[0.8125rem] text-ink-muted">since {formatDay(startedAt)}</p>}
    </>
  )
}

interface UncheckedPages {
  name: string
  count: number
  /** Where a list has exactly these pages. */
  href?: string
}

/** Reasons that the indexability of a page shows; their content is never checked. */
const uncheckedReasons = [
  { indexability: 'noindex', name: 'noindex' },
  { indexability: 'canonicalised', name: 'canonicalised' },
  { indexability: 'bot-protection', name: 'behind bot protection' },
] as const

function uncheckedPages(crawl: CrawlResultResponse, crawlText: string): UncheckedPages[] {
  const { websiteId, pagesCrawled, pagesChecked, indexabilityCounts, statusCounts } = crawl
  const href = (indexability: Indexability) => hrefTo('pages-list', websiteId, { indexability, crawl: crawlText })
  const reasons: UncheckedPages[] = uncheckedReasons.map(({ indexability, name }) => ({
    name,
    count: indexabilityCounts[indexability] ?? 0,
    href: href(indexability),
  }))
  // Pages that redirect by a refresh or a script are listed together with HTTP redirects.
  const httpRedirects = statusCounts['3xx'] ?? 0
  reasons.push({
    name: 'that only lead to another page',
    count: Math.max(0, (indexabilityCounts.redirect ?? 0) - httpRedirects),
    ...(httpRedirects === 0 && { href: href('redirect') }),
  })
  const others = pagesCrawled - pagesChecked - reasons.reduce((sum, { count }) => sum + count, 0)
  return [...reasons, { name: 'for other reasons', count: others }].filter(({ count }) => count > 0)
}

/** On how many pages the score rests, and why not on the others. */
function Basis({ crawl, crawlText }: { crawl: CrawlResultResponse; crawlText: string }) {
  const { health } = crawl
  if (!health || health.pages === 0) return null
  const { pages, pagesChecked } = health
  const isLow = isCoverageLow(health)
  const unchecked = uncheckedPages(crawl, crawlText)
  return (
    <p
      className={clsx(
        'figures border-line border-t pt-3 text-[0.8125rem] leading-5',
        isLow && 'font-medium text-warning',
      )}
    >
      {isLow && <TriangleAlert aria-hidden className="-mt-0.5 mr-1 inline size-4" />}
      Based on{' '}
      <b className="font-semibold">
        {formatNumber(pagesChecked)} of {formatNumber(pages)}
      </b>{' '}
      {pages === 1 ? 'page' : 'pages'} ({formatPercent(pagesChecked, pages)}).
      {unchecked.length > 0 && ' Not checked: '}
      {unchecked.map(({ name, count, href }, index) => {
        const text = `${formatNumber(count)} ${name}`
        return (
          <span key={name}>
            {index > 0 && ', '}
            {href === undefined ? (
              text
            ) : (
              <a href={href} className={numberLinkLook}>
                {text}
              </a>
            )}
          </span>
        )
      })}
      {unchecked.length > 0 && '.'}
    </p>
  )
}

const severityNames: Record<Severity, [one: string, many: string]> = {
  error: ['error', 'errors'],
  warning: ['warning', 'warnings'],
  info: ['info', 'infos'],
}

function Severities({
  websiteId,
  crawl,
  crawlText,
}: {
  websiteId: number
  crawl: CrawlResultResponse
  crawlText: string
}) {
  const counts: Record<Severity, number> = {
    error: crawl.errorCount,
    warning: crawl.warningCount,
    info: crawl.infoCount,
  }
  return (
    <ul className="mt-auto grid grid-cols-3 gap-2">
      {severities.map(severity => (
        <li key={severity}>
          <SeverityCount
            severity={severity}
            count={counts[severity]}
            href={hrefTo('errors', websiteId, { severity, crawl: crawlText })}
          />
        </li>
      ))}
    </ul>
  )
}

function SeverityCount({ severity, count, href }: { severity: Severity; count: number; href: string }) {
  const { icon: Icon, text } = severityLooks[severity]
  const [one, many] = severityNames[severity]
  const frame = 'block rounded-control border border-line px-2.5 py-1'
  const content = (
    <>
      <span
        className={clsx(
          'figures flex items-center gap-1.5 text-[1.0625rem] leading-6',
          count === 0 ? 'text-ink-muted' : ['font-semibold', text],
        )}
      >
        <Icon aria-hidden className="size-4 shrink-0" />
        {formatNumber(count)}
      </span>
      <span className="block text-ink-muted text-xs">{count === 1 ? one : many}</span>
    </>
  )
  if (count === 0) return <span className={frame}>{content}</span>
  return (
    <a href={href} className={clsx(frame, 'transition-colors hover:border-accent')}>
      {content}
    </a>
  )
}
