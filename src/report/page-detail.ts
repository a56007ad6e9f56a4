import { ineligibleReason } from '#checks/eligible.ts'
import type { PageDetailResponse } from '#shared/api/page-details.ts'
import type { PageFacts } from '#shared/facts.ts'
import type { Target } from '#shared/site-facts.ts'
import type { CrawlRow, PageRow, ReadingStore } from '#store/store.ts'
import { failureLabels } from './failure-labels.ts'
import { MAX_DETAIL_IMAGES, pageFactsResponse, type StoredPageFacts } from './page-detail-facts.ts'
import { nearPages } from './page-detail-near.ts'
import { isIndexable, pageResponse } from './page-list.ts'
import { skipLabels } from './skip-labels.ts'

type DetailReading = Pick<ReadingStore, 'pages' | 'pageFacts' | 'target' | 'linkTargets' | 'neighbours'>

/** Everything that a crawl knows about one URL. What it never met is answered with URLs that are nearly the same. */
export async function readPageDetail(
  reading: DetailReading,
  { crawl, url }: { crawl: CrawlRow; url: string },
): Promise<PageDetailResponse> {
  const [row] = await reading.pages(crawl.id, { url, limit: 1 })
  const target = await reading.target(crawl.id, url)
  const near = row || target ? [] : await nearPages(reading, { crawlId: crawl.id, seedUrl: crawl.seedUrl, url })
  const facts = row ? parseFacts(await reading.pageFacts(crawl.id, url)) : null
  return {
    url,
    page: row ? pageResponse(row, crawl.websiteId) : null,
    response: target && responseOf(target),
    indexability: row ? indexability(row, facts) : null,
    facts: facts && pageFactsResponse(facts, await filesOf(reading, { crawlId: crawl.id, facts })),
    near,
  }
}

function parseFacts(json: string | null): StoredPageFacts | null {
  // Written by us, as one value, when the page was settled.
  return json === null ? null : JSON.parse(json)
}

async function filesOf(reading: DetailReading, { crawlId, facts }: { crawlId: number; facts: StoredPageFacts }) {
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

/** Whether a search engine may index the URL itself, and why not. */
export function indexability(row: PageRow, facts: StoredPageFacts | null): Indexability {
  if (!isIndexable(row)) return { isIndexable: false, reason: obstacle(row, facts) }
  const doubt = facts && ineligibleReason(withoutLists(facts))
  if (doubt) return { isIndexable: true, reason: `${doubt}, so a search engine may still not show it.` }
  return {
    isIndexable: true,
    reason: 'It responds with status 200 and HTML, has no noindex, and names no other URL as its canonical.',
  }
}

/** In the order in which a search engine meets them. */
function obstacle({ statusCode, hops, columns, finalUrl }: PageRow, facts: StoredPageFacts | null): string {
  const [first] = hops
  if (first) return `It redirects (${first.status}) to ${finalUrl}, which is indexed in its place.`
  if (statusCode === null) return 'It gave no response.'
  if (statusCode !== 200) return `Its status code is ${statusCode}; only pages with status 200 are indexed.`
  if (columns === null) return 'It is no HTML page.'
  if (columns.isNoindex) {
    const directive = facts?.robotsDirectives.find(each => /\b(?:noindex|none)\b/i.test(each.raw))
    const where = directive?.source === 'header' ? 'The header X-Robots-Tag' : 'Its robots meta tag'
    return `${where} tells search engines not to index it${directive ? ` (${directive.raw})` : ''}.`
  }
  return `It names another URL as its canonical: ${columns.canonicalUrl ?? ''}`
}

/** The rule asks for none of the lists that the store keeps elsewhere. */
function withoutLists(facts: StoredPageFacts): PageFacts {
  return { ...facts, links: [], ids: [], content: { ...facts.content, mainText: '', minhash: [] } }
}
