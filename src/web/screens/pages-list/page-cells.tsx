/** What stands in each column of the pages list. */
import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PageResponse } from '#shared/api/pages.ts'
import { isKnownDepth } from '#shared/crawl-depth.ts'
import { indexabilityLabels } from '#shared/indexability.ts'
import { type FieldColumnId, fieldOfColumn, type PageColumnId, pageOriginLabels } from '#shared/page-columns.ts'
import { altBand, type Band, structureBand, structureScore, wordBand } from '#shared/page-score.ts'
import { plainText } from '#shared/plain-text.ts'
import { hrefTo } from '#shared/routes.ts'
import { Badge, type BadgeTone, HttpStatus } from '../../components/badge.tsx'
import { CrawledText } from '../../components/crawled-text.tsx'
import { formatDuration, formatKilobytes, formatNumber } from '../../components/format.ts'
import { NumberLink } from '../../components/number-link.tsx'
import { UrlText } from '../../components/url-text.tsx'

const bandTones: Record<Band, BadgeTone> = { green: 'success', yellow: 'warning', red: 'error', unknown: 'neutral' }

/** Not known, or not applicable. */
const NOTHING = '–'

interface PageCell {
  page: PageResponse
  /** The issues and links of the page. */
  insightsHref: string
  /** Where another URL of the crawl is shown. */
  hrefOf: (url: string) => string
  origin: string | undefined
}

export const pageCells: Record<Exclude<PageColumnId, 'url'>, (cell: PageCell) => ReactNode> = {
  status: ({ page }) => (
    <span title={page.statusCode === null ? plainText(page.failure) : undefined}>
      <HttpStatus status={page.statusCode} />
    </span>
  ),
  indexability: cell => <IndexabilityCell {...cell} />,
  title: ({ page }) => textCell(page.title, 'No title'),
  score: ({ page }) => {
    const score = structureScore(page)
    return <Badge tone={bandTones[structureBand(score)]}>{score}</Badge>
  },
  words: ({ page }) => {
    const { wordCount } = page
    return <Badge tone={bandTones[wordBand(wordCount)]}>{wordCount ? formatNumber(wordCount) : 'Unknown'}</Badge>
  },
  alt: ({ page }) => <AltCell page={page} />,
  depth: ({ page }) => (isKnownDepth(page.depth) ? page.depth : NOTHING),
  inlinks: ({ page, insightsHref }) =>
    page.issueCount === null ? NOTHING : <NumberLink value={page.inlinkCount} href={insightsHref} label="inlinks" />,
  issues: ({ page, insightsHref }) => countCell(page.issueCount, insightsHref, 'issues'),
  errors: ({ page, insightsHref }) => countCell(page.errorCount, insightsHref, 'errors'),
  warnings: ({ page, insightsHref }) => countCell(page.warningCount, insightsHref, 'warnings'),
  titleLength: ({ page }) => ofHtml(page, formatNumber(page.title?.length ?? 0)),
  description: ({ page }) => textCell(page.metaDescription),
  descriptionLength: ({ page }) => ofHtml(page, formatNumber(page.metaDescription?.length ?? 0)),
  canonical: cell => urlCell(cell, cell.page.canonicalUrl),
  h1: ({ page }) => textCell(page.h1),
  h1Count: ({ page }) => ofHtml(page, page.h1Count),
  language: ({ page }) => textCell(page.lang),
  images: ({ page }) => ofHtml(page, formatNumber(page.totalImages)),
  outlinks: ({ page, insightsHref }) => countCell(page.outlinks, insightsHref, 'outlinks'),
  links: ({ page }) => page.linkScore ?? NOTHING,
  size: ({ page }) => (page.size === null ? NOTHING : formatKilobytes(page.size)),
  ttfb: ({ page }) => (page.ttfb === null ? NOTHING : formatDuration(page.ttfb)),
  time: ({ page }) => (page.responseTime === null ? NOTHING : formatDuration(page.responseTime)),
  contentType: ({ page }) => textCell(page.contentType),
  redirects: ({ page }) => page.hops.length,
  redirectUrl: cell => urlCell(cell, cell.page.redirectUrl),
  foundBy: ({ page }) => pageOriginLabels[page.foundBy],
  copyOf: cell => urlCell(cell, cell.page.copyOf),
  clicks: ({ page }) => figureCell(page.clicks),
  impressions: ({ page }) => figureCell(page.impressions),
  visits: ({ page }) => figureCell(page.visits),
  botRequests: ({ page }) => figureCell(page.botRequests),
  lastBotVisit: ({ page }) => page.lastBotVisit ?? NOTHING,
}

function figureCell(value: number | null): ReactNode {
  return value === null ? NOTHING : formatNumber(value)
}

function IndexabilityCell({ page, hrefOf }: PageCell) {
  const Icon = page.isIndexable ? Check : Minus
  const { indexability, canonicalUrl, redirectUrl } = page
  const target = indexability === 'canonicalised' ? canonicalUrl : indexability === 'redirect' ? redirectUrl : null
  const label = indexabilityLabels[indexability]
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon aria-hidden className={page.isIndexable ? 'size-3.5 text-success' : 'size-3.5 text-warning'} />
      {target === null ? (
        <span className={page.isIndexable ? undefined : 'text-warning'}>{label}</span>
      ) : (
        <a href={hrefOf(target)} title={plainText(target)} className="text-warning underline underline-offset-4">
          {label}
        </a>
      )}
    </span>
  )
}

/** Images with alt text, of all. */
function AltCell({ page }: { page: PageResponse }) {
  const { totalImages, missingAltTags, emptyAltTags } = page
  const tone = bandTones[altBand(page)]
  if (totalImages === 0) return <Badge tone={tone}>No images</Badge>
  const named = totalImages - missingAltTags - emptyAltTags
  return (
    <Badge tone={tone}>
      {formatNumber(named)} of {formatNumber(totalImages)}
    </Badge>
  )
}

/** The value of a custom field, or why there is none. */
export function FieldCell({ page: { fields = [] }, column }: { page: PageResponse; column: FieldColumnId }) {
  const value = fields.find(({ name }) => name === fieldOfColumn(column))
  if (value?.error === undefined) return textCell(value?.text ?? null)
  return (
    <span title={value.error}>
      <Badge tone="warning">Not read</Badge>
    </span>
  )
}

function textCell(text: string | null, otherwise: string = NOTHING): ReactNode {
  if (!text) return <span className="text-ink-faint">{otherwise}</span>
  return (
    <span className="block truncate md:max-w-44" title={plainText(text)}>
      <CrawledText text={text} />
    </span>
  )
}

function urlCell({ origin, hrefOf }: PageCell, url: string | null): ReactNode {
  if (url === null) return NOTHING
  return <UrlText url={url} href={hrefOf(url)} origin={origin} hasActions={false} className="md:max-w-56" />
}

function countCell(count: number | null, href: string, label: string): ReactNode {
  return count === null ? NOTHING : <NumberLink value={count} href={href} label={label} />
}

function ofHtml(page: PageResponse, value: ReactNode): ReactNode {
  return page.wordCount === null ? NOTHING : value
}

export function insightsHrefOf(websiteId: number, { url, crawlText }: { url: string; crawlText: string }): string {
  return hrefTo('page-insights', websiteId, { url, crawl: crawlText })
}
