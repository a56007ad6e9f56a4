import type { FindingChange } from '#shared/changes.ts'
import { type Severity, severities } from '#shared/model.ts'
import type { FindingIdentity } from './finding-identity.ts'

/** Parts of findings that are kept in memory, about 100 bytes each. */
export const MAX_PARTS = 2_000_000

/**
 * The findings of an earlier crawl, and which of them a later crawl has. This is the one rule of what is new and what is absent, whether
 * the earlier findings are those of a stored crawl or of a report.
 */
export class KnownFindings {
  /** The worst severity that a part had, as its index. */
  readonly #ranks = new Map<string, number>()
  readonly #found = new Set<string>()

  /** There were more findings than are kept. */
  get isFull(): boolean {
    return this.#ranks.size > MAX_PARTS
  }

  add({ parts }: FindingIdentity, severity: Severity): void {
    if (this.isFull) return
    const rank = severities.indexOf(severity)
    for (const part of parts) this.#ranks.set(part, Math.min(rank, this.#ranks.get(part) ?? rank))
  }

  /**
   * Takes a finding of the later crawl. It is unchanged when the earlier crawl had all its parts, and they were at least as severe: what
   * got worse is new. A list of pages is unchanged when one of them was listed.
   */
  find({ parts, isList }: FindingIdentity, severity: Severity): FindingChange {
    const rank = severities.indexOf(severity)
    const isKnown = (part: string) => (this.#ranks.get(part) ?? Number.POSITIVE_INFINITY) <= rank
    for (const part of parts) if (this.#ranks.has(part)) this.#found.add(part)
    return (isList ? parts.some(isKnown) : parts.every(isKnown)) ? 'unchanged' : 'new'
  }

  /** Whether a part was not found, once all findings of the later crawl were taken: without one, no finding is absent. */
  get hasUnfound(): boolean {
    return this.#found.size < this.#ranks.size
  }

  /** Whether the later crawl has nothing of an earlier finding, once all of its findings were taken. */
  isAbsent({ parts }: FindingIdentity): boolean {
    return !parts.some(part => this.#found.has(part))
  }
}
