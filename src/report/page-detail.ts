import type { PageDetailResponse } from '#shared/api/page-details.ts'
import type { Target } from '#shared/site-facts.ts'
import type { CrawlRow, ReadingStore } from '#store/store.ts'
import { failureLabels } from './failure-labels.ts'
import { MAX_DETAIL_IMAGES, pageFactsResponse, type StoredPageFacts } from './page-detail-facts.ts'
import { indexability } from './page-detail-indexability.ts'
import { nearPages } from './page-detail-near.ts'
import { pageResponse } from './page-list.ts'
import { skipLabels } from './skip-labels.ts'

type DetailReading = Pick<ReadingStore, 'pages' | 'pageFacts' | 'target' | 'linkTargets' | 'neighbours'>

/** Everything that a crawl knows about one address. What it never met is answered with addresses that are nearly the same. */
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
    asked: target && askedAnswer(target),
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

function askedAnswer(target: Target): NonNullable<PageDetailResponse['asked']> {
  const { failure, failureDetail, skipReason, status } = target
  return {
    isExternal: target.scope === 'external',
    statusCode: status,
    finalUrl: target.finalUrl,
    finalStatusCode: target.finalStatus,
    failure: failure === null ? '' : failureLabels(failure, failureDetail),
    leftOut: skipReason === null ? '' : skipLabels[skipReason],
    contentType: target.mediaType || null,
    size: target.bytes,
    hops: target.hops,
    attempts: target.attempts,
    kinds: target.kinds,
    isBotChallenge: target.isBotChallenge,
  }
}
