import { attribute, hasRelation } from '#html/node.ts'
import type { HreflangFact } from '#shared/facts.ts'
import { cutText } from './cut-text.ts'
import type { HeaderLink } from './link-header.ts'
import type { Collector, Page } from './page.ts'

/** Sites in every language and region have some hundreds. */
const MAX_HREFLANGS = 1_000
const ABSOLUTE = /^\s*https?:\/\//i

/** `link[rel~=alternate][hreflang]`. Those in the body count only where the head has none; search engines ignore them. */
export function hreflangCollector(page: Page): Collector & { facts(header: readonly HeaderLink[]): HreflangFact[] } {
  const inHead: HreflangFact[] = []
  const inBody: HreflangFact[] = []
  const factOf = (code: string, raw: string): HreflangFact => {
    const resolved = page.resolve(raw)
    return {
      code: cutText(code.trim()),
      raw: cutText(raw),
      url: resolved.kind === 'web' && raw.trim() !== '' ? resolved.url : null,
      isAbsolute: ABSOLUTE.test(raw.slice(0, 200)),
      source: 'tag',
      line: 0,
    }
  }
  return {
    tags: ['link'],
    visit(element, around) {
      const code = attribute(element, 'hreflang')
      const raw = attribute(element, 'href')
      if (code === null || raw === null || !hasRelation(element, 'alternate')) return
      const list = around.isInHead ? inHead : inBody
      if (list.length < MAX_HREFLANGS) list.push({ ...factOf(code, raw), line: page.lineOf(element) })
    },
    facts: header => [
      ...(inHead.length > 0 ? inHead : inBody),
      ...header.flatMap((link): HreflangFact[] =>
        link.rel.includes('alternate') && link.hreflang !== null
          ? [{ ...factOf(link.hreflang, link.target), source: 'header' }]
          : [],
      ),
    ],
  }
}
