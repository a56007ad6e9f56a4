const BITS = 32
const FIRST_IDS = 1 << 16

/** A set of URL ids, which are small whole numbers: a bit each. */
export class IdSet {
  #bits = new Uint32Array(FIRST_IDS / BITS)

  add(id: number): void {
    const word = id >>> 5
    if (word >= this.#bits.length) {
      const larger = new Uint32Array(Math.max(word + 1, 2 * this.#bits.length))
      larger.set(this.#bits)
      this.#bits = larger
    }
    this.#bits[word] = (this.#bits[word] ?? 0) | (1 << (id % BITS))
  }

  has(id: number): boolean {
    return ((this.#bits[id >>> 5] ?? 0) & (1 << (id % BITS))) !== 0
  }
}
