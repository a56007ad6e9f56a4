import type { SkipReason } from '#shared/model.ts'
import type { PageRecord } from '#shared/page-record.ts'
import { addTo } from '../database/counters.ts'
import type { SqlValue } from '../database/database.ts'
import type { FencedWrite } from '../database/fenced.ts'
import type { UrlTable } from '../database/schema.ts'
import { isDecidedState } from '../pages/decided.ts'
import { responseColumns, responseValues } from '../pages/responses.ts'
import type { UrlBlock, UrlRow } from '../urls/url-log.ts'

/** What changed of the URLs of a crawl since the last commit. */
export interface ChangedUrls {
  /** Those that are new. */
  found: readonly UrlBlock[]
  /** What changed of new and known ones, packed for the log; null when nothing did. */
  changes: Uint8Array | null
  /** Ids of those that are decided, new or changed: they have a row. */
  decided: Uint32Array
  /** By how much the counters change. */
  urlCounts: UrlCounts
  /** A URL by id, as it is at the time of the call: what is decided stays so. */
  rowOf(id: number): UrlRow
}

/** How many URLs there are of each state that is counted. */
export interface UrlCounts {
  /** Of the site. */
  found: number
  probed: number
  toProbe: number
  skipped: Map<SkipReason, number>
}

export function newUrlCounts(): UrlCounts {
  return { found: 0, probed: 0, toProbe: 0, skipped: new Map() }
}

/** Counts a URL in, or out where `step` is -1. */
export function countUrl(
  urlCounts: UrlCounts,
  { scope, state, skipReason }: Pick<UrlRow, 'scope' | 'state' | 'skipReason'>,
  step: 1 | -1,
): void {
  if (scope === 'internal') urlCounts.found += step
  if (state === 'probed') urlCounts.probed += step
  if (state === 'to-probe') urlCounts.toProbe += step
  if (skipReason !== null && isDecidedState(state)) addTo(urlCounts.skipped, skipReason, step)
}

const rowColumns = [
  'scope',
  'state',
  'skip_reason',
  'depth',
  'redirect_depth',
  'number',
  'first_number',
  'first_position',
  'kinds',
  'is_followed',
  'is_in_sitemap',
  'sitemap_number',
  'listed_day',
  'googlebot_line',
] as const satisfies (keyof UrlTable)[]

/** Of a row that is there already, pages that were read since may name the URL in other ways. */
function writeStatement(columns: readonly string[]): string {
  return `insert into url (crawl_id, id, url, ${columns.join(', ')}) values (?, ?, ?, ${columns.map(() => '?').join(', ')})
    on conflict (crawl_id, id) do update set ${columns.map(name => `${name} = excluded.${name}`).join(', ')}`
}

const WRITE_ROW = writeStatement(rowColumns)
const WRITE_RESPONSE = writeStatement([...rowColumns, ...responseColumns])

/** Writes the rows of URLs that were requested or skipped. Idempotent. */
export async function writeRows(
  { transaction, specifics, crawlId }: FencedWrite,
  rows: readonly UrlRow[],
): Promise<void> {
  await specifics.runEach(transaction, { statement: WRITE_ROW, rows: rows.map(row => rowValues(row, crawlId)) })
}

/** The same of requested URLs, with the responses to them. */
export async function writeResponses(
  { transaction, specifics, crawlId, counts }: FencedWrite,
  records: readonly PageRecord[],
  rowOf: (id: number) => UrlRow,
): Promise<void> {
  await specifics.runEach(transaction, {
    statement: WRITE_RESPONSE,
    rows: records.map(record => [...rowValues(rowOf(record.urlId), crawlId), ...responseValues(record)]),
  })
  for (const { bytes, isCounted } of records) {
    counts.bytes += bytes ?? 0
    if (isCounted) counts.pagesCrawled++
  }
}

function rowValues(row: UrlRow, crawlId: number): SqlValue[] {
  return [
    crawlId,
    row.id,
    row.url,
    row.scope,
    row.state,
    row.skipReason,
    row.depth,
    row.redirectDepth,
    row.number,
    row.firstNumber,
    row.firstPosition,
    row.kinds,
    row.isFollowed ? 1 : 0,
    row.isInSitemap ? 1 : 0,
    row.sitemapNumber ?? 0,
    row.listedDay ?? 0,
    row.googlebotLine ?? 0,
  ]
}
