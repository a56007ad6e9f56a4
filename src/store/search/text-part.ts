import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { packNumbers, unpackNumbers } from '../database/packed-numbers.ts'

/** A row of a list with the texts in which it is searched: as many for each row of the list. */
export interface SearchedRow {
  id: number
  texts: readonly string[]
}

/** Rows as they are stored for searching, in the order in which they were packed. */
export interface TextPart {
  /** Lowest id of its rows. */
  firstId: number
  /** Numbers of rows, of columns and of distinct texts; each row's id beyond the lowest, and its texts; where each text ends. */
  numbers: Uint8Array
  /** The distinct texts in lower case, compressed. */
  texts: Uint8Array
}

/** Between two texts: no text is found across it, as no needle has it. */
const SEPARATOR = '\0'
const HEAD = 3

/** Rows near each other share most of their texts: each is stored, and searched, once. */
export function packTexts(rows: readonly SearchedRow[]): TextPart {
  const firstId = rows.reduce((lowest, { id }) => Math.min(lowest, id), Number.POSITIVE_INFINITY)
  const positions = new Map<string, number>()
  const positionOf = (text: string): number => {
    const known = positions.get(text)
    if (known !== undefined) return known
    positions.set(text, positions.size)
    return positions.size - 1
  }
  const columnCount = 1 + (rows[0]?.texts.length ?? 0)
  const columns = rows.flatMap(({ id, texts }) => [id - firstId, ...texts.map(positionOf)])
  let length = 0
  const ends: number[] = []
  const folded: string[] = []
  for (const text of positions.keys()) {
    const stored = foldedText(text) + SEPARATOR
    length += Buffer.byteLength(stored)
    ends.push(length)
    folded.push(stored)
  }
  return {
    firstId: rows.length === 0 ? 0 : firstId,
    numbers: packNumbers(Uint32Array.from([rows.length, columnCount, positions.size, ...columns, ...ends])),
    texts: zstdCompressSync(folded.join(''), { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  }
}

/** The texts of a part with the place of the first that has the needle; null where none has it. */
export function findText(texts: Uint8Array, needle: Needle): FoundText | null {
  const haystack = zstdDecompressSync(texts).toString('latin1')
  const at = haystack.indexOf(needle.bytes)
  return at < 0 ? null : { haystack, at }
}

export interface FoundText {
  haystack: string
  at: number
}

/** Ids of the rows that have the needle in one of their texts, in the order in which they were packed. */
export function findRows(
  { haystack, at: first }: FoundText,
  { firstId, numbers: packed }: Pick<TextPart, 'firstId' | 'numbers'>,
  needle: Needle,
): number[] {
  let at = first
  const numbers = unpackNumbers(packed)
  const [rowCount = 0, columnCount = 0, textCount = 0] = numbers
  const endsAt = HEAD + rowCount * columnCount
  const isMatch = new Uint8Array(textCount)
  for (let text = 0; text < textCount && at >= 0; text++) {
    const end = numbers[endsAt + text] ?? 0
    if (end <= at) continue
    isMatch[text] = 1
    at = haystack.indexOf(needle.bytes, end)
  }
  const found: number[] = []
  for (let row = HEAD; row < endsAt; row += columnCount) {
    let column = row + 1
    while (column < row + columnCount && isMatch[numbers[column] ?? 0] === 0) column++
    if (column < row + columnCount) found.push(firstId + (numbers[row] ?? 0))
  }
  return found
}

/** What is looked for in all parts. */
export interface Needle {
  /** Its UTF-8, a character for each byte: such strings are searched faster than bytes and than other strings. */
  bytes: string
}

/** null for a text that no stored text can have. */
export function needleOf(text: string): Needle | null {
  return text.includes(SEPARATOR) ? null : { bytes: Buffer.from(text.toLowerCase()).toString('latin1') }
}

/** PostgreSQL stores no NUL. */
function foldedText(text: string): string {
  return text.replaceAll(SEPARATOR, '\uFFFD').toLowerCase()
}
