/**
 * Sets of pages as bits, one for each frontier number: pages of one part of a site come together and have the mistakes of its template
 * in common, so that one row holds what 48 rows would.
 */
const PAGES_PER_PART = 48
const HALF = 2 ** (PAGES_PER_PART / 2)

export interface PageBit {
  part: number
  bit: number
}

/** Where the bit of a page is. */
export function pageBit(number: number): PageBit {
  return { part: Math.floor(number / PAGES_PER_PART), bit: 2 ** (number % PAGES_PER_PART) }
}

/** SQL: whether a set holds a page; finds pages from a row with a set. */
export function isInPart(bits: string, { part }: { part: string }): string {
  return `page.number >= ${part} * ${PAGES_PER_PART} and page.number < (${part} + 1) * ${PAGES_PER_PART} and ${hasBit(bits)}`
}

/** SQL: whether the set of a row of a table holds a page; finds rows with sets from a page. */
export function hasPageOf(table: string): string {
  return `${table}.part = page.number / ${PAGES_PER_PART} and ${hasBit(`${table}.pages`)}`
}

function hasBit(bits: string): string {
  return `((${bits} >> cast(page.number % ${PAGES_PER_PART} as integer)) & 1) = 1`
}

/** How many of two sets of one part are in both, and what is left of the first without the second. */
export function withoutPages(bits: number, removed: number): { common: number; left: number } {
  const common = BigInt(bits) & BigInt(removed)
  return { common: Number(common), left: Number(BigInt(bits) - common) }
}

/** How many pages a set holds. */
export function countPages(bits: number): number {
  let count = 0
  for (let left of [bits % HALF, Math.floor(bits / HALF)]) for (; left !== 0; left &= left - 1) count++
  return count
}

/** The frontier numbers of the pages of a set. */
export function pagesInPart(bits: number, part: number): number[] {
  const numbers: number[] = []
  for (let left = bits, number = part * PAGES_PER_PART; left >= 1; left = Math.floor(left / 2), number++)
    if (left % 2 === 1) numbers.push(number)
  return numbers
}
