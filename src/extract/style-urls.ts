/** URLs that a style sheet names; those beyond are not read. */
const MAX_STYLE_URLS = 200
const MAX_URL = 2_000

const COMMENT = /\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/|$)/g
/** `url(a.png)`, `url("a.png")` and `@import "a.css"`; the lengths bound the search (CSS Syntax, 4.3.6). */
const NAMED =
  /\burl\(\s{0,20}(?:"([^"\n]{1,2000})"|'([^'\n]{1,2000})'|([^\s"'()]{1,2000}))|@import\s{1,20}(?:"([^"\n]{1,2000})"|'([^'\n]{1,2000})')/gi

/**
 * The URLs that a style sheet names (images, fonts, other style sheets), as written, distinct, in order. Data URLs and mere fragments, which
 * name nothing to request, are not among them. Accepts any text.
 */
export function styleUrls(css: string): string[] {
  const urls = new Set<string>()
  for (const groups of css.replace(COMMENT, ' ').matchAll(NAMED)) {
    const url =
      groups
        .slice(1)
        .find(group => group !== undefined)
        ?.trim() ?? ''
    if (url === '' || url.length > MAX_URL || url.startsWith('#') || /^data:/i.test(url)) continue
    urls.add(url)
    if (urls.size >= MAX_STYLE_URLS) break
  }
  return [...urls]
}
