import type { PageColumns } from '#shared/page-record.ts'
import type { GroupKey } from '#shared/site-facts.ts'
import type { SqlValue } from '../database/database.ts'

/** What eligible pages may share, as rows of `group_key`. */
export const INSERT_GROUP_KEY = 'insert into group_key (crawl_id, name, value, number, url_id) values (?, ?, ?, ?, ?)'

/** The rows of one page; none of a page that is not eligible. */
export function groupKeyValues(
  { urlId, number, columns }: { urlId: number; number: number; columns: PageColumns | undefined },
  crawlId: number,
): SqlValue[][] {
  if (!columns?.isEligible) return []
  const keys: [GroupKey, string][] = [
    ['title', columns.titleKey],
    ['metaDescription', columns.metaDescriptionKey],
    ['h1', columns.h1Key],
    ['textHash', columns.textHash],
  ]
  return keys.filter(([, value]) => value !== '').map(([name, value]) => [crawlId, name, value, number, urlId])
}
