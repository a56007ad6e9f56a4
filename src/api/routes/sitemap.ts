import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { exportFileName } from '#report/export/export-stream.ts'
import { planSitemap, type SitemapPlan } from '#report/sitemap/sitemap-plan.ts'
import { SITEMAP_MEDIA_TYPE, writeSitemap } from '#report/sitemap/write-sitemap.ts'
import { streams } from '#shared/api/streams.ts'
import { forgetOldest } from '#shared/forget-oldest.ts'
import type { CrawlRow, ReadingStore } from '#store/store.ts'
import type { StreamRoutes } from '../call.ts'
import { pacedReading, unlessCleared } from '../long-reads.ts'
import { chosenCrawl } from '../own-crawl.ts'
import type { RouteDeps } from './route-deps.ts'

/** The XML sitemap of a crawl: to look at, or compressed to keep. */
export function sitemapRoutes({
  store,
  settings,
}: Pick<RouteDeps, 'store' | 'settings'>): Pick<StreamRoutes, 'sitemap'> {
  const planOf = sitemapPlans()
  return {
    sitemap: async ({ website, signal, origin }, { part, gzip: isCompressed = false, crawl: crawlId }) => {
      const crawl = await chosenCrawl(store, { website, crawlId })
      const reading = pacedReading(store.reading, signal)
      const server = settings.publicUrl ?? new URL(origin)
      const partUrl = (number: number) =>
        sitemapPartUrl({ server, websiteId: website.id, crawlId: crawl.id, part: number, isCompressed })
      const plan = await planOf(crawl, reading)
      const text = writeSitemap({ reading, crawlId: crawl.id, plan, part: part ?? null, partUrl })
      const xml = unlessCleared(text, { reading, crawlId: crawl.id })
      const name = { part: part === undefined ? 'sitemap' : `sitemap-${part}` }
      return isCompressed
        ? {
            mediaType: 'application/gzip',
            fileName: exportFileName(crawl, { ...name, extension: 'xml.gz' }),
            isDownload: true,
            body: compressed(xml),
            isLong: true,
          }
        : {
            mediaType: SITEMAP_MEDIA_TYPE,
            fileName: exportFileName(crawl, { ...name, extension: 'xml' }),
            isDownload: false,
            headers: { 'Content-Security-Policy': sitemapLookPolicy },
            body: withSitemapLook(xml),
            isLong: true,
          }
    },
  }
}

/** What goes wrong in the text goes wrong in the result; when that is no longer read, neither is the text. */
async function* compressed(text: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  const gzip = createGzip()
  pipeline(Readable.from(text), gzip, () => {})
  yield* gzip
}

/**
 * How an XML sitemap looks in a browser. One that names languages holds elements of XHTML, and browsers then show its bare text in one
 * lump instead of their own tree. The look is part of the file, so that nothing is loaded.
 */
const look = `:root { color-scheme: light dark; display: block; max-width: 62rem; margin: 0 auto; padding: 2rem 1.5rem; font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; counter-reset: entry; }
url, sitemap { display: block; padding: 0.5rem 0 0.5rem 3.5rem; border-bottom: 1px solid light-dark(#d5dadd, #3b454a); counter-increment: entry; }
url::before, sitemap::before { content: counter(entry); float: left; margin-left: -3.5rem; color: light-dark(#4b5a61, #a9b6bc); font-variant-numeric: tabular-nums; }
loc, lastmod, image, link { display: block; }
lastmod, image, link { color: light-dark(#4b5a61, #a9b6bc); font-size: 0.875rem; }
lastmod::before { content: 'Last changed '; }
image::before { content: 'Image '; float: left; margin-right: 0.5ch; }
link::before { content: 'Language ' attr(hreflang) ': ' attr(href); }`

const instruction = `<?xml-stylesheet type="text/css" href="data:text/css,${encodeURIComponent(look).replaceAll("'", '%27')}"?>\n`

const sitemapLookPolicy = "default-src 'none'; style-src data:; frame-ancestors 'none'"

const DECLARATION_END = '?>\n'

/** An XML document with the look of sitemaps, after its declaration. Texts of a site are escaped: its end stands nowhere else. */
async function* withSitemapLook(xml: AsyncIterable<string>): AsyncIterable<string> {
  for await (const part of xml) yield part.replace(DECLARATION_END, () => DECLARATION_END + instruction)
}

interface SitemapPart {
  server: URL
  websiteId: number
  /** Named, so that a newer crawl does not change the parts while they are fetched. */
  crawlId: number
  /** From 1. */
  part: number
  isCompressed: boolean
}

/** The absolute URL under which an index of sitemaps names one of its parts. */
export function sitemapPartUrl({ server, websiteId, crawlId, part, isCompressed }: SitemapPart): string {
  const url = new URL(streams.sitemap.path.replace(':id', String(websiteId)), server)
  url.searchParams.set('crawl', String(crawlId))
  url.searchParams.set('part', String(part))
  if (isCompressed) url.searchParams.set('gzip', 'true')
  return url.href
}

const MAX_KEPT = 100

/**
 * Where the parts of sitemaps begin. To find out takes a pass over all pages, and a large site's parts are requested one after the
 * other, so the plans of ended crawls are kept.
 */
function sitemapPlans(): (crawl: CrawlRow, reading: ReadingStore) => Promise<SitemapPlan> {
  const kept = new Map<number, SitemapPlan>()
  return async (crawl, reading) => {
    const known = kept.get(crawl.id)
    if (known) return known
    const plan = await planSitemap(reading, crawl.id)
    if (crawl.status !== 'complete') return plan
    kept.set(crawl.id, plan)
    forgetOldest(kept, MAX_KEPT)
    return plan
  }
}
