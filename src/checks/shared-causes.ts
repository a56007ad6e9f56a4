import { MIN_PAGES_OF_CAUSE } from '#shared/limits.ts'
import type { FoundCauses } from '#shared/page-record.ts'

/** Causes remembered for one crawl. Of later ones every page has its finding until the crawl ends, when all causes are merged. */
const MAX_CAUSES = 50_000

/**
 * Which causes several pages of a crawl share, as far as one page worker has seen. It spares the pages findings that would be merged at
 * the end of the crawl; the result does not depend on it.
 */
export class SharedCauses {
  readonly #causes = new Map<number, { pages: number; failsPages?: boolean }>()

  isShared(causeKey: number): boolean {
    return (this.#causes.get(causeKey)?.pages ?? 0) >= MIN_PAGES_OF_CAUSE
  }

  /** Whether a shared cause makes its pages fail: it is the same element on each of them, so the first one shows it. */
  failsPages(causeKey: number, find: () => boolean): boolean {
    const cause = this.#causes.get(causeKey)
    const fails = cause?.failsPages ?? find()
    if (cause) cause.failsPages = fails
    return fails
  }

  /** Counts the causes of one page, of all results that it may have. */
  note(causes: readonly Pick<FoundCauses, 'keys'>[]): void {
    for (const key of new Set(causes.flatMap(({ keys }) => keys))) {
      const cause = this.#causes.get(key)
      if (cause) cause.pages++
      else if (this.#causes.size < MAX_CAUSES) this.#causes.set(key, { pages: 1 })
    }
  }
}
