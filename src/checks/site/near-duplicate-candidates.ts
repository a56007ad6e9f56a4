import { setImmediate } from 'node:timers/promises'
import type { PageSignature } from '#shared/site-facts.ts'
import { createSketchTable, type SketchTable } from './sketch-table.ts'

/**
 * Pairs of pages that may be near duplicates, found without comparing every page with every other (locality-sensitive hashing:
 * Leskovec, Rajaraman, Ullman, Mining of Massive Datasets, 3.4).
 *
 * The 128 numbers of a signature are cut into b = 16 bands of r = 8. Two pages are compared when one band is equal in both, which
 * for a similarity s happens with probability 1 − (1 − s^r)^b: 0.9999 at s = 0.9, 0.95 at 0.8, 0.61 at 0.7, 0.06 at 0.5. So of
 * the pairs at the threshold one in ten thousand is missed; what is let through in vain falls by the estimate that the whole
 * signature gives, whose standard error is √(s(1 − s)/n) for n filled positions.
 *
 * Memory: 196 bytes per page (see SketchTable) and 8 more while one band is sorted, so 200 MB for a million pages; pairs are
 * capped. Texts and addresses are read later, for the pages of a pair alone.
 */
export interface CandidatePair {
  /** Positions in the stream of signatures, `first` below `second`. */
  first: number
  second: number
}

export const SIMILARITY_THRESHOLD = 0.9
const STANDARD_ERRORS = 3
/** Two pages so much alike resemble the same others: one of them may speak for both. */
const SPEAKS_FOR_BOTH = 0.97
/** Pages of one bucket that later ones are compared with; without it a template's pages would all meet each other. */
const MAX_SPEAKERS = 16
const MAX_PAIRS = 200_000
/** A band's hash (32 bits) and a position together fill the 53 bits that a number holds exactly. */
const POSITION_RANGE = 2 ** 21

/** In ascending order of both positions. Pages beyond the first two million are left out. */
export async function nearDuplicateCandidates(signatures: AsyncIterable<PageSignature[]>): Promise<CandidatePair[]> {
  const table = createSketchTable()
  for await (const batch of signatures) {
    for (const signature of batch) if (table.size() < POSITION_RANGE) table.add(signature)
  }
  const pairs = new Set<number>()
  for (let band = 0; band < table.bandCount; band++) {
    gatherPairs({ table, band, pairs })
    await setImmediate()
  }
  return [...pairs]
    .sort((a, b) => a - b)
    .map(pair => ({ first: Math.floor(pair / POSITION_RANGE), second: pair % POSITION_RANGE }))
}

interface Bucket {
  hash: number
  /** Pages that later ones of the bucket are compared with. */
  speakers: number[]
}

interface BandSearch {
  table: SketchTable
  band: number
  pairs: Set<number>
}

function gatherPairs({ table, band, pairs }: BandSearch): void {
  let bucket: Bucket = { hash: -1, speakers: [] }
  for (const key of sortedKeys(table, band)) {
    const hash = Math.floor(key / POSITION_RANGE)
    if (hash !== bucket.hash) bucket = { hash, speakers: [] }
    const position = key % POSITION_RANGE
    let hasSpeaker = false
    for (const speaker of bucket.speakers) {
      const { similarity, filled } = table.compare(speaker, position)
      if (similarity < leastEstimate(filled)) continue
      if (pairs.size < MAX_PAIRS) pairs.add(speaker * POSITION_RANGE + position)
      hasSpeaker ||= similarity >= SPEAKS_FOR_BOTH
    }
    if (!hasSpeaker && bucket.speakers.length < MAX_SPEAKERS) bucket.speakers.push(position)
  }
}

/** Hash and position of each page in one number, so that equal hashes lie side by side in order of position. */
function sortedKeys(table: SketchTable, band: number): Float64Array {
  const keys = new Float64Array(table.size())
  let count = 0
  for (let position = 0; position < table.size(); position++) {
    const hash = table.bandHash(position, band)
    if (hash !== null) keys[count++] = hash * POSITION_RANGE + position
  }
  return keys.subarray(0, count).sort()
}

function leastEstimate(filled: number): number {
  const variance = (SIMILARITY_THRESHOLD * (1 - SIMILARITY_THRESHOLD)) / Math.max(1, filled)
  return SIMILARITY_THRESHOLD - STANDARD_ERRORS * Math.sqrt(variance)
}
