import type { CrawlHealth } from '#shared/crawl-health.ts'
import { formatNumber } from '../../components/format.ts'

/** A sentence around a URL, which is shown as code. All parts are '' where there is nothing to name. */
export interface WorstCase {
  before: string
  url: string
  after: string
}

const nothing: WorstCase = { before: '', url: '', after: '' }

/** The worst issue of a check in one sentence: what it is about, or, of a cause that many pages share, how many have it. */
export function worstCase(
  { worst, issueCount }: Pick<CrawlHealth['fixFirst'][number], 'worst' | 'issueCount'>,
  siteUrl: string,
): WorstCase {
  if (worst === null) return nothing
  const { targetUrl, pageUrl, pageCount } = worst
  const isOneOfMany = issueCount > 1
  if (pageCount > 1 && targetUrl === null)
    return isOneOfMany ? { ...nothing, before: `The largest cause affects ${formatNumber(pageCount)} pages.` } : nothing
  const url = relativeUrl(targetUrl ?? pageUrl, siteUrl)
  if (pageCount > 1)
    return { before: '', url, after: `${isOneOfMany ? ' alone' : ''} affects ${formatNumber(pageCount)} pages.` }
  return { before: isOneOfMany ? 'For example ' : targetUrl === null ? 'On ' : 'About ', url, after: '.' }
}

const MAX_LENGTH = 60

/** Path and query of a URL of the site, else the whole URL; shortened in the middle. */
function relativeUrl(url: string, siteUrl: string): string {
  const parsed = URL.parse(url)
  const isOwn = parsed !== null && parsed.origin === URL.parse(siteUrl)?.origin
  const text = isOwn ? url.slice(parsed.origin.length) || '/' : url
  if (text.length <= MAX_LENGTH) return text
  const half = Math.floor(MAX_LENGTH / 2)
  return `${text.slice(0, half)}…${text.slice(-half)}`
}
