import type { Generated } from 'kysely'
import type { Indexability } from '#shared/indexability.ts'
import type { PageOrigin } from '#shared/page-list.ts'
import type { GroupKey } from '#shared/site-facts.ts'

/** Tables of the pages of a crawl: what is listed, compared and stored of each. */
export interface PageTables {
  page: PageTable
  page_list: PageListTable
  page_field: PageFieldTable
  conditional_result: ConditionalResultTable
  page_body: PageBodyTable
  page_copy: PageCopyTable
  translation_set: TranslationSetTable
  group_key: GroupKeyTable
}

/** One row of the pages list. */
interface PageTable {
  crawl_id: number
  number: number
  url_id: number
  depth: number
  status: number | null
  status_class: string
  /** Of shared/page-traits.ts, 0 without facts. */
  traits: Generated<number>
  title: string
  /** JSON of PageColumns, null for a row without HTML facts. */
  columns: string | null
  is_eligible: number
  indexability: Indexability
  /** Whether an error or warning of a page check, or that nothing checked its content; or one of a site check, makes the page fail. */
  fails_page_check: number
  fails_site_check: number
  /** Neither. */
  is_passed: number
  inlink_count: number
}

/**
 * What the pages list is filtered and sorted by: apart from the long rows of `page`, so that a scan of two hundred thousand pages takes
 * some fifty milliseconds. null: not known, or not yet;
 * '' where there is no text.
 */
export interface PageListTable {
  crawl_id: number
  url_id: number
  number: number
  depth: number
  status: number | null
  status_class: string
  final_status: number | null
  indexability: Indexability
  title_length: number | null
  description_length: number | null
  h1_count: number | null
  words: number | null
  structure_score: number
  images: number | null
  images_without_alt: number | null
  redirects: number
  bytes: number | null
  ttfb_ms: number | null
  total_ms: number | null
  /** Written when the crawl ends; the issues follow later changes of settings and rechecks. */
  inlinks: number | null
  outlinks: number | null
  link_score: number | null
  issues: number | null
  errors: number | null
  warnings: number | null
  /** Of files of visits: null where none says it. */
  clicks: number | null
  impressions: number | null
  visits: number | null
  bot_requests: number | null
  /** A day, '' for none. */
  last_bot_visit: Generated<string>
  found_by: PageOrigin | null
  url: string
  title: string
  description: string
  h1: string
  language: string
  canonical_url: string
  content_type: string
  redirect_url: string
  /** Written when the crawl ends. */
  copy_of: string
}

/** The values of custom fields; none of a field that a page does not have. */
export interface PageFieldTable {
  crawl_id: number
  url_id: number
  /** Name of the field. */
  field: string
  value: string
  /** Where the value is one number. */
  number: number | null
  /** Why there is no value; '' where there is one. */
  problem: string
}

/** Of pages that name another URL as their canonical: what depends on its response, until that is known. */
interface ConditionalResultTable {
  crawl_id: number
  url_id: number
  /** JSON of ConditionalResults. */
  results: string
}

/** Data read for single pages only; apart from `page`, so that lists read little. */
interface PageBodyTable {
  crawl_id: number
  url_id: number
  links: Uint8Array | null
  /** Pairs of 32-bit numbers: URL id and mask of link kinds of each URL that the page names. */
  found: Uint8Array
  /** By shared/fnv.ts; null when it may have others, too. */
  ids: Uint8Array | null
  minhash: Uint8Array | null
  link_texts: Uint8Array | null
  /** See StoredPage: null where no facts were extracted. Encrypted where `is_secret` is 1. */
  extractor: number | null
  is_secret: Generated<number>
  context: Uint8Array | null
  body: Uint8Array | null
  rendered: Uint8Array | null
  result: Uint8Array | null
}

/** Pages that are a copy of another page, which has the findings of both. */
interface PageCopyTable {
  crawl_id: number
  url_id: number
  /** URL id of the page with the findings. */
  original_id: number
}

/** Pages connected by hreflang, or a page without another version (see pages/translation-sets.ts). */
interface TranslationSetTable {
  crawl_id: number
  /** Frontier number of its first page. */
  number: number
  url: string
  is_translated: number
  problems: number
  /** What it is chosen by: words between blanks, such as `de/page` and `de/no-return-link`, and `any/no-return-link`. */
  marks: string
  /** URLs of its versions, each on a line. */
  urls: string
  /** JSON of PackedVersion[]. */
  versions: string
}

/** What pages may share: one row per page and key with a value. */
interface GroupKeyTable {
  crawl_id: number
  /** What eligible pages share; `copy`: what pages with parameters share with the page without them. */
  name: GroupKey | 'copy'
  value: string
  number: number
  url_id: number
}
