/**
 * Links between pages, packed for many walks over them: variable-length numbers, seven bits a byte, the lowest first. The two lowest
 * bits of a number are the class of a link (link-source-mask.ts) and the others how far its source is from the one before it;
 * class 0 begins the sources of another target instead. Sources of one target come in ascending order, so that most links take
 * one byte: what a navigation repeats on each page has all pages as sources.
 */

/** Size of one chunk: the event loop runs between two chunks. So many links take some milliseconds. */
const CHUNK_BYTES = 2 ** 18
/** Two numbers of 32 bits at most are written at once. */
const MAX_WRITTEN_BYTES = 10

export class EdgePacker {
  #bytes = new Uint8Array(CHUNK_BYTES)
  #length = 0
  #target = -1
  #source = 0

  /** Adds one link; returns the full chunk when it no longer fits, null otherwise. */
  add(link: { target: number; source: number; linkClass: number }): Uint8Array | null {
    const full = this.#length + MAX_WRITTEN_BYTES > CHUNK_BYTES ? this.take() : null
    if (link.target !== this.#target || link.source < this.#source) {
      this.#write(link.target * 4)
      this.#target = link.target
      this.#source = 0
    }
    this.#write((link.source - this.#source) * 4 + link.linkClass)
    this.#source = link.source
    return full
  }

  /** The chunk so far; each chunk is read without the others. */
  take(): Uint8Array {
    const chunk = this.#bytes.slice(0, this.#length)
    this.#length = 0
    this.#target = -1
    return chunk
  }

  #write(value: number): void {
    let rest = value
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest & 127) | 128
      rest = Math.floor(rest / 128)
    }
    this.#bytes[this.#length++] = rest
  }
}

/** Adds to each target what its sources pass on: the share of the source times the weight of the link's class. */
export function passOn(
  chunk: Uint8Array,
  { shares, weights, received }: { shares: Float64Array; weights: readonly number[]; received: Float64Array },
): void {
  const [, footer = 0, navigation = 0, content = 0] = weights
  const length = chunk.length
  let target = 0
  let source = 0
  let sum = received[target] ?? 0
  for (let offset = 0; offset < length; ) {
    let byte = chunk[offset++] ?? 0
    let value = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = chunk[offset++] ?? 0
      value |= (byte & 127) << shift
    }
    const linkClass = value & 3
    if (linkClass === 0) {
      received[target] = sum
      target = value >>> 2
      sum = received[target] ?? 0
      source = 0
      continue
    }
    source += value >>> 2
    sum += (shares[source] ?? 0) * (linkClass === 3 ? content : linkClass === 2 ? navigation : footer)
  }
  received[target] = sum
}
