import { AppError } from '#shared/errors.ts'
import type { ReadingStore } from '#store/store.ts'
import { sitemapEntries, sitemapLoc } from './sitemap-entries.ts'
import type { SitemapPlan } from './sitemap-plan.ts'

export const SITEMAP_MEDIA_TYPE = 'application/xml; charset=utf-8'

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SITEMAP_NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const URLSET_START =
  `<urlset xmlns="${SITEMAP_NAMESPACE}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" ` +
  'xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'

export interface SitemapRequest {
  reading: Pick<ReadingStore, 'factsOfPages'>
  crawlId: number
  plan: SitemapPlan
  /** 1-based; null for the whole, which is an index of the parts when there are several. */
  part: number | null
  /** Absolute URL at which a part is served. */
  partUrl(part: number): string
}

/**
 * An XML sitemap (sitemaps.org protocol 0.9, Google's extensions for images and languages): the whole of it when it fits into one
 * file, else the index of its parts, or one part.
 * @throws AppError not-found, at once, for a part that the plan does not have.
 */
export function writeSitemap(request: SitemapRequest): AsyncIterable<string> {
  const { plan, part } = request
  if (part === null && plan.parts.length > 1) return sitemapIndex(request)
  const chosen = plan.parts[(part ?? 1) - 1]
  if (!chosen)
    throw new AppError(
      'not-found',
      `This sitemap has ${plan.parts.length === 1 ? 'one part' : `${plan.parts.length} parts`}.`,
    )
  return urlset(request, chosen)
}

async function* sitemapIndex({ plan, partUrl }: SitemapRequest): AsyncIterable<string> {
  yield `${DECLARATION}${noteComment(plan)}<sitemapindex xmlns="${SITEMAP_NAMESPACE}">\n`
  for (const index of plan.parts.keys()) {
    const loc = sitemapLoc(partUrl(index + 1))
    if (loc === null) throw new Error(`${partUrl(index + 1)} is no valid URL for a part of a sitemap`)
    yield `<sitemap>\n<loc>${loc}</loc>\n</sitemap>\n`
  }
  yield '</sitemapindex>\n'
}

/** Made of our own sentences, which have no `--`. */
function noteComment({ note }: SitemapPlan): string {
  return note === '' ? '' : `<!-- ${note} -->\n`
}

async function* urlset(
  { reading, crawlId, plan }: SitemapRequest,
  part: SitemapPlan['parts'][number],
): AsyncIterable<string> {
  yield DECLARATION + (plan.parts.length === 1 ? noteComment(plan) : '') + URLSET_START
  let left = part.urlCount
  for await (const { url, xml } of sitemapEntries(reading, { crawlId, afterUrl: part.afterUrl })) {
    if (new URL(url).origin !== plan.origin) continue
    yield xml
    left--
    if (left === 0) break
  }
  yield '</urlset>\n'
}
