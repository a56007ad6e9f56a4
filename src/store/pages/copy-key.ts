import { createHash } from 'node:crypto'
import { withoutIndexFile } from '#shared/canonical.ts'
import type { PageColumns, PageRecord } from '#shared/page-record.ts'
import type { SqlValue } from '../database/database.ts'

/**
 * Names what a page shows, and its plain URL: pages with one name are copies of one page. null for a page without text,
 * which shows nothing that could be compared.
 */
export function copyKey(url: string, columns: PageColumns): string | null {
  if (columns.wordCount === 0) return null
  const { titleKey, metaDescriptionKey, h1Key, textHash, lang, isNoindex, template } = columns
  const { totalImages, missingAltTags, emptyAltTags, h1Count, h2Count, h3Count, h4Count, pCount, totalLinks } = columns
  const texts = [plainUrl(url), titleKey, metaDescriptionKey, h1Key, textHash, lang, isNoindex, template]
  const counts = [totalImages, missingAltTags, emptyAltTags, h1Count, h2Count, h3Count, h4Count, pCount, totalLinks]
  return createHash('sha256')
    .update(JSON.stringify([...texts, ...counts]))
    .digest('base64url')
}

/** The rows of `group_key` of one page: none of a page with a plain URL, of which others may be copies. */
export function copyKeyValues(
  { urlId, number, url, facts }: Pick<PageRecord, 'urlId' | 'number' | 'url' | 'facts'>,
  crawlId: number,
): SqlValue[][] {
  if (facts === null || plainUrl(url) === url) return []
  const key = copyKey(url, facts.columns)
  return key === null ? [] : [[crawlId, 'copy', key, number, urlId]]
}

/** Without parameters and index file. URLs of pages have no fragment. */
export function plainUrl(url: string): string {
  const start = url.indexOf('?')
  return withoutIndexFile(start < 0 ? url : url.slice(0, start))
}
