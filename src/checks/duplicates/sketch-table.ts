import type { PageSignature } from '#shared/site-facts.ts'

const BANDS = 16
const ROWS = 8
const POSITIONS = BANDS * ROWS
const FIRST_CAPACITY = 1_024

/**
 * Signatures in little: per page 16 band hashes of four bytes, 128 positions of one byte (b-bit minwise hashing: Li and König,
 * 2010) and a language, 196 bytes in all, in arrays that double as they fill; about 40 more remember its text. One byte of a position is enough for an estimate:
 * different numbers look equal once in 256 times.
 */
export interface SketchTable {
  readonly bandCount: number
  size(): number
  add(signature: PageSignature): void
  /** null when the page takes no part, being a copy of an earlier one (same text). */
  bandHash(position: number, band: number): number | null
  /** Share of equal positions, which estimates the similarity; 0 for pages of different languages. */
  similarity(a: number, b: number): number
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
      for (let index = 0; index < POSITIONS; index++) bytes[count * POSITIONS + index] = minhash[index] ?? 0
      count++
    },
    bandHash(position, band) {
      return languages[position] === NO_PART ? null : (hashes[position * BANDS + band] ?? null)
    },
    similarity(a, b) {
      if (languages[a] !== languages[b]) return 0
      let equal = 0
      for (let index = 0; index < POSITIONS; index++) {
        if (bytes[a * POSITIONS + index] === bytes[b * POSITIONS + index]) equal++
      }
      return equal / POSITIONS
    },
  }
}

/** FNV-1a over the numbers of a band. */
function hashOfBand(minhash: Uint32Array, band: number): number {
  let hash = 0x811c_9dc5
  for (let row = 0; row < ROWS; row++) {
    hash = Math.imul(hash ^ (minhash[band * ROWS + row] ?? 0), 0x0100_0193)
    hash ^= hash >>> 15
  }
  return hash >>> 0
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
