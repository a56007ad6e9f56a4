import { markText, plainText, type TextPiece, textPieces } from '#shared/plain-text.ts'

/** Text that is HTML already. Only `html` and `markup` make one, so whatever else reaches a document is escaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type HtmlValue = Html | string | number | null | readonly HtmlValue[]

/**
 * A piece of a document. Every text put into it is escaped for element content and quoted attributes, and characters that cannot be
 * seen or that reorder what stands around them become marks (`[U+202E]`). Nothing may be put outside of those two places.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(strings.reduce((text, string, index) => text + textOf(values[index - 1] ?? null) + string))
}

/** Constant text of ours that is HTML, such as the style sheet. Never anything that was crawled. */
export function markup(text: string): Html {
  return new Html(text)
}

function textOf(value: HtmlValue): string {
  if (value === null) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'string') return escaped(plainText(value))
  if (typeof value === 'number') return String(value)
  return value.map(textOf).join('')
}

const MARKUP = /[&<>"']/g
const references: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(text: string): string {
  return text.replace(MARKUP, character => references[character] ?? '')
}

/** Text of a crawled site: isolated from what stands around it, with what cannot be seen in small boxes. */
export function crawled(text: string): Html {
  return html`<bdi>${textPieces(text).map(piece)}</bdi>`
}

/** The same for URLs and code, which read from left to right whatever letters are in them. */
export function crawledCode(text: string): Html {
  return html`<bdi dir="ltr">${textPieces(text).map(piece)}</bdi>`
}

function piece(each: TextPiece): HtmlValue {
  if (each.kind === 'mark') return html`<bdi dir="ltr" class="mark">${markText(each)}</bdi>`
  return each.kind === 'text' ? each.text : each.base + each.marks
}
