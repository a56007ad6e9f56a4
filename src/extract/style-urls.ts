import type { LinkKind } from '#shared/model.ts'

/** URLs that a style sheet names; those beyond are not read. */
const MAX_STYLE_URLS = 200
const MAX_URL = 2_000

export interface StyleUrl {
  /** As written. */
  url: string
  kind: Extract<LinkKind, 'image' | 'font' | 'stylesheet'>
}

const COMMENT = /\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/|$)/g
/**
 * `url(a.png)`, `url("a.png")` and `@import "a.css"`; the lengths bound the search (CSS Syntax, 4.3.6). Without its closing parenthesis
 * a URL may be cut, as the style sheet may be.
 */
const NAMED =
  /(@import\s{1,20}|(?:behavior|-moz-binding)\s{0,20}:\s{0,20})?\burl\(\s{0,20}(?:"([^"\n]{1,2000})"|'([^'\n]{1,2000})'|([^\s"'()]{1,2000})(?=\s{0,20}\)))|(@import)\s{1,20}(?:"([^"\n]{1,2000})"|'([^'\n]{1,2000})')/gi
const FONT = /\.(?:woff2?|ttf|otf|eot)(?:[?#]|$)/i

/**
 * The URLs that a style sheet names (images, fonts, other style sheets), distinct, in order. Data URLs and mere fragments, which name nothing
 * to request, are not among them, nor the scripts that Internet Explorer and old Firefox attached to elements. Accepts any text.
 */
export function styleUrls(css: string): StyleUrl[] {
  const urls = new Map<string, StyleUrl>()
  if (!css.includes('(') && !css.includes('@')) return []
  for (const [, before, ...groups] of css.replace(COMMENT, ' ').matchAll(NAMED)) {
    const [quoted, single, bare, importText, importQuoted, importSingle] = groups
    const url = (quoted ?? single ?? bare ?? importQuoted ?? importSingle ?? '').trim()
    if (url === '' || url.length > MAX_URL || url.startsWith('#') || /^data:/i.test(url) || urls.has(url)) continue
    if (before !== undefined && !before.startsWith('@')) continue
    const isImport = before !== undefined || importText !== undefined
    urls.set(url, { url, kind: isImport ? 'stylesheet' : FONT.test(url) ? 'font' : 'image' })
    if (urls.size >= MAX_STYLE_URLS) break
  }
  return [...urls.values()]
}
