import type { ElementNode } from '#html/node.ts'
import type { NamelessFact } from '#shared/element-facts.ts'
import { MAX_TAG_EXCERPT } from '#shared/limits.ts'
import { cutText } from './cut-text.ts'

type Swallower = NonNullable<NamelessFact['swallowedBy']>

/** Source behind the start tag that is searched. */
const SEARCHED = 2_000
const LINK_END = /<\/a[\s>]/i
const MARKUP = /<!--|<\/?[a-z][^<>]*>?/gi
const RAW_TEXT = /^<(title|textarea|script|style|template|select)[\s>]/i
const WORD = /[\p{L}\p{N}]/u

/**
 * The unclosed or malformed tag because of which a link has no text although its source has some; null where the source has none, or nothing is
 * wrong with its tags.
 */
export function swallowerOf(
  { start, end }: ElementNode,
  { source, lineAt }: { source: string; lineAt: (offset: number) => number },
): Swallower | null {
  if (start < 0) return null
  const tag = source.slice(start, Math.min(end, start + SEARCHED))
  if (LINK_END.test(tag)) return { tag: cutText(tag, MAX_TAG_EXCERPT), line: lineAt(start) }
  const behind = source.slice(end, end + SEARCHED)
  const inner = behind.slice(0, LINK_END.exec(behind)?.index ?? 0)
  if (!WORD.test(inner.replaceAll(/<[^<>]*>/g, ' '))) return null
  for (const { 0: markup, index } of inner.matchAll(MARKUP)) {
    if (!isSwallowing(markup, inner.slice(index))) continue
    const written = markup === '<!--' ? inner.slice(index) : markup
    return { tag: cutText(written, MAX_TAG_EXCERPT), line: lineAt(end + index) }
  }
  return null
}

/** `rest` begins with the markup and ends with the link. */
function isSwallowing(markup: string, rest: string): boolean {
  if (markup === '<!--') return !rest.includes('-->')
  if (!markup.endsWith('>') || /^<a[\s>]/i.test(markup)) return true
  const name = RAW_TEXT.exec(markup)?.[1]
  if (name !== undefined && !rest.toLowerCase().includes(`</${name.toLowerCase()}`)) return true
  return ['"', "'"].some(quote => markup.split(quote).length % 2 === 0) && !isQuoteInValue(markup)
}

/** An apostrophe between double quotation marks, or the reverse. */
function isQuoteInValue(markup: string): boolean {
  const rest = markup.replaceAll(/"[^"]*"|'[^']*'/g, '')
  return !/["']/.test(rest)
}
