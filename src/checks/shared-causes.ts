import { MIN_PAGES_OF_CAUSE } from '#shared/limits.ts'
import type { NewIssue } from '#shared/model.ts'

/** Causes remembered for one crawl. Of later ones every page has its finding until the crawl ends, when all causes are merged. */
const MAX_CAUSES = 50_000

/**
 * Which causes several pages of a crawl share, as far as one page worker has seen. It spares the pages findings that would be merged at
 * the end of the crawl; the result does not depend on it.
 */
export class SharedCauses {
  readonly #pages = new Map<number, number>()

  isShared(causeKey: number): boolean {
    return (this.#pages.get(causeKey) ?? 0) >= MIN_PAGES_OF_CAUSE
  }

  /** Counts the causes of one page, from all issues that it may have. */
  note(issues: readonly Pick<NewIssue, 'foundCauses'>[]): void {
    for (const key of new Set(issues.flatMap(({ foundCauses = [] }) => foundCauses))) {
      const pages = this.#pages.get(key)
      if (pages === undefined && this.#pages.size >= MAX_CAUSES) continue
      if (pages === undefined || pages < MIN_PAGES_OF_CAUSE) this.#pages.set(key, (pages ?? 0) + 1)
    }
  }
}
