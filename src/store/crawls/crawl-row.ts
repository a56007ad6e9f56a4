import type { Selectable } from 'kysely'
import type { CrawlTable } from '../database/schema.ts'
import type { CrawlCounts, CrawlOptions, CrawlRow } from '../store.ts'

/** Columns of `crawl` that make a CrawlRow, and no more: the checkpoint may be long. */
export const crawlRowColumns = [
  'crawl.id',
  'crawl.website_id',
  'crawl.seed_url',
  'crawl.crawl_limit',
  'crawl.options',
  'crawl.status',
  'crawl.phase',
  'crawl.created_ms',
  'crawl.started_ms',
  'crawl.ended_ms',
  'crawl.end_reason',
  'crawl.end_sentence',
  'crawl.notes',
  'crawl.counts',
] as const

type ColumnName<Column> = Column extends `crawl.${infer Name}` ? Name : never
type CrawlColumns = Pick<Selectable<CrawlTable>, ColumnName<(typeof crawlRowColumns)[number]>>

export function toCrawlRow(columns: CrawlColumns): CrawlRow {
  const options: CrawlOptions = JSON.parse(columns.options)
  const notes: string[] = JSON.parse(columns.notes)
  const counts: CrawlCounts = JSON.parse(columns.counts)
  return {
    id: columns.id,
    websiteId: columns.website_id,
    seedUrl: columns.seed_url,
    status: columns.status,
    phase: columns.phase,
    crawlLimit: columns.crawl_limit,
    options,
    endReason: columns.end_reason,
    endSentence: columns.end_sentence,
    notes,
    createdMs: columns.created_ms,
    startedMs: columns.started_ms,
    endedMs: columns.ended_ms,
    counts,
  }
}
