import type { CrawlRow } from '#store/store.ts'
import type { ComparedCrawls, Comparison } from './comparison.ts'

/** Comparisons of chosen crawls, kept, so that the parts of their lists are read without comparing again. */
export interface KeptComparisons {
  /** `inTurn` runs what makes one that is not kept. */
  read(compared: ComparedCrawls, inTurn: InTurn): Promise<Comparison>
}

/** A comparison takes the memory of its largest check and seconds of processor time for large crawls. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

const MAX_COMPARISONS = 10
/** Ids of all comparisons together: some tens of megabytes. */
const MAX_IDS = 3_000_000

interface Kept {
  comparison: Promise<Comparison>
  /** 0 until it is made. */
  ids: number
}

export function createKeptComparisons(compare: (compared: ComparedCrawls) => Promise<Comparison>): KeptComparisons {
  const kept = new Map<string, Kept>()
  const forgetOldest = () => {
    for (const [key] of kept) {
      const ids = kept.values().reduce((sum, each) => sum + each.ids, 0)
      if (kept.size <= 1 || (kept.size <= MAX_COMPARISONS && ids <= MAX_IDS)) return
      kept.delete(key)
    }
  }
  return {
    async read(compared, inTurn) {
      const key = keyOf(compared)
      const known = kept.get(key)
      if (known) {
        kept.delete(key)
        kept.set(key, known)
        return await known.comparison
      }
      const comparison = inTurn(() => compare(compared))
      const entry: Kept = { comparison, ids: 0 }
      kept.set(key, entry)
      try {
        const made = await comparison
        entry.ids = idsOf(made)
        forgetOldest()
        return made
      } catch (error) {
        if (kept.get(key) === entry) kept.delete(key)
        throw error
      }
    },
  }
}

/** Changes with all that a comparison depends on: what is muted, switched off or closed by a recheck is in the counts of a crawl. */
function keyOf({ later, earlier, paths, switchedOff }: ComparedCrawls): string {
  const of = ({ id, status, endedMs, counts }: CrawlRow) => [id, status, endedMs, counts]
  return JSON.stringify([of(later), of(earlier), paths, [...switchedOff].sort()])
}

function idsOf({ findings, pages }: Comparison): number {
  const issues = findings.reduce((sum, { issueIds }) => sum + issueIds.length, 0)
  return Object.values(pages.changes).reduce((sum, list) => sum + 3 * list.length, issues)
}
