import type { PageSignature } from '#shared/site-facts.ts'

const BANDS = 16
const ROWS = 8
const POSITIONS = BANDS * ROWS
/** What one-permutation hashing leaves in a bin that no shingle fell into. */
const EMPTY_BIN = 0xffff_ffff
const EMPTY_BYTE = 0
const FIRST_CAPACITY = 1_024

/**
 * Signatures in little: per page 16 band hashes of four bytes, 128 positions of one byte (b-bit minwise hashing: Li and König,
 * 2010) and a language, 196 bytes in all, in arrays that double as they fill. One byte of a position is enough for an estimate:
 * different numbers look equal once in 255 times.
 */
export interface SketchTable {
  readonly bandCount: number
  size(): number
  add(signature: PageSignature): void
  /** null when the page takes no part: a copy of an earlier one (same text), or no shingle in this band. */
  bandHash(position: number, band: number): number | null
  /** Estimated similarity over the positions that are filled in either page; 0 for pages of different languages. */
  compare(a: number, b: number): { similarity: number; filled: number }
}

const NO_PART = 0

export function createSketchTable(): SketchTable {
  let count = 0
  let hashes = new Uint32Array(FIRST_CAPACITY * BANDS)
  let bytes = new Uint8Array(FIRST_CAPACITY * POSITIONS)
  let languages = new Uint32Array(FIRST_CAPACITY)
  const languageIds = new Map<string, number>()
  const seenTexts = new Set<number>()

  const grow = () => {
    hashes = doubled(hashes)
    bytes = doubledBytes(bytes)
    languages = doubled(languages)
  }
  const languageId = (lang: string | null) => {
    const key = lang?.toLowerCase() ?? ''
    const id = languageIds.get(key) ?? languageIds.size + 1
    languageIds.set(key, id)
    return id
  }
  /** 48 bits of the text's SHA-256: among a million pages two would be taken for copies with probability 0.002. */
  const isCopy = (textHash: string) => {
    const key = Number.parseInt(textHash.slice(0, 12), 16)
    const isKnown = seenTexts.has(key)
    seenTexts.add(key)
    return isKnown
  }

  return {
    bandCount: BANDS,
    size: () => count,
    add({ minhash, lang, textHash }) {
      if (count === languages.length) grow()
      const takesPart = minhash.length === POSITIONS && !isCopy(textHash)
      languages[count] = takesPart ? languageId(lang) : NO_PART
      for (let band = 0; band < BANDS; band++) hashes[count * BANDS + band] = hashOfBand(minhash, band)
      for (let index = 0; index < POSITIONS; index++) bytes[count * POSITIONS + index] = byteOf(minhash[index])
      count++
    },
    bandHash(position, band) {
      if (languages[position] === NO_PART) return null
      const hash = hashes[position * BANDS + band] ?? NO_HASH
      return hash === NO_HASH ? null : hash
    },
    compare(a, b) {
      if (languages[a] !== languages[b]) return { similarity: 0, filled: 0 }
      let equal = 0
      let filled = 0
      for (let index = 0; index < POSITIONS; index++) {
        const byteA = bytes[a * POSITIONS + index]
        const byteB = bytes[b * POSITIONS + index]
        if (byteA === EMPTY_BYTE && byteB === EMPTY_BYTE) continue
        filled++
        if (byteA === byteB) equal++
      }
      return { similarity: filled === 0 ? 0 : equal / filled, filled }
    },
  }
}

const NO_HASH = 0

/** FNV-1a over the numbers of a band; NO_HASH for a band of empty bins, which would bring all short pages together. */
function hashOfBand(minhash: Uint32Array, band: number): number {
  let hash = 0x811c_9dc5
  let isEmpty = true
  for (let row = 0; row < ROWS; row++) {
    const value = minhash[band * ROWS + row] ?? EMPTY_BIN
    isEmpty &&= value === EMPTY_BIN
    hash = Math.imul(hash ^ value, 0x0100_0193)
    hash ^= hash >>> 15
  }
  return isEmpty ? NO_HASH : hash >>> 0 || 1
}

function byteOf(value = EMPTY_BIN): number {
  return value === EMPTY_BIN ? EMPTY_BYTE : 1 + (value % 255)
}

function doubled(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2)
  larger.set(array)
  return larger
}

function doubledBytes(array: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(array.length * 2)
  larger.set(array)
  return larger
}
