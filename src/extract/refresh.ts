import { attribute } from '#html/node.ts'
import type { RefreshFact } from '#shared/element-facts.ts'
import { cutText } from './cut-text.ts'
import type { LinkList } from './link-list.ts'
import type { Collector, Page } from './page.ts'

/** `meta[http-equiv=refresh]`: the first valid one counts. One in noscript is for browsers without scripts. */
export function refreshCollector(page: Page, links: LinkList): Collector & { facts(): RefreshFact | null } {
  let refresh: RefreshFact | null = null
  return {
    tags: ['meta'],
    visit(element, around) {
      if (refresh !== null || around.isInNoscript) return
      if (attribute(element, 'http-equiv')?.trim().toLowerCase() !== 'refresh') return
      const raw = attribute(element, 'content')
      const parsed = raw === null ? null : parseRefresh(raw)
      if (raw === null || parsed === null) return
      const target = targetOf(parsed.target, page)
      refresh = { delay: parsed.delay, ...target, raw: cutText(raw), source: 'tag', line: page.lineOf(element) }
      if (target.url !== null) links.add({ kind: 'refresh', raw: parsed.target, element, around, text: '', rel: [] })
    },
    facts: () => refresh,
  }
}

/** The Refresh header, which browsers read like the meta element. */
export function refreshOfHeader(value: string, page: Page): RefreshFact | null {
  const parsed = parseRefresh(value)
  if (parsed === null) return null
  return { delay: parsed.delay, ...targetOf(parsed.target, page), raw: cutText(value), source: 'header', line: 0 }
}

/** No URL when the target is not one of http or https, or the page itself. A fragment of the page is shown without loading it again. */
function targetOf(target: string, page: Page): Pick<RefreshFact, 'url' | 'isReload'> {
  if (target === '') return { url: null, isReload: true }
  const resolved = page.resolve(target)
  if (resolved.kind !== 'web') return { url: null }
  if (resolved.url !== page.url) return { url: resolved.url }
  return target.includes('#') ? { url: null } : { url: null, isReload: true }
}

/** "Shared declarative refresh steps" (HTML standard, 4.2.5.3): seconds, then `;`, `,` or a blank, then `url=` or a bare URL. */
export function parseRefresh(raw: string): { delay: number; target: string } | null {
  const text = raw.trim().slice(0, MAX_REFRESH)
  const digits = /^\d*/.exec(text)?.[0] ?? ''
  let rest = text.slice(digits.length)
  if (digits === '' && !rest.startsWith('.')) return null
  rest = rest.replace(/^[\d.]*/, '')
  if (rest !== '' && !/^[;,\s]/.test(rest)) return null
  rest = rest.trimStart().replace(/^[;,]/, '').trimStart()
  const named = rest.replace(/^url\s*=\s*/i, '')
  const quote = named.charAt(0)
  const isExpected = quote === '"' || quote === "'"
  const end = isExpected ? named.indexOf(quote, 1) : -1
  const target = isExpected ? named.slice(1, end === -1 ? undefined : end) : named
  return { delay: Math.min(Number(digits || 0), MAX_DELAY_SECONDS), target: target.trim() }
}

const MAX_REFRESH = 10_000
const MAX_DELAY_SECONDS = 1e9
