import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { exportFileName } from '#report/export/export-file-name.ts'
import { SITEMAP_MEDIA_TYPE, writeSitemap } from '#report/sitemap/write-sitemap.ts'
import type { StreamRoutes } from '../call.ts'
import { chosenCrawl } from '../own-crawl.ts'
import { pacedReading } from '../paced-reading.ts'
import { sitemapLookPolicy, withSitemapLook } from '../sitemap-look.ts'
import { sitemapPartUrl } from '../sitemap-part-url.ts'
import { sitemapPlans } from '../sitemap-plans.ts'
import { unlessCleared } from '../unless-cleared.ts'
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
          }
        : {
            mediaType: SITEMAP_MEDIA_TYPE,
            fileName: exportFileName(crawl, { ...name, extension: 'xml' }),
            isDownload: false,
            headers: { 'Content-Security-Policy': sitemapLookPolicy },
            body: withSitemapLook(xml),
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
