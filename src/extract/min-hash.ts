/** Size of a signature and the number of words of a shingle; signatures of different sizes cannot be compared. */
const BINS = 128
const SHINGLE_WORDS = 5
const BIN_SHIFT = 25
const EMPTY = -1

/**
 * One-permutation MinHash of the shingles of five words: one 32-bit hash per shingle, whose upper bits choose a bin that keeps
 * the least hash. The share of equal bins of two signatures estimates the Jaccard similarity of their shingles. Empty bins take
 * the value of another by a fixed sequence of probes (Shrivastava, "Optimal Densification", ICML 2017). Empty below five words.
 */
export function minHash(words: Uint32Array): number[] {
  if (words.length < SHINGLE_WORDS) return []
  const bins = new Float64Array(BINS).fill(EMPTY)
  let hash = 0
  for (let last = 0; last < words.length; last++) {
    // Rolling: the word that leaves the shingle is taken out before the next one comes in.
    const left = last < SHINGLE_WORDS ? 0 : Math.imul(words[last - SHINGLE_WORDS] ?? 0, LEAVING)
    hash = (Math.imul(hash - left, MULTIPLIER) + (words[last] ?? 0)) | 0
    if (last < SHINGLE_WORDS - 1) continue
    const mixed = mix(hash)
    const bin = mixed >>> BIN_SHIFT
    const least = bins[bin] ?? EMPTY
    if (least === EMPTY || mixed < least) bins[bin] = mixed
  }
  return densified(bins)
}

const MULTIPLIER = 0x01000193
/** What the first word of a shingle has been multiplied by: MULTIPLIER to the fourth, modulo 2^32. */
const LEAVING = [1, 2, 3, 4].reduce(power => Math.imul(power, MULTIPLIER), 1)
const GOLDEN_RATIO = 0x9e3779b1

function densified(bins: Float64Array): number[] {
  const full: number[] = []
  for (let bin = 0; bin < BINS; bin++) {
    let value = bins[bin] ?? EMPTY
    for (let attempt = 1; value === EMPTY; attempt++)
      value = bins[mix(Math.imul(bin + 1, GOLDEN_RATIO) + attempt) >>> BIN_SHIFT] ?? EMPTY
    full.push(value)
  }
  return full
}

/** The finaliser of MurmurHash3, 32 bits. */
function mix(value: number): number {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
