import { hash } from 'node:crypto'
import type { CrawlTrap } from '#shared/site-facts.ts'
import { addExample, type TrapCopy, type TrapPage } from './trap-family.ts'
import { type Likeness, readLikeness } from './trap-likeness.ts'
import type { VisitIds } from './trap-pattern.ts'

/** Pages seen again under another id, before the id is taken for a session id. */
const EVIDENCE_REPEATS = 10
const MOST = 0.9
/** URLs without their ids that are remembered; those beyond are visited like any other. */
const MAX_BASES = 5_000
const KEY_LENGTH = 16

/**
 * URLs with the same parameters that look like session ids. A server that creates a new id with every link has endless URLs for a
 * page, so one of them is enough: once that is proved, a URL is skipped when the same one with another id has been visited. An id
 * that chooses what the page shows proves the contrary.
 */
export class TrapVisits {
  readonly #name: string
  /** By the URL without its ids; what was seen there first, once it has been visited. */
  readonly #bases = new Map<string, { likeness: Likeness; number: number } | null>()
  readonly #copies: TrapCopy[] = []
  /** URLs that got a number although they repeat another, and how many of them may before those are checked. */
  #repeats = 0
  #nextLook = EVIDENCE_REPEATS
  #visited = 0
  #same = 0
  #skipped = 0
  readonly #visitedUrls: string[] = []
  readonly #skippedUrls: string[] = []

  constructor({ name }: VisitIds) {
    this.#name = name
  }

  isRepeat({ base }: VisitIds): boolean {
    return this.#bases.has(keyOf(base))
  }

  /** Whether the repeats under way are enough for a decision. */
  get isFull(): boolean {
    return this.#repeats >= this.#nextLook
  }

  get isTrap(): boolean {
    return this.#visited >= EVIDENCE_REPEATS && this.#same >= MOST * this.#visited
  }

  number({ base }: VisitIds): void {
    const key = keyOf(base)
    if (this.#bases.has(key)) this.#repeats++
    else if (this.#bases.size < MAX_BASES) this.#bases.set(key, null)
  }

  visit(page: TrapPage, { base }: VisitIds): void {
    const likeness = readLikeness(page.likeness)
    const key = keyOf(base)
    const first = this.#bases.get(key)
    if (likeness === null || first === undefined) return
    if (first === null) {
      this.#bases.set(key, { likeness, number: page.number })
      return
    }
    this.#visited++
    addExample(this.#visitedUrls, page.url)
    if (!isNearlySame(likeness, first.likeness)) return
    this.#same++
    this.#copies.push({ number: page.number, originalNumber: first.number })
  }

  /** All that got a number have been checked. */
  look(): void {
    while (this.#nextLook <= this.#repeats) this.#nextLook *= 2
  }

  skip(url: string): void {
    this.#skipped++
    addExample(this.#skippedUrls, url)
  }

  /** Once the ids are taken for session ids: the pages seen again under another id. */
  copies(): readonly TrapCopy[] {
    return this.isTrap ? this.#copies : []
  }

  trap(): CrawlTrap | null {
    if (!this.isTrap && this.#skipped === 0) return null
    return {
      pattern: `*${this.#name}`,
      visited: this.#visited,
      alike: this.#same,
      skipped: this.#skipped,
      visitedUrls: [...this.#visitedUrls],
      skippedUrls: [...this.#skippedUrls],
    }
  }
}

function keyOf(base: string): string {
  return hash('sha1', base, 'hex').slice(0, KEY_LENGTH)
}

function isNearlySame(one: Likeness, other: Likeness): boolean {
  return (
    isWithin(one.shingles, other.shingles, MOST) &&
    isWithin(one.titleWords, other.titleWords, 1) &&
    isWithin(one.media, other.media, 1)
  )
}

function isWithin(hashes: readonly number[], others: readonly number[], share: number): boolean {
  const known = new Set(others)
  return hashes.filter(hash => known.has(hash)).length >= share * hashes.length
}
