import type { Indexability } from '#shared/indexability.ts'
import type { PageRecord } from '#shared/page-record.ts'
import { structureScore } from '#shared/page-score.ts'
import type { SqlValue } from '../database/database.ts'
import type { CountedWrite } from '../database/fenced.ts'
import { ownStatus, statusClass } from './responses.ts'

/** Writes what the pages list is filtered and sorted by, as far as the pages themselves show it. */

const INSERT_LISTED = `insert into page_list
  (crawl_id, url_id, number, depth, status, status_class, final_status, indexability, title_length, description_length, h1_count, words,
   structure_score, images, images_without_alt, redirects, bytes, ttfb_ms, total_ms,
   url, title, description, h1, language, canonical_url, content_type, redirect_url, copy_of)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '')`
const UPDATE_INDEXABILITY = 'update page_list set indexability = ? where crawl_id = ? and url_id = ?'

type Write = Pick<CountedWrite, 'transaction' | 'specifics' | 'crawlId'>

export async function insertListed(
  { transaction, specifics, crawlId }: Write,
  pages: readonly PageRecord[],
): Promise<void> {
  await specifics.runEach(transaction, {
    statement: INSERT_LISTED,
    rows: pages.map(page => [crawlId, ...listedValues(page), ...listedTexts(page)]),
  })
}

/** After the canonicals are resolved: values are the indexability, the id of the crawl and that of the URL. */
export async function updateListedIndexability(
  { transaction, specifics }: Pick<Write, 'transaction' | 'specifics'>,
  rows: [Indexability, number, number][],
): Promise<void> {
  await specifics.runEach(transaction, { statement: UPDATE_INDEXABILITY, rows })
}

function listedValues(page: PageRecord): SqlValue[] {
  const status = ownStatus(page)
  const columns = page.facts?.columns
  const scored = {
    url: page.url,
    title: columns?.title || null,
    metaDescription: columns?.metaDescription || null,
    h1: columns?.h1 || null,
    h1Count: columns?.h1Count ?? 0,
    h2Count: columns?.h2Count ?? 0,
    h3Count: columns?.h3Count ?? 0,
    pCount: columns?.pCount ?? 0,
    totalImages: columns?.totalImages ?? 0,
    missingAltTags: columns?.missingAltTags ?? 0,
    emptyAltTags: columns?.emptyAltTags ?? 0,
  }
  return [
    page.urlId,
    page.number,
    page.depth,
    status,
    statusClass(status),
    page.status,
    page.indexability,
    columns?.title.length ?? null,
    columns?.metaDescription.length ?? null,
    columns?.h1Count ?? null,
    columns?.wordCount ?? null,
    structureScore(scored),
    columns?.totalImages ?? null,
    columns ? columns.missingAltTags + columns.emptyAltTags : null,
    page.hops.length,
    page.bytes,
    page.ttfbMs,
    page.totalMs,
  ]
}

function listedTexts({ url, facts, mediaType, hops, finalUrl }: PageRecord): SqlValue[] {
  const columns = facts?.columns
  return [
    url,
    columns?.title ?? '',
    columns?.metaDescription ?? '',
    columns?.h1 ?? '',
    columns?.lang ?? '',
    columns?.canonicalUrl ?? '',
    mediaType,
    hops.length > 0 ? finalUrl : '',
  ]
}
