import { fnvOf } from './fnv.ts'

/**
 * Distinct texts, numbered in order of first mention. For texts that were just cut out of a page: a Map hashes each of them outside
 * of compiled code, which takes 300 ns a text. Here it takes less than a third.
 */
export class TextNumbers {
  readonly values: string[] = []
  /** One more than the number of the text that has the slot, 0 in empty ones. */
  readonly #slots: Int32Array
  /** Texts that found no slot. */
  readonly #crowded = new Map<string, number>()

  /** So many texts have room; of more, the rest are looked up in a Map. */
  constructor(most: number) {
    let slots = LEAST_SLOTS
    while (slots < 2 * most) slots *= 2
    this.#slots = new Int32Array(slots)
  }

  /** The number of a text, a new one when it has none. */
  of(text: string): number {
    const slot = this.#slotOf(text)
    const known = slot === null ? this.#crowded.get(text) : this.#numberIn(slot)
    if (known !== undefined) return known
    const number = this.values.push(text) - 1
    if (slot === null) this.#crowded.set(text, number)
    else this.#slots[slot] = number + 1
    return number
  }

  get(text: string): number | undefined {
    const slot = this.#slotOf(text)
    return slot === null ? this.#crowded.get(text) : this.#numberIn(slot)
  }

  #numberIn(slot: number): number | undefined {
    const known = this.#slots[slot] ?? 0
    return known === 0 ? undefined : known - 1
  }

  /** The slot that it has, or the one that it would get; null when others have all of them. */
  #slotOf(text: string): number | null {
    const mask = this.#slots.length - 1
    const first = hashOf(text)
    for (let probe = 0; probe < MOST_PROBES; probe++) {
      const slot = (first + probe) & mask
      const known = this.#slots[slot] ?? 0
      if (known === 0 || this.values[known - 1] === text) return slot
    }
    return null
  }
}

const LEAST_SLOTS = 16
/** A text is compared with so many others at most: some sites make texts that collide. */
const MOST_PROBES = 32

/** The upper half folded into the lower one: of a product the lower bits know little of the text. */
function hashOf(text: string): number {
  const hash = fnvOf(text)
  return hash ^ (hash >>> 16)
}
