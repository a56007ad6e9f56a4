import { setImmediate } from 'node:timers/promises'
import { checkHreflang } from '#checks/language-tag.ts'
import type { HreflangFact, ImageFact } from '#shared/element-facts.ts'
import type { PageFacts, ResponseFacts } from '#shared/facts.ts'
import { parseHttpUrl } from '#shared/url.ts'
import type { ReadingStore } from '#store/store.ts'
import { xmlText } from '../xml-text.ts'

/** Facts of one page may take megabytes, so few are held at once. */
const BATCH_PAGES = 10

export interface SitemapEntry {
  url: string
  xml: string
}

/** Entries of all pages that have one, in the order of the pages list, beginning behind a page. */
export async function* sitemapEntries(
  reading: Pick<ReadingStore, 'factsOfPages'>,
  from: { crawlId: number; afterUrl: string | null },
): AsyncGenerator<SitemapEntry> {
  for (let afterUrl = from.afterUrl; ; ) {
    const range = { limit: BATCH_PAGES, ...(afterUrl === null ? {} : { afterUrl }) }
    const pages = await reading.factsOfPages(from.crawlId, range)
    for (const { url, indexability, facts } of pages) {
      const xml = indexability === 'indexable' && facts ? sitemapEntry(facts) : null
      if (xml !== null) yield { url, xml }
    }
    afterUrl = pages.at(-1)?.url ?? null
    if (afterUrl === null) return
    // An embedded database responds without leaving the event loop, and others wait for it, too.
    await setImmediate()
  }
}

/** The facts of a page that its entry is made of. */
type SitemapFacts = Pick<PageFacts, 'url' | 'response' | 'images' | 'hreflangs'>

/** Google reads no more of one page. */
const MAX_IMAGES = 1_000

/**
 * The `url` element of an indexable page; null when its URL cannot be written. It says only what the page says: no change frequency and no
 * priority.
 */
function sitemapEntry(page: SitemapFacts): string | null {
  const loc = sitemapLoc(page.url)
  if (loc === null) return null
  const modified = lastModified(page.response)
  const lines = [
    `<loc>${loc}</loc>`,
    ...(modified === null ? [] : [`<lastmod>${modified}</lastmod>`]),
    ...alternates(page.hreflangs),
    ...imageLocs(page.images).map(image => `<image:image><image:loc>${image}</image:loc></image:image>`),
  ]
  return `<url>\n${lines.join('\n')}\n</url>\n`
}

/** The page's language links whose code is valid, the first of each code. */
function alternates(hreflangs: readonly HreflangFact[]): string[] {
  const byCode = new Map<string, string>()
  for (const { code, url } of hreflangs) {
    const language = code.trim()
    const href = url === null ? null : sitemapLoc(url)
    if (href === null || byCode.has(language.toLowerCase()) || checkHreflang(language).kind === 'invalid') continue
    byCode.set(language.toLowerCase(), `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`)
  }
  return [...byCode.values()]
}

/** Distinct images of the page, without tracking pixels and spacers. */
function imageLocs(images: readonly ImageFact[]): string[] {
  const locs = new Set<string>()
  for (const { src, isTiny } of images) {
    const loc = src === null || isTiny ? null : sitemapLoc(src)
    if (loc !== null) locs.add(loc)
    if (locs.size === MAX_IMAGES) break
  }
  return [...locs]
}

/** Before the web there was no page to modify: a clock that was never set, or an archive without times. */
const EARLIEST_MS = Date.UTC(1990, 0, 1)

/**
 * When the page was last modified, as a W3C datetime; null when its response does not say so credibly. A time that is the response's
 * own or later (RFC 9110, 8.8.2.1) is the time at which the page was made to be sent, and says nothing of its content.
 */
export function lastModified({ headers }: Pick<ResponseFacts, 'headers'>): string | null {
  const modifiedMs = onlyDate(headers, 'last-modified')
  const respondedMs = onlyDate(headers, 'date')
  if (modifiedMs === null || modifiedMs < EARLIEST_MS) return null
  if (respondedMs !== null && modifiedMs >= respondedMs) return null
  return new Date(modifiedMs).toISOString().replace('.000Z', 'Z')
}

/** null unless all headers of that name agree. */
function onlyDate(headers: ResponseFacts['headers'], name: string): number | null {
  const [value, ...others] = new Set(headers.filter(header => header[0] === name).map(header => header[1].trim()))
  return value === undefined || others.length > 0 ? null : parseHttpDate(value)
}

/** The preferred format of RFC 9110, 5.6.7, which is what JavaScript writes: whatever differs from that is no date. */
function parseHttpDate(value: string): number | null {
  const ms = Date.parse(value)
  return !Number.isNaN(ms) && new Date(ms).toUTCString() === value ? ms : null
}

/** Bounds of the schema of sitemaps.org; the longer one is also the protocol's. */
const MIN_LENGTH = 12
const MAX_LENGTH = 2_048

/** What the URL parser lets stand in a path or query and RFC 3986 does not, such as `|` and `[`. */
const NOT_IN_URI = /[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%]/g
const STRAY_PERCENT = /%(?![0-9A-Fa-f]{2})/

/**
 * A URL as a sitemap may hold it: a URI by RFC 3986, escaped for XML. null for one that cannot be written so: too long, too
 * short, or with a percent sign that begins no triplet, for which servers disagree about what a corrected one would mean.
 */
export function sitemapLoc(text: string): string | null {
  const url = parseHttpUrl(text)
  if (!url) return null
  const uri = url.origin + (url.pathname + url.search).replace(NOT_IN_URI, encodeURIComponent)
  if (uri.length < MIN_LENGTH || uri.length > MAX_LENGTH || STRAY_PERCENT.test(uri)) return null
  return xmlText(uri)
}
