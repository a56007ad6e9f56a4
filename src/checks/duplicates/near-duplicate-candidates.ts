import { setImmediate } from 'node:timers/promises'
import type { PageSignature } from '#shared/site-facts.ts'
import { createSketchTable, type SketchTable } from './sketch-table.ts'

/**
 * Pairs of pages that may be near duplicates, found without comparing every page with every other (locality-sensitive hashing:
 * Leskovec, Rajaraman, Ullman, Mining of Massive Datasets, 3.4).
 *
 * The 128 numbers of a signature are cut into b = 16 bands of r = 8. Two pages are compared when one band is equal in both, which
 * for a similarity s happens with probability 1 − (1 − s^r)^b: 0.9999 at s = 0.9, 0.95 at 0.8, 0.61 at 0.7, 0.06 at 0.5. What is
 * let through in vain falls by the estimate that the whole signature gives.
 *
 * Memory: 240 bytes per page (see SketchTable), 24 for its partners and 8 while one band is sorted, so 270 MB for a million
 * pages. Texts and URLs are read later, for the pages of a pair alone.
 */
export interface CandidatePair {
  /** Positions in the stream of signatures, `first` below `second`. */
  first: number
  second: number
}

/**
 * Two standard errors √(s(1 − s)/n) below the threshold, for the 68 of 128 positions that the shingles of 100 words fill by
 * themselves: 98 of 100 pairs at s = 0.9 pass, and practically all from 0.95 on. Longer texts are estimated better.
 */
const ESTIMATE_ERROR_PERCENT = 7
/** Two pages this similar resemble the same other pages, so one of them can represent both. */
const SPEAKS_FOR_BOTH = 0.97
/** Pages of one bucket that later ones are compared with; without it a template's pages would all meet each other. */
const MAX_SPEAKERS = 16
/** Earlier pages kept for each page, the most similar ones: one that is confirmed is enough to join its cluster. */
const MAX_PARTNERS = 3
/** Pairs whose texts are compared, at a few milliseconds each. */
const MAX_PAIRS = 200_000
/** A band's hash (32 bits) and a position together fill the 53 bits that a number holds exactly. */
const POSITION_RANGE = 2 ** 21

/**
 * In ascending order of both positions, for pages of which so many of a hundred sequences are to be equal. Pages beyond the first two
 * million are skipped.
 */
export async function nearDuplicateCandidates(
  signatures: AsyncIterable<PageSignature[]>,
  minPercent: number,
): Promise<CandidatePair[]> {
  const bounds = {
    leastEstimate: (minPercent - ESTIMATE_ERROR_PERCENT) / 100,
    speaksForBoth: Math.max(SPEAKS_FOR_BOTH, minPercent / 100),
  }
  const table = createSketchTable()
  for await (const batch of signatures) {
    for (const signature of batch) if (table.size() < POSITION_RANGE) table.add(signature)
  }
  const partners = createPartners(table.size())
  for (let band = 0; band < table.bandCount; band++) {
    searchBand({ table, band, partners, ...bounds })
    await setImmediate()
  }
  return partners.pairs()
}

interface Bucket {
  hash: number
  /** Pages that later ones of the bucket are compared with. */
  speakers: number[]
}

interface BandSearch {
  table: SketchTable
  band: number
  partners: Partners
  leastEstimate: number
  speaksForBoth: number
}

function searchBand({ table, band, partners, leastEstimate, speaksForBoth }: BandSearch): void {
  let bucket: Bucket = { hash: -1, speakers: [] }
  for (const key of sortedKeys(table, band)) {
    const hash = Math.floor(key / POSITION_RANGE)
    if (hash !== bucket.hash) bucket = { hash, speakers: [] }
    const second = key % POSITION_RANGE
    let hasSpeaker = false
    for (const first of bucket.speakers) {
      const similarity = table.similarity(first, second)
      if (similarity < leastEstimate) continue
      partners.note({ first, second }, similarity)
      hasSpeaker ||= similarity >= speaksForBoth
    }
    if (!hasSpeaker && bucket.speakers.length < MAX_SPEAKERS) bucket.speakers.push(second)
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

interface Partners {
  note(pair: CandidatePair, similarity: number): void
  pairs(): CandidatePair[]
}

/** The most similar earlier pages of each page, in two arrays. */
function createPartners(pages: number): Partners {
  const firsts = new Uint32Array(pages * MAX_PARTNERS)
  /** 0 where no partner is kept. */
  const similarities = new Float32Array(pages * MAX_PARTNERS)
  return {
    note({ first, second }, similarity) {
      const start = second * MAX_PARTNERS
      let weakest = start
      for (let slot = start; slot < start + MAX_PARTNERS; slot++) {
        const kept = similarities[slot] ?? 0
        if (kept > 0 && firsts[slot] === first) return
        if (kept < (similarities[weakest] ?? 0)) weakest = slot
      }
      if (similarity <= (similarities[weakest] ?? 0)) return
      firsts[weakest] = first
      similarities[weakest] = similarity
    },
    pairs() {
      const pairs: CandidatePair[] = []
      for (let slot = 0; slot < firsts.length && pairs.length < MAX_PAIRS; slot++) {
        if ((similarities[slot] ?? 0) === 0) continue
        pairs.push({ first: firsts[slot] ?? 0, second: Math.floor(slot / MAX_PARTNERS) })
      }
      return pairs.sort((a, b) => a.first - b.first || a.second - b.second)
    },
  }
}
