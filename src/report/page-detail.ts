import { ineligibleReason } from '#checks/eligible.ts'
import type { PageDetailResponse } from '#shared/api/page-details.ts'
import { type CanonicalResponse, isOwnForm, resolvedCanonical } from '#shared/canonical.ts'
import { assertNever } from '#shared/errors.ts'
import type { PageFacts } from '#shared/facts.ts'
import { skipLabels } from '#shared/model.ts'
import type { Target } from '#shared/site-facts.ts'
import { EXTRACTOR } from '#shared/stored-page.ts'
import type { CrawlRow, PageRow, ReadingStore } from '#store/store.ts'
import { MAX_DETAIL_IMAGES, pageFactsResponse } from './page-detail-facts.ts'
import { nearPages } from './page-detail-near.ts'
import { pageResponse } from './page-list.ts'
import { failureLabels } from './unread-labels.ts'

type DetailReading = Pick<ReadingStore, 'pages' | 'extractor' | 'pageFacts' | 'target' | 'linkTargets' | 'neighbours'>

/** Everything that a crawl knows about one URL. For a URL that it never met: URLs that are nearly the same. */
export async function readPageDetail(
  reading: DetailReading,
  { crawl, url }: { crawl: CrawlRow; url: string },
): Promise<PageDetailResponse> {
  const [row] = await reading.pages(crawl.id, { url, limit: 1 })
  const target = await reading.target(crawl.id, url)
  const near = row || target ? [] : await nearPages(reading, { crawlId: crawl.id, seedUrl: crawl.seedUrl, url })
  const extractor = row ? await reading.extractor(crawl.id, url) : null
  const facts = extractor === null ? null : await reading.pageFacts(crawl.id, url)
  return {
    url,
    page: row ? pageResponse(row, crawl.websiteId) : null,
    response: target && responseOf(target),
    indexability: row
      ? indexability(row, { facts, canonical: await canonicalOf(reading, { crawlId: crawl.id, row }) })
      : null,
    facts: facts && pageFactsResponse(facts, await filesOf(reading, { crawlId: crawl.id, facts })),
    factsNote: factsNote(extractor, facts),
    near,
  }
}

/** Why the facts of a page may differ from its findings, or cannot be shown; '' otherwise. */
export function factsNote(extractor: number | null, facts: PageFacts | null): string {
  if (extractor === null) return ''
  if (facts === null)
    return 'The details of this page cannot be read again: it is too large, or was encrypted with a key that this server does not have.'
  if (extractor === EXTRACTOR) return ''
  return 'An earlier version of Sitesounder checked this page: details shown here may differ from its findings.'
}

/** The response to another URL that the page names as its canonical. */
async function canonicalOf(reading: DetailReading, { crawlId, row }: { crawlId: number; row: PageRow }) {
  const canonicalUrl = row.columns?.canonicalUrl ?? row.url
  return canonicalUrl === row.url ? null : await reading.target(crawlId, canonicalUrl)
}

async function filesOf(reading: DetailReading, { crawlId, facts }: { crawlId: number; facts: PageFacts }) {
  const sources = facts.images.slice(0, MAX_DETAIL_IMAGES).flatMap(image => image.src ?? [])
  return await reading.linkTargets(crawlId, sources)
}

function responseOf(target: Target): NonNullable<PageDetailResponse['response']> {
  const { failure, failureDetail, skipReason, status } = target
  return {
    isExternal: target.scope === 'external',
    statusCode: status,
    finalUrl: target.finalUrl,
    finalStatusCode: target.finalStatus,
    failure: failure === null ? '' : failureLabels(failure, failureDetail),
    skipReason: skipReason === null ? '' : skipLabels[skipReason],
    contentType: target.mediaType || null,
    size: target.bytes,
    hops: target.hops,
    attempts: target.attempts,
    kinds: target.kinds,
    isBotChallenge: target.isBotChallenge,
  }
}

interface Indexability {
  isIndexable: boolean
  /** A sentence either way. */
  reason: string
}

interface KnownOfPage {
  facts: PageFacts | null
  /** The response to its canonical where that is another URL. */
  canonical: CanonicalResponse | null
}

/** Whether a search engine may index the URL itself, and why not. */
export function indexability(row: PageRow, { facts, canonical }: KnownOfPage): Indexability {
  if (row.indexability !== 'indexable') return { isIndexable: false, reason: obstacle(row, facts) }
  const doubt = facts && ineligibleReason({ ...facts, isCanonicalOwn: true })
  if (doubt) return { isIndexable: true, reason: `${doubt}, so a search engine may still not show it.` }
  const about = canonicalSentence(row, { facts, canonical })
  return { isIndexable: true, reason: `It responds with status 200 and HTML, has no noindex, and ${about}.` }
}

/** Why the canonical of an indexable page is no obstacle. */
function canonicalSentence({ url, columns }: PageRow, { facts, canonical }: KnownOfPage): string {
  const canonicalUrl = columns?.canonicalUrl ?? url
  if (canonicalUrl === url) return 'names no other URL as its canonical'
  const page = { url, canonicalUrl, isPrivateHost: facts?.isPrivateHost ?? false }
  return isOwnForm(page, resolvedCanonical(canonicalUrl, canonical))
    ? `its canonical ${canonicalUrl} is another form of its URL`
    : `search engines ignore its canonical ${canonicalUrl}, which they cannot fetch`
}

function obstacle(row: PageRow, facts: PageFacts | null): string {
  const { indexability, statusCode, columns } = row
  switch (indexability) {
    case 'redirect':
      return redirectSentence(row, facts)
    case 'blocked':
      return 'robots.txt disallows it for Googlebot.'
    case 'no-response':
      return 'It gave no response.'
    case 'bot-protection':
      return 'A bot protection page was returned instead of the page.'
    case 'status':
      return `Its status code is ${statusCode}; only pages with status 200 are indexed.`
    case 'not-html':
      return 'It is no HTML page.'
    case 'noindex':
      return noindexSentence(facts)
    case 'canonicalised':
      return `It names another URL as its canonical: ${columns?.canonicalUrl ?? ''}`
    case 'indexable':
      return ''
    default:
      return assertNever(indexability)
  }
}

function redirectSentence({ hops: [first], finalUrl }: PageRow, facts: PageFacts | null): string {
  if (first) return `It redirects (${first.status}) to ${finalUrl}, which is indexed in its place.`
  const redirectUrl = facts?.rendering?.isRendered ? facts.rendering.redirectUrl : null
  return `It leads at once to ${redirectUrl ?? facts?.refresh?.url ?? 'another URL'}, which is indexed in its place.`
}

function noindexSentence(facts: PageFacts | null): string {
  const directive = facts?.robotsDirectives.find(each => /\b(?:noindex|none)\b/i.test(each.raw))
  const where = directive?.source === 'header' ? 'The header X-Robots-Tag' : 'Its robots meta tag'
  return `${where} tells search engines not to index it${directive ? ` (${directive.raw})` : ''}.`
}
