import { type PageField, pageFieldNames } from '#shared/changes.ts'
import { structureScore } from '#shared/page-score.ts'
import type { MovedUrl } from '#shared/path-map.ts'
import type { ComparablePage } from '#store/store.ts'

/** What is compared of a page that two crawls have. null: the crawl does not know it. */
export type PageValue = string | number | null
export type PageValues = Record<PageField, PageValue>

export function pageValues(page: ComparablePage): PageValues {
  const columns = page.columns()
  return {
    status: page.status,
    indexability: page.indexability,
    title: columns?.title ?? null,
    description: columns?.metaDescription ?? null,
    canonical: columns?.canonicalUrl ?? null,
    robots: columns?.robotsDirectives ?? null,
    h1: columns?.h1 ?? null,
    words: columns?.wordCount ?? null,
    text: columns?.textHash ?? null,
    structuredData: columns?.structuredData ?? null,
    inlinks: page.inlinks,
    outlinks: page.outlinks,
    size: page.bytes,
    score: columns ? structureScore({ ...columns, url: page.url }) : null,
  }
}

/** The fields that differ, as a mask: bit n is pageFieldNames[n]. The canonical counts as the same where it only follows the host. */
export function changedFields(
  { later, earlier }: { later: ComparablePage; earlier: ComparablePage },
  moved: MovedUrl,
): number {
  const isSame =
    later.columnsText === earlier.columnsText &&
    later.url === earlier.url &&
    later.status === earlier.status &&
    later.indexability === earlier.indexability &&
    later.inlinks === earlier.inlinks &&
    later.outlinks === earlier.outlinks &&
    later.bytes === earlier.bytes
  if (isSame) return 0
  const [now, before] = [pageValues(later), pageValues(earlier)]
  if (typeof before.canonical === 'string') before.canonical = moved(before.canonical)
  return pageFieldNames.reduce((mask, field, bit) => (now[field] === before[field] ? mask : mask | (1 << bit)), 0)
}

export function fieldsOf(mask: number): PageField[] {
  return pageFieldNames.filter((_, bit) => (mask & (1 << bit)) !== 0)
}

export function hasField(mask: number, field: PageField): boolean {
  return (mask & (1 << pageFieldNames.indexOf(field))) !== 0
}
