import { type RawBuilder, sql } from 'kysely'
import { slices } from '../database/batches.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { DECIDED } from './decided.ts'

/** How a crawl knows a URL that it requested or skipped. */
export interface CrawledUrl {
  /** false for a skipped one. */
  isRequested: boolean
  /** It is in the pages list. */
  isPage: boolean
  /** It is an HTML page whose facts were read. */
  hasContent: boolean
  isEligible: boolean
  /** It is a copy of another page, which has the findings of both. */
  isCopy: boolean
  /** The last response after redirects; null without one. */
  status: number | null
  hasRedirects: boolean
}

/** URLs looked up by one statement. */
const URLS_AT_ONCE = 100

/** By URL; none for those that the crawl neither requested nor skipped. */
export async function readUrlStates(crawl: CrawlDatabase, urls: readonly string[]): Promise<Map<string, CrawledUrl>> {
  const states = new Map<string, CrawledUrl>()
  for (const some of slices([...new Set(urls)], URLS_AT_ONCE)) {
    const { rows } = await lookUp(crawl, some).execute(crawl.db)
    for (const row of rows)
      states.set(row.url, {
        isRequested: row.skip_reason === null,
        isPage: row.page_id !== null,
        hasContent: Boolean(row.has_content),
        isEligible: row.is_eligible === 1,
        isCopy: row.original_id !== null,
        status: row.failure === null ? row.final_status : null,
        hasRedirects: row.hops !== null,
      })
  }
  return states
}

interface LookedUp {
  url: string
  skip_reason: string | null
  failure: string | null
  final_status: number | null
  hops: string | null
  page_id: number | null
  is_eligible: number | null
  has_content: number | boolean | null
  original_id: number | null
}

/** The URLs stand first in the join, as a table: for a list SQLite, which does not know the size of a crawl, would read all of its URLs. */
function lookUp({ crawlId, specifics }: CrawlDatabase, urls: readonly string[]): RawBuilder<LookedUp> {
  const { lookupKey } = specifics.indexedText
  const wanted = sql.join(urls.map(url => sql`(cast(${url} as text))`))
  return sql<LookedUp>`with wanted (wanted_url) as (values ${wanted})
    select url.url, url.skip_reason, url.failure, url.final_status, url.hops, page.url_id as page_id, page.is_eligible,
      page.columns is not null as has_content, page_copy.original_id
    from wanted cross join url
    left join page on page.crawl_id = url.crawl_id and page.url_id = url.id
    left join page_copy on page_copy.crawl_id = url.crawl_id and page_copy.url_id = url.id
    where url.crawl_id = ${crawlId} and ${sql.raw(lookupKey('url.url'))} = ${sql.raw(lookupKey('wanted_url'))}
      and url.url = wanted_url and url.${sql.raw(DECIDED)}`
}
