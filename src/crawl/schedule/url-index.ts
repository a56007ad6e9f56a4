/**
 * URL → id, in one table of numbers. URLs are distinguished by 64 bits of hash: among a million, two of them are taken for one with a
 * probability of 1 in 37 million.
 */
export class UrlIndex {
  /** Both halves of the hash, by id. */
  #high = new Uint32Array(FIRST_SLOTS)
  #low = new Uint32Array(FIRST_SLOTS)
  /** Ids by hash, at the first free slot; 0 is free. */
  #slots = new Uint32Array(FIRST_SLOTS)
  #size = 0
  /** Those of the URL that was looked up last. */
  #hash: Hash = { high: 0, low: 0 }

  get size(): number {
    return this.#size
  }

  /** 0 for an unknown URL, which `add` then takes. */
  find(url: string): number {
    hashInto(url, this.#hash)
    return this.#slots[this.#slotOf(this.#hash)] ?? 0
  }

  /** Adds the URL that was not found last; ids follow one another from 1. */
  add(id: number): void {
    this.#high = grown(this.#high, id + 1)
    this.#low = grown(this.#low, id + 1)
    this.#high[id] = this.#hash.high
    this.#low[id] = this.#hash.low
    this.#size++
    if (this.#size * 2 > this.#slots.length) this.#resize()
    else this.#slots[this.#slotOf(this.#hash)] = id
  }

  clear(): void {
    this.#high = new Uint32Array(FIRST_SLOTS)
    this.#low = new Uint32Array(FIRST_SLOTS)
    this.#slots = new Uint32Array(FIRST_SLOTS)
    this.#size = 0
  }

  /** The slot of a hash, or the free one that it gets. */
  #slotOf({ high, low }: Hash): number {
    const mask = this.#slots.length - 1
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const id = this.#slots[slot] ?? 0
      if (id === 0 || (this.#low[id] === low && this.#high[id] === high)) return slot
    }
  }

  #resize(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2)
    for (let id = 1; id <= this.#size; id++)
      this.#slots[this.#slotOf({ high: this.#high[id] ?? 0, low: this.#low[id] ?? 0 })] = id
  }
}

/** A power of two. */
const FIRST_SLOTS = 1_024

interface Hash {
  high: number
  low: number
}

/**
 * Two multiplicative hashes side by side, each with the other mixed into it at the end (after cyrb53, public domain). They are rotated, so
 * that all bits depend on all characters.
 */
function hashInto(url: string, hash: Hash): void {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < url.length; index++) {
    const code = url.charCodeAt(index)
    high = Math.imul(((high << 5) | (high >>> 27)) ^ code, 0x9e3779b1)
    low = Math.imul(((low << 13) | (low >>> 19)) ^ code, 0x5f356495)
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35)
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)
  hash.high = high >>> 0
  hash.low = low >>> 0
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array

/** The same numbers with room for more: half as many again, since two lists exist while one is copied. */
export function grown<List extends Numbers>(list: List, length: number): List
export function grown(list: Numbers, length: number): Numbers {
  if (length <= list.length) return list
  const room = Math.max(length, list.length + (list.length >>> 1))
  if (list instanceof Uint8Array) return filled(new Uint8Array(room), list)
  if (list instanceof Uint16Array) return filled(new Uint16Array(room), list)
  return list instanceof Uint32Array ? filled(new Uint32Array(room), list) : filled(new Int32Array(room), list)
}

function filled(room: Numbers, list: Numbers): Numbers {
  room.set(list)
  return room
}
