import type { ParsedDocument } from '#html/html.ts'
import type { ElementNode } from '#html/node.ts'
import { MAX_HEAD_EXCERPT, MAX_TAG_EXCERPT } from '#shared/limits.ts'
import { cutText } from './cut-text.ts'

/** Lines and columns in the source text, for evidence. */
export interface SourcePositions {
  /** 1-based line of the element's start tag; 0 for an element that is not in the source. */
  lineOf(element: ElementNode): number
  lineAt(offset: number): number
  /** 1-based column of an offset in its line, in UTF-16 units. */
  columnAt(offset: number): number
  /** Start tag as written, cut; serialised when it is not in the source. */
  tagOf(element: ElementNode): string
}

export function sourcePositions(source: string): SourcePositions {
  let known: number[] | null = null
  const starts = () => {
    known ??= lineStarts(source)
    return known
  }
  const lineAt = (offset: number) => indexOfLast(starts(), offset) + 1
  return {
    lineAt,
    lineOf: element => (element.start < 0 ? 0 : lineAt(element.start)),
    columnAt: offset => offset - (starts()[lineAt(offset) - 1] ?? 0) + 1,
    tagOf: element =>
      element.start < 0
        ? cutText(serialisedTag(element), MAX_TAG_EXCERPT)
        : cutText(source.slice(element.start, element.end), MAX_TAG_EXCERPT),
  }
}

/** The parser reopens formatting elements: the attributes show which one this is. */
function serialisedTag({ tagName, attrs }: ElementNode): string {
  const shown = attrs.slice(0, MAX_ATTRIBUTES).map(({ name, value }) => `${name}="${value.slice(0, MAX_TAG_EXCERPT)}"`)
  return `<${[tagName, ...shown].join(' ')}>`
}

/** More attributes hardly fit into an excerpt. */
const MAX_ATTRIBUTES = 20

/** Beginning of the head as written, or of the document when it has no head tag. */
export function headExcerpt({ source, head }: ParsedDocument): string {
  const start = Math.max(0, head?.start ?? 0)
  return cutText(source.slice(start, start + MAX_HEAD_EXCERPT + 1), MAX_HEAD_EXCERPT)
}

/** Index of the last value that is not above `limit`; `values` ascend from 0. */
function indexOfLast(values: readonly number[], limit: number): number {
  let low = 0
  let high = values.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((values[middle] ?? 0) <= limit) low = middle
    else high = middle - 1
  }
  return low
}

/** Offset of each line: after LF, CR LF or a CR alone. */
function lineStarts(source: string): number[] {
  const starts = [0]
  for (let end = source.indexOf('\n'); end !== -1; end = source.indexOf('\n', end + 1)) starts.push(end + 1)
  if (!source.includes('\r')) return starts
  for (let end = source.indexOf('\r'); end !== -1; end = source.indexOf('\r', end + 1))
    if (source.charCodeAt(end + 1) !== 10) starts.push(end + 1)
  return starts.sort((left, right) => left - right)
}
