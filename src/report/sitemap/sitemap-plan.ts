import { AppError } from '#shared/errors.ts'
import { type Indexability, indexabilityLabels } from '#shared/indexability.ts'
import type { ReadingStore } from '#store/store.ts'
import { sitemapEntries } from './sitemap-entries.ts'

/** Where the parts of a sitemap begin. It is small, and stays true for as long as the crawl does not change. */
export interface SitemapPlan {
  /** All URLs of a sitemap are of one scheme, host and port: those of the first page that has an entry. */
  origin: string
  /** Why it lists less than nine tenths of the pages, as sentences; '' when it lists more. */
  note: string
  /** At least one. */
  parts: SitemapPart[]
}

interface SitemapPart {
  /** The page behind which it begins; null at the beginning of the list. */
  afterUrl: string | null
  urlCount: number
}

/** Of one file, uncompressed (sitemaps.org protocol 0.9). */
export const sitemapLimits = { urls: 50_000, bytes: 50 * 1024 * 1024 }
/** Files that an index may name. Pages beyond them are omitted; some thousand million are not. */
const MAX_PARTS = 50_000
/** For what stands around the entries. */
const FRAME_BYTES = 1_024

/**
 * Divides the pages of a crawl into files by the protocol's limits. One pass over the facts of all pages, a batch at a time: some
 * 3 s for 100,000 pages, so keep the plan of an ended crawl when its parts are requested one after the other.
 * @throws AppError not-found when no page has an entry; a sitemap without one is not valid.
 */
export async function planSitemap(
  reading: Pick<ReadingStore, 'factsOfPages' | 'pageCounts'>,
  crawlId: number,
  limits = sitemapLimits,
): Promise<SitemapPlan> {
  const parts: SitemapPart[] = []
  let origin = ''
  let bytes = 0
  let lastUrl: string | null = null
  for await (const { url, xml } of sitemapEntries(reading, { crawlId, afterUrl: null })) {
    const ownOrigin = new URL(url).origin
    if (origin === '') origin = ownOrigin
    if (ownOrigin !== origin) continue
    const entryBytes = Buffer.byteLength(xml)
    const part = parts.at(-1)
    if (part && part.urlCount < limits.urls && bytes + entryBytes + FRAME_BYTES <= limits.bytes) {
      part.urlCount++
      bytes += entryBytes
    } else {
      if (parts.length === MAX_PARTS) break
      parts.push({ afterUrl: lastUrl, urlCount: 1 })
      bytes = entryBytes
    }
    lastUrl = url
  }
  if (parts.length === 0)
    throw new AppError(
      'not-found',
      'There is nothing to put into a sitemap: no page of this crawl can be indexed under its own URL.',
    )
  const listed = parts.reduce((sum, part) => sum + part.urlCount, 0)
  const { byIndexability } = await reading.pageCounts(crawlId)
  return { origin, note: sitemapNote(listed, byIndexability), parts }
}

/** What keeps an HTML page out of a sitemap. */
const reasons = ['noindex', 'canonicalised', 'blocked', 'bot-protection'] as const satisfies readonly Indexability[]
const MAX_DROPPED_SHARE = 0.1

function sitemapNote(listed: number, counts: Partial<Record<Indexability, number>>): string {
  const because = reasons.flatMap(reason => {
    const count = counts[reason] ?? 0
    return count === 0 ? [] : [{ count, label: indexabilityLabels[reason] }]
  })
  const unlisted = (counts.indexable ?? 0) - listed
  if (unlisted > 0)
    because.push({ count: unlisted, label: 'Indexable, but on another host or with a URL that a sitemap cannot hold' })
  const dropped = because.reduce((sum, { count }) => sum + count, 0)
  if (dropped <= MAX_DROPPED_SHARE * (listed + dropped)) return ''
  const list = because.map(({ count, label }) => `${label}: ${count}`).join('. ')
  return `${dropped} of ${listed + dropped} pages are not listed. ${list}.`
}
