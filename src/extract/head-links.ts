import { attribute, hasRelation } from '#html/node.ts'
import type { CanonicalFact, HreflangFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import { MAX_FINDINGS_PER_LIST } from '#shared/limits.ts'
import { cutText } from './cut-text.ts'
import type { HeaderLink } from './link-header.ts'
import type { Collector, Page } from './page.ts'

/** `link[rel~=canonical]` (RFC 6596). Those in the body count only where the head has none; search engines ignore them. */
export function canonicalCollector(page: Page): Collector & { facts(header: readonly HeaderLink[]): CanonicalFact[] } {
  const inHead: CanonicalFact[] = []
  const inBody: CanonicalFact[] = []
  return {
    tags: ['link'],
    visit(element, around) {
      const raw = attribute(element, 'href')
      if (raw === null || !hasRelation(element, 'canonical')) return
      const list = around.isInHead ? inHead : inBody
      if (list.length < MAX_FINDINGS_PER_LIST) list.push(canonicalOf(raw, page, page.lineOf(element)))
    },
    facts: header => [
      ...(inHead.length > 0 ? inHead : inBody),
      ...header
        .filter(link => link.rel.includes('canonical'))
        .map((link): CanonicalFact => ({ ...canonicalOf(link.target, page, 0), source: 'header' })),
    ],
  }
}

/** URL of the first canonical with a valid URL; null when there is none. */
export function usableCanonical(canonicals: readonly CanonicalFact[]): string | null {
  return canonicals.find(({ url }) => url !== null)?.url ?? null
}

const SCHEME = /^\s*[a-z][a-z0-9+.-]*:/i

function canonicalOf(raw: string, page: Page, line: number): CanonicalFact {
  const isBlank = raw.trim() === ''
  const resolved = isBlank ? null : page.resolve(raw)
  return {
    raw: cutText(raw),
    url: resolved?.kind === 'web' ? resolved.url : null,
    source: 'tag',
    isRelative: !isBlank && !SCHEME.test(raw.slice(0, MAX_SCHEME)),
    hasFragment: raw.includes('#'),
    line,
  }
}

const MAX_SCHEME = 200

/** Sites in all languages and regions have a few hundred. */
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

/** Whether the page has an icon as a data: URL, which needs no request. */
export function inlineIconCollector(): Collector & { facts(): Pick<PageFacts, 'hasInlineIcon'> } {
  let hasInlineIcon = false
  return {
    tags: ['link'],
    visit(element) {
      hasInlineIcon ||= hasRelation(element, 'icon') && /^\s*data:/i.test(attribute(element, 'href') ?? '')
    },
    facts: () => ({ hasInlineIcon }),
  }
}
