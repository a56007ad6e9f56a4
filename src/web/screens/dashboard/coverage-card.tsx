/** "Coverage": how the crawl ended, which pages search engines may index, the status codes, and what was not crawled. */

import { clsx } from 'clsx'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { indexabilities, indexabilityLabels } from '#shared/indexability.ts'
import { skipLabels, skipReasons } from '#shared/model.ts'
import { hrefTo } from '#shared/routes.ts'
import { Badge } from '../../components/badge.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../components/card.tsx'
import { LongCrawledText } from '../../components/crawled-text.tsx'
import { Skeleton } from '../../components/fetch-states.tsx'
import { formatCount, formatNumber, upperFirst } from '../../components/format.ts'
import { NumberLink } from '../../components/number-link.tsx'
import { endLook } from './crawl-end.ts'

interface CoverageCardProps {
  websiteId: number
  crawl: CrawlResultResponse | undefined
  /** Id of an earlier crawl as text, '' for the newest. */
  crawlText: string
}

export function CoverageCard({
  className,
  websiteId,
  crawl,
  crawlText,
}: CoverageCardProps & { className?: string | undefined }) {
  return (
    <Card aria-label="Coverage" className={clsx('min-h-71', className)}>
      <CardHeader className="pt-3.5 sm:pt-3.5">
        <CardTitle>Coverage</CardTitle>
        {crawl && <EndBadge crawl={crawl} />}
      </CardHeader>
      <CardContent className="pt-2 sm:pt-2">
        {crawl ? (
          <>
            <CrawlEnd crawl={crawl} />
            <div className="grid gap-x-7 gap-y-5 md:grid-cols-3">
              <Indexability websiteId={websiteId} crawl={crawl} crawlText={crawlText} />
              <StatusCodes websiteId={websiteId} crawl={crawl} crawlText={crawlText} />
              <NotCrawled websiteId={websiteId} crawl={crawl} crawlText={crawlText} />
            </div>
          </>
        ) : (
          <div className="grid gap-x-7 gap-y-5 pt-2 md:grid-cols-3">
            <Skeleton className="h-40" />
            <Skeleton className="h-40" />
            <Skeleton className="h-40" />
          </div>
        )}
      </CardContent>
    </Card>
  )
}

function EndBadge({ crawl }: { crawl: CrawlResultResponse }) {
  const { icon: Icon, tone, label } = endLook(crawl)
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {label}
    </Badge>
  )
}

function CrawlEnd({ crawl: { endReason, endSentence, notes } }: { crawl: CrawlResultResponse }) {
  if (endReason === null) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div role="group" aria-label="How the crawl ended" className="mb-3 break-words text-[0.8125rem] text-ink-muted">
      <p>
        <LongCrawledText text={endSentence} />
      </p>
      {notes.map(note => (
        <p key={note}>
          <LongCrawledText text={note} />
        </p>
      ))}
    </div>
  )
}

interface Row {
  key: string
  name: string
  count: number
  colour: string
  /** The rows that it counts. */
  href: string
}

interface PartProps {
  title: string
  total: string
  rows: readonly Row[]
  /** In place of the rows where there is none. */
  empty?: string
}

/** A bar, and its table. The bar has the same links for the pointer only. */
function Part({ title, total, rows, empty }: PartProps) {
  return (
    <div className="min-w-0">
      <h3 className="mb-2 flex items-baseline justify-between gap-2 font-semibold text-[0.8125rem]">
        {title}
        <span className="figures font-normal text-ink-muted">{total}</span>
      </h3>
      <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-full bg-line">
        {rows.map(
          ({ key, name, count, colour }) =>
            count > 0 && (
              <span
                key={key}
                title={`${name}: ${formatNumber(count)}`}
                className={clsx('min-w-1', colour)}
                style={{ flexGrow: count }}
              />
            ),
        )}
      </div>
      {rows.length === 0 ? (
        <p className="mt-3 text-[0.8125rem] text-ink-muted">{empty}</p>
      ) : (
        <dl className="mt-2 text-[0.8125rem]">
          {rows.map(({ key, name, count, colour, href }) => (
            <div key={key} className={clsx('flex items-center gap-2 py-0.5', count === 0 && 'text-ink-muted')}>
              <dt className="flex min-w-0 flex-1 items-center gap-2">
                <span aria-hidden className={clsx('size-2.5 shrink-0 rounded-[3px]', colour)} />
                <span className="min-w-0 break-words">{name}</span>
              </dt>
              <dd className="figures font-medium">
                <NumberLink value={count} href={href} label={name} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

interface PartOfCrawlProps {
  websiteId: number
  crawl: CrawlResultResponse
  crawlText: string
}

const indexabilityColours: Partial<Record<(typeof indexabilities)[number], string>> = {
  indexable: 'bg-chart-green',
  noindex: 'bg-chart-amber',
  canonicalised: 'bg-chart-purple',
  redirect: 'bg-chart-blue',
  status: 'bg-chart-red',
}

/** All reasons that there are; always those that search engines may index. */
function Indexability({ websiteId, crawl, crawlText }: PartOfCrawlProps) {
  const rows = indexabilities
    .map(
      (reason): Row => ({
        key: reason,
        name: indexabilityLabels[reason],
        count: crawl.indexabilityCounts[reason] ?? 0,
        colour: indexabilityColours[reason] ?? 'bg-line-strong',
        href: hrefTo('pages-list', websiteId, { indexability: reason, crawl: crawlText }),
      }),
    )
    .filter(({ key, count }) => count > 0 || key === 'indexable')
    .sort((a, b) => b.count - a.count)
  return <Part title="Indexability" total={formatCount(sumOf(rows), 'page')} rows={rows} />
}

const statusClasses = [
  { key: '2xx', name: '2xx success', colour: 'bg-chart-green' },
  { key: '3xx', name: '3xx redirect', colour: 'bg-chart-blue' },
  { key: '4xx', name: '4xx client error', colour: 'bg-chart-red' },
  { key: '5xx', name: '5xx server error', colour: 'bg-chart-purple' },
  { key: 'none', name: 'No response', colour: 'bg-line-strong' },
] as const

function StatusCodes({ websiteId, crawl, crawlText }: PartOfCrawlProps) {
  const rows = statusClasses.map(
    (status): Row => ({
      ...status,
      count: crawl.statusCounts[status.key] ?? 0,
      href: hrefTo('pages-list', websiteId, { status: status.key, crawl: crawlText }),
    }),
  )
  return <Part title="Status codes" total={formatCount(sumOf(rows), 'URL')} rows={rows} />
}

function NotCrawled({ websiteId, crawl: { skippedCounts, crawlLimit }, crawlText }: PartOfCrawlProps) {
  const rows = skippedCounts
    .map(
      ({ reason, count }, index): Row => ({
        key: reason,
        name: reason === 'limit' ? `${skipName(reason)} (${formatNumber(crawlLimit)})` : skipName(reason),
        count,
        href: hrefTo('not-crawled', websiteId, { reason, crawl: crawlText }),
        colour: index % 2 === 0 ? 'bg-line-strong' : 'bg-ink-faint',
      }),
    )
    .sort((a, b) => b.count - a.count)
  return (
    <Part
      title="Not crawled"
      total={formatCount(sumOf(rows), 'URL')}
      rows={rows}
      empty="Every URL that was found was crawled."
    />
  )
}

/** A reason of a newer server stands as it is. */
function skipName(reason: string): string {
  const known = skipReasons.find(each => each === reason)
  return upperFirst(known ? skipLabels[known] : reason)
}

function sumOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0)
}
