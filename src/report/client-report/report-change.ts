import type { ComparisonHead } from '#shared/api/comparison.ts'
import type { ComparedPageChange } from '#shared/changes.ts'
import type { ReadingStore } from '#store/store.ts'
import { type ComparisonSource, pagesWith, readComparedPages } from '../comparison/compared-lists.ts'
import { comparisonHead } from '../comparison/comparison-head.ts'
import { crawlScore } from '../crawl-health.ts'
import { day, moment, shortDay, startOf } from './labels.ts'

/** What changed since the crawl that the report compares with; none of it grows with the crawls. */
export interface ReportChange {
  head: ComparisonHead
  /** Health score of the earlier crawl; null where it has none. */
  score: number | null
  /** When the earlier crawl started: the day, with the time where both started on one day, and its host where that is another one. */
  since: string
  /** Only the day. */
  shortSince: string
  /** The first pages that only one of the crawls has. */
  examples: Record<ExampleChange, string[]>
}

export const exampleChanges = ['added', 'removed'] as const
type ExampleChange = (typeof exampleChanges)[number] & ComparedPageChange

export const MAX_EXAMPLES = 4

export async function reportChange(reading: ReadingStore, source: ComparisonSource): Promise<ReportChange> {
  const { earlier, later } = source
  const [earlierMs, laterMs] = [startOf(earlier), startOf(later)]
  const hosts = [earlier, later].map(({ seedUrl }) => URL.parse(seedUrl)?.host ?? seedUrl)
  const since = day(earlierMs) === day(laterMs) ? moment(earlierMs) : day(earlierMs)
  const urlsOf = async (change: ExampleChange) => {
    const pages = pagesWith(source.comparison, { change }).slice(0, MAX_EXAMPLES)
    const rows = await readComparedPages(source, { change, pages })
    return rows.flatMap(({ url, earlierUrl }) => (change === 'added' ? url : earlierUrl) ?? [])
  }
  return {
    head: comparisonHead(source, source.comparison),
    score: await crawlScore(reading, earlier),
    since: hosts[0] === hosts[1] ? since : `${since} (${hosts[0]})`,
    shortSince: shortDay(earlierMs),
    examples: { added: await urlsOf('added'), removed: await urlsOf('removed') },
  }
}
