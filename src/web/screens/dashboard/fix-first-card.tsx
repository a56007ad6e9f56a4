/** "Fix First": the five checks whose fix raises the score most, with what to do and the worst case. Each row is one link. */
import { clsx } from 'clsx'
import { ArrowRight, ChevronRight, CircleCheck } from 'lucide-react'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { type CrawlHealth, sumOfPoints } from '#shared/crawl-health.ts'
import { hrefTo } from '#shared/routes.ts'
import { SeverityBadge } from '../../components/badge.tsx'
import { Card, CardHeader, CardTitle } from '../../components/card.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { Skeleton } from '../../components/fetch-states.tsx'
import { formatCount, formatGain } from '../../components/format.ts'
import { EmptyState } from '../../components/states.tsx'
import { isCrawlActive } from '../../queries/crawls.ts'
import { worstCase } from './worst-case.ts'

interface FixFirstCardProps {
  websiteId: number
  crawl: CrawlResultResponse | undefined
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
}

const rowLook =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-1.5 border-line border-t px-4 py-3 sm:grid-cols-[5.75rem_minmax(0,1fr)_5.25rem_4.75rem_1rem] sm:px-5 sm:py-1'

export function FixFirstCard({ websiteId, crawl, crawlText }: FixFirstCardProps) {
  return (
    <Card aria-label="Fix First" className="flex min-h-106.5 flex-col">
      <CardHeader className="pt-3.5 pb-2 sm:pt-3.5">
        <CardTitle>Fix First</CardTitle>
        <p className="text-[0.8125rem] text-ink-muted">Points gained if all causes are fixed</p>
      </CardHeader>
      {crawl ? <Content websiteId={websiteId} crawl={crawl} crawlText={crawlText} /> : <Waiting />}
    </Card>
  )
}

function Waiting() {
  return (
    <div className="flex flex-1 flex-col">
      {Array.from({ length: 5 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never change places
        <div key={row} className={clsx(rowLook, 'flex-1')}>
          <Skeleton className="h-5 w-18 rounded-full" />
          <Skeleton className="col-span-full w-3/4 sm:col-span-1" />
        </div>
      ))}
    </div>
  )
}

function Content({ websiteId, crawl, crawlText }: FixFirstCardProps & { crawl: CrawlResultResponse }) {
  const { health } = crawl
  if (!health)
    return (
      <div className="flex flex-1 flex-col items-center justify-center gap-1 border-line border-t p-5 text-center">
        <p className="font-semibold text-2xl">–</p>
        <p className="text-ink-muted text-sm">
          {isCrawlActive(crawl) ? 'Available when the crawl is complete' : 'No page was crawled.'}
        </p>
      </div>
    )
  const { fixFirst, deductions, subjects } = health
  if (fixFirst.length === 0)
    return (
      <EmptyState
        icon={CircleCheck}
        title={deductions.length === 0 ? 'No issues found' : 'No issue takes points'}
        action={
          <a
            href={hrefTo('passed', websiteId, { crawl: crawlText })}
            className="text-accent text-sm underline-offset-4 hover:underline"
          >
            Passed Checks
          </a>
        }
        className="my-auto"
      />
    )
  const largestGain = Math.max(...fixFirst.map(({ gain }) => gain))
  return (
    <>
      <ol className="flex flex-1 flex-col">
        {fixFirst.map(fix => (
          <Fix
            key={fix.checkId}
            fix={fix}
            href={hrefTo('issues-by-check', websiteId, { check: fix.checkId, crawl: crawlText })}
            siteUrl={crawl.url}
            share={fix.gain / largestGain}
          />
        ))}
      </ol>
      <div className="figures flex flex-wrap justify-between gap-x-4 gap-y-1 rounded-b-card border-line border-t bg-sunken px-4 py-2.5 text-[0.8125rem] sm:px-5">
        <p>
          {worthWords(fixFirst.length)}{' '}
          <b className="font-semibold">{sumOfPoints(fixFirst.map(({ gain }) => gain)).toFixed(1)}</b> of the{' '}
          <b className="font-semibold">{sumOfPoints(subjects.map(({ taken }) => taken)).toFixed(1)}</b> missing points.
        </p>
        <a
          href={hrefTo('issues-by-check', websiteId, { crawl: crawlText })}
          className="inline-flex items-center gap-1.5 font-medium text-accent underline-offset-4 hover:underline"
        >
          All {formatCount(deductions.length, 'check')} with issues
          <ArrowRight aria-hidden className="size-4" />
        </a>
      </div>
    </>
  )
}

const numbers = ['', '', 'two', 'three', 'four', 'five']

function worthWords(count: number): string {
  return count === 1 ? 'This one is worth' : `These ${numbers[count] ?? count} are worth`
}

interface FixProps {
  fix: CrawlHealth['fixFirst'][number]
  href: string
  /** URLs of this site are relative to it. */
  siteUrl: string
  /** Of the largest gain, 0 to 1. */
  share: number
}

function Fix({ fix, href, siteUrl, share }: FixProps) {
  const { severity, title, advice, issueCount, pageCount, gain } = fix
  const { before, url, after } = worstCase(fix, siteUrl)
  return (
    <li
      className={clsx(
        rowLook,
        'group relative flex-1 hover:bg-sunken/60 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent',
      )}
    >
      <SeverityBadge severity={severity} />
      <div className="max-sm:order-2 max-sm:col-span-full">
        <a
          href={href}
          className="break-words font-semibold text-sm after:absolute after:inset-0 focus-visible:outline-none group-hover:text-accent"
        >
          <CrawledText text={title} />
        </a>
        <p className="text-[0.8125rem] text-ink-muted leading-4.5 sm:line-clamp-2">
          {before}
          {url !== '' && (
            <code className="break-all text-ink text-xs">
              <CrawledText text={url} dir="ltr" />
            </code>
          )}
          {after} {advice}
        </p>
      </div>
      <p className="figures text-sm max-sm:order-3 max-sm:col-span-full sm:text-right">
        {formatCount(pageCount, 'page')}
        <span className="text-[0.8125rem] text-ink-muted max-sm:ml-2 sm:block">{formatCount(issueCount, 'cause')}</span>
      </p>
      <div className="w-16 max-sm:order-1 sm:w-auto">
        <p className="figures text-right font-semibold text-[0.9375rem]">
          {formatGain(gain)}
          <span className="sr-only"> points</span>
        </p>
        <div aria-hidden className="mt-0.5 h-1.25 overflow-hidden rounded-full bg-line">
          <div className="h-full origin-left rounded-full bg-accent" style={{ transform: `scaleX(${share})` }} />
        </div>
      </div>
      <ChevronRight aria-hidden className="size-4 text-ink-faint max-sm:hidden" />
    </li>
  )
}
