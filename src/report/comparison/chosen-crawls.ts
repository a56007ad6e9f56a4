import { earlierCrawl, switchedOffChecks } from '#compare/compare-crawls.ts'
import { compareChosen } from '#compare/comparison.ts'
import { createKeptComparisons, type InTurn } from '#compare/kept-comparisons.ts'
import type { PathRule } from '#shared/path-map.ts'
import type { CrawlRow, Store } from '#store/store.ts'
import type { ComparisonSource } from './compared-lists.ts'

/** Two crawls that have ended, to be compared. */
export interface ChosenCrawls {
  later: CrawlRow
  earlier: CrawlRow
  paths: readonly PathRule[]
}

/** Comparisons for as long as the server runs: the last ones are kept. */
export interface ChosenComparisons {
  /** The crawl that a crawl is compared with unless another one is chosen; null where there is none. */
  earlierOf(crawl: CrawlRow): Promise<CrawlRow | null>
  /** `inTurn` runs what takes long, where that is not kept. */
  compare(chosen: ChosenCrawls, inTurn: InTurn): Promise<ComparisonSource>
}

export function chosenComparisons(store: Pick<Store, 'reading' | 'settings'>): ChosenComparisons {
  const { reading } = store
  const kept = createKeptComparisons(compared => compareChosen(reading, compared))
  return {
    earlierOf: async crawl => earlierCrawl(crawl, await reading.crawls(crawl.websiteId)),
    async compare(chosen, inTurn) {
      const switchedOff = await switchedOffChecks(store, chosen.later.websiteId)
      const comparison = await kept.read({ ...chosen, switchedOff }, inTurn)
      return { ...chosen, reading, comparison }
    },
  }
}

/** The earlier crawl beside a crawl, where that is compared once; null without one, and while the crawl goes on. */
export async function comparisonWithEarlier(
  store: Pick<Store, 'reading' | 'settings'>,
  later: CrawlRow,
): Promise<ComparisonSource | null> {
  if (later.status !== 'complete') return null
  const comparisons = chosenComparisons(store)
  const earlier = await comparisons.earlierOf(later)
  return earlier && (await comparisons.compare({ later, earlier, paths: [] }, work => work()))
}
