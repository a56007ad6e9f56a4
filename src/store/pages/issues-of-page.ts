import { type RawBuilder, sql } from 'kysely'
import type { CrawlDatabase, Database } from '../database/database.ts'
import { isAnyText, isTextStatement } from '../database/indexed-text.ts'
import { DECIDED } from './decided.ts'
import { hasPageOf } from './page-parts.ts'

/** Joined in this order: SQLite, which does not know the size of a crawl, would read all pages of it first. */
const SETS_OF_URL = `url cross join page cross join issue_page`
const IS_OF_URL = `url.${DECIDED} and page.crawl_id = url.crawl_id and page.url_id = url.id
  and issue_page.crawl_id = page.crawl_id and ${hasPageOf('issue_page')}`

/** SQL of a table `of_page`: ids of the issues that affect the page with the URL ?2 of the crawl ?1, suppressed or not. */
export function issuesOfPage(specifics: Pick<Database, 'specifics'>): string {
  const isUrl = (column: string) => isTextStatement(specifics, { column, value: '?2', key: 'lookupKey' })
  return `(select issue_url.issue_id from issue_url
      where issue_url.crawl_id = ?1 and ${isUrl('issue_url.url')} and issue_url.is_affected = 1
    union all select issue_page.issue_id from ${SETS_OF_URL}
      where url.crawl_id = ?1 and ${isUrl('url.url')} and ${IS_OF_URL}) as of_page`
}

/** A query of the URLs, among these, that issues of a crawl name, each with the id of such an issue. */
export function issuesNaming(
  { specifics, crawlId }: Pick<CrawlDatabase, 'specifics' | 'crawlId'>,
  urls: readonly string[],
): RawBuilder<{ url: string; issue_id: number }> {
  const { lookupKey } = specifics.indexedText
  const wanted = sql.join(urls.map(url => sql`(cast(${url} as text))`))
  return sql`with wanted (wanted_url) as (values ${wanted})
    select issue_url.url, issue_url.issue_id from issue_url
      where issue_url.crawl_id = ${crawlId} and ${isAnyText({ specifics }, 'issue_url.url', urls)}
    union all select url.url, issue_page.issue_id from wanted cross join ${sql.raw(SETS_OF_URL)}
      where url.crawl_id = ${crawlId} and ${sql.raw(lookupKey('url.url'))} = ${sql.raw(lookupKey('wanted_url'))}
        and url.url = wanted_url and ${sql.raw(IS_OF_URL)}`
}
