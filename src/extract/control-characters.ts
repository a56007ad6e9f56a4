import type { ControlCharacterFact } from '#shared/element-facts.ts'
import { MAX_FINDINGS_PER_LIST } from '#shared/limits.ts'

/** C0 control characters that are no white space, and DEL: parse errors of the HTML standard (13.2.3.5). */
const CONTROL_BYTES: readonly number[] = [...Array.from({ length: 32 }, (_, code) => code), 0x7f].filter(
  code => ![0x09, 0x0a, 0x0c, 0x0d].includes(code),
)
const CONTROL = new RegExp(`[${CONTROL_BYTES.map(code => `\\x${code.toString(16).padStart(2, '0')}`).join('')}]`, 'g')

/**
 * Control characters in the markup and text of a page, at most MAX_FINDINGS_PER_LIST, in order. Scripts, style sheets and comments are skipped:
 * nothing of them is shown or followed.
 */
export function controlCharactersOf(
  { body, text }: { body: Uint8Array; text: string },
  lineAt: (offset: number) => number,
): ControlCharacterFact[] {
  // Searching the bytes takes a tenth of the time of searching the text. UTF-16, which has bytes 0, is searched in any case.
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (!CONTROL_BYTES.some(code => bytes.includes(code))) return []
  const found: ControlCharacterFact[] = []
  for (const [start, end] of shownRanges(text)) {
    for (const { index, 0: character } of text.slice(start, end).matchAll(CONTROL)) {
      if (found.length >= MAX_FINDINGS_PER_LIST) return found
      const at = start + index
      found.push({ code: character.charCodeAt(0), line: lineAt(at), excerpt: excerptAt(text, at) })
    }
  }
  return found
}

const HIDDEN_START = /<!--|<(?:script|style)(?=[\s/>])/gi
const HIDDEN_ENDS: ReadonlyMap<string, RegExp> = new Map([
  ['<!--', /-->/g],
  ['<script', /<\/script/gi],
  ['<style', /<\/style/gi],
])

/** The stretches outside scripts, style sheets and comments, in one pass over the text. */
function* shownRanges(text: string): Generator<[start: number, end: number], void, undefined> {
  let start = 0
  for (;;) {
    HIDDEN_START.lastIndex = start
    const opening = HIDDEN_START.exec(text)
    if (opening === null) break
    yield [start, opening.index]
    const end = HIDDEN_ENDS.get(opening[0].toLowerCase())
    if (end === undefined) return
    end.lastIndex = opening.index
    if (end.exec(text) === null) return
    start = end.lastIndex
  }
  yield [start, text.length]
}

const EXCERPT_BEFORE = 60
const EXCERPT_AFTER = 40
/** First of the symbols that stand for control characters (Unicode: Control Pictures). */
const PICTURES = 0x2400
const PICTURE_OF_DELETE = '\u2421'

/** The source around a control character, which is shown by its symbol. */
function excerptAt(text: string, at: number): string {
  const excerpt = text.slice(Math.max(0, at - EXCERPT_BEFORE), at + EXCERPT_AFTER).toWellFormed()
  return excerpt.replaceAll(CONTROL, character =>
    character === '\x7f' ? PICTURE_OF_DELETE : String.fromCharCode(PICTURES + character.charCodeAt(0)),
  )
}
