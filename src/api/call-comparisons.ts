import { type ChosenCrawls, chosenComparisons } from '#report/comparison/chosen-crawls.ts'
import type { ComparisonSource } from '#report/comparison/compared-lists.ts'
import type { comparedCrawls } from '#shared/api/comparison.ts'
import type { ParameterValues } from '#shared/api/query.ts'
import { AppError } from '#shared/errors.ts'
import type { CrawlRow, Store } from '#store/store.ts'
import type { WebsiteCall } from './call.ts'
import { chosenCrawl, crawlNotFound, findWebsite, seesCrawl } from './own-crawl.ts'
import { computingTurns, requesterOf } from './owner-turns.ts'

type Chosen = ParameterValues<typeof comparedCrawls>

/** The crawls that callers have chosen to compare. */
export interface CallComparisons {
  /** null where there is no crawl to compare with. @throws AppError not-found, conflict. */
  pairOf(call: WebsiteCall, chosen: Chosen): Promise<ChosenCrawls | null>
  /** The same, compared. */
  sourceOf(call: WebsiteCall, chosen: Chosen): Promise<ComparisonSource | null>
}

/** One for all routes: the last comparisons are kept. */
export function callComparisons(store: Store): CallComparisons {
  const comparisons = chosenComparisons(store)
  const inTurn = computingTurns()

  async function pairOf({ website, visitor }: WebsiteCall, query: Chosen): Promise<ChosenCrawls | null> {
    const { paths = [] } = query
    const later = await chosenCrawl(store, { website, crawlId: query.crawl })
    assertEnded(later)
    if (query.with === undefined) {
      const earlier = await comparisons.earlierOf(later)
      if (earlier && !seesCrawl(website, earlier.id)) return null
      return earlier && { later, earlier, paths }
    }
    const earlier = seesCrawl(website, query.with) ? await store.reading.crawl(query.with) : null
    // A share link names both crawls; users see the other website themselves.
    const isSeen =
      earlier !== null && (website.onlyCrawls !== null || (await findWebsite(store, visitor, earlier.websiteId)))
    if (!earlier || !isSeen) throw crawlNotFound()
    assertEnded(earlier)
    return { later, earlier, paths }
  }

  return {
    pairOf,
    async sourceOf(call, chosen) {
      const pair = await pairOf(call, chosen)
      return pair && (await comparisons.compare(pair, work => inTurn(requesterOf(call), work)))
    },
  }
}

/** Its lists still change otherwise. @throws AppError conflict. */
function assertEnded({ status }: CrawlRow): void {
  if (status !== 'complete') throw new AppError('conflict', 'The crawl has not ended: it can be compared then')
}
