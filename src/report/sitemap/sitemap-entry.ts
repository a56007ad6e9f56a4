import { isHtmlOk, isSentOn } from '#checks/eligible.ts'
import { checkHreflang } from '#checks/language-tag.ts'
import type { HreflangFact, ImageFact, PageFacts } from '#shared/facts.ts'
import { lastModified } from './last-modified.ts'
import { sitemapLoc } from './sitemap-loc.ts'

/** The facts of a page that its entry is made of. */
export type SitemapFacts = Pick<
  PageFacts,
  'url' | 'response' | 'isNoindex' | 'isBotChallenge' | 'canonicalUrl' | 'refresh' | 'images' | 'hreflangs'
>

/** Google reads no more of one page. */
const MAX_IMAGES = 1_000

/**
 * The `url` element of a page; null when the page has no place in a sitemap: it is no HTML of status 200, asks not to be indexed, names
 * another address as its canonical, sends its visitors on, or was not seen itself because a bot protection answered. It says only
 * what the page says: no change frequency and no priority.
 */
export function sitemapEntry(page: SitemapFacts): string | null {
  const isOwnCanonical = page.canonicalUrl === null || page.canonicalUrl === page.url
  if (!isHtmlOk(page) || page.isNoindex || page.isBotChallenge || !isOwnCanonical || isSentOn(page)) return null
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
