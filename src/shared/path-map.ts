import { hostWithoutWww } from './url.ts'

/** Where two crawls of a site have its URLs: on which host each, and below which paths. */

/** URLs of one crawl as another has them: those of its site on the host of the other and by the path map, all others as they are. */
export type MovedUrl = (url: string) => string

/** Paths that begin with `from` in one crawl begin with `to` in the other. */
export interface PathRule {
  from: string
  to: string
}

export const MAX_PATH_RULES = 20
const MAX_PATH_LENGTH = 500
const PATH = /^\/[^\s>]*$/

/** `/old/>/new/ /de/>/`: pairs of beginnings of paths, with blanks between the pairs. null for what is none. */
export function parsePathMap(text: string): PathRule[] | null {
  const pairs = text.split(/\s+/).filter(Boolean)
  if (pairs.length > MAX_PATH_RULES) return null
  const rules: PathRule[] = []
  for (const pair of pairs) {
    const [from = '', to = '', ...rest] = pair.split('>')
    const isPair = rest.length === 0 && [from, to].every(path => PATH.test(path) && path.length <= MAX_PATH_LENGTH)
    if (!isPair) return null
    rules.push({ from, to })
  }
  return rules
}

/** `from` and `to` are start URLs of crawls. The rule with the longest beginning counts. */
export function movedUrls(crawls: { from: string; to: string; paths?: readonly PathRule[] }): MovedUrl {
  const { paths = [] } = crawls
  const from = URL.parse(crawls.from)
  const to = URL.parse(crawls.to)
  if (!from || !to || (from.origin === to.origin && paths.length === 0)) return url => url
  const rules = [...paths].sort((a, b) => b.from.length - a.from.length)
  const host = hostWithoutWww(from)
  return text => {
    const url = URL.parse(text)
    if (!url || hostWithoutWww(url) !== host) return text
    const rule = rules.find(({ from: beginning }) => url.pathname.startsWith(beginning))
    const path = rule ? rule.to + url.pathname.slice(rule.from.length) : url.pathname
    return URL.parse(path + url.search + url.hash, to.origin)?.href ?? text
  }
}
