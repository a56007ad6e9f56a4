import type { CrawlTrap } from '#shared/site-facts.ts'
import { type Likeness, readLikeness } from './trap-likeness.ts'
import type { TrapPattern } from './trap-pattern.ts'

/** A page as far as traps need it: columns of the pages list. */
export interface TrapPage {
  number: number
  url: string
  wordCount: number
  textHash: string
  likeness: string
}

/** A page that shows nothing but what another page has shown, by their frontier numbers. */
export interface TrapCopy {
  number: number
  originalNumber: number
}

/** Fewer pages prove nothing: so many look alike on many a site. */
const EVIDENCE_PAGES = 50
/** Where a part of the path stands three times, the URL itself is suspicious. */
const EVIDENCE_REPEATING = 10
const MANY_REPEATS = 3
const MOST = 0.9
/** A calendar begins with months in which there is something; so many empty ones in a row come to the same. */
const EVIDENCE_IN_A_ROW = 100
/** Editions of documents share their texts, but each edition has many pages: in a trap nearly every page has a URL of its own. */
const LEAST_MOVES = 0.5
/** Share of the visited URLs that are named first by others of their family. */
const LEAST_OWN = 0.5
/** Pages with shorter texts serve another purpose than text. */
const MIN_SAME_WORDS = 20
/** From so many pages on a family may look alike. */
const FIRST_PAGES = 5
/** Pages of a family that show mostly new things need no further look. */
const DIVERSE_PAGES = 200
const DIVERSE_BELOW = 0.5
const MAX_TEXTS = 64
const MAX_KNOWN_PARTS = 1_000
/** Example URLs of each kind. The longest are omitted: all of them are written with every batch. */
const MAX_EXAMPLES = 10
const MAX_EXAMPLE_LENGTH = 1_000

/** Hashes that all families of a crawl may remember together: some twenty megabytes. */
export class SketchBudget {
  left: number

  constructor(left: number) {
    this.left = left
  }
}

/** The URLs of one pattern, counted; and a bounded sketch of what their pages have shown. Pages come in order of their numbers. */
export class TrapFamily {
  readonly key: string
  readonly area: string
  readonly hasQuery: boolean
  readonly #wideName: string
  readonly #budget: SketchBudget
  #name: string
  /** URLs that got a number, and those of them that a page of the family named first. */
  numbered = 0
  own = 0
  /** Skipped URLs, and those of them skipped for their shape. */
  skipped = 0
  refused = 0
  /** Mostly shows new things: no trap, and no longer watched. */
  isDiverse = false
  readonly #skippedUrls: string[] = []
  #visited = 0
  #alike = 0
  #alikeInARow = 0
  /** Pages that have the text that most of them have. */
  #same = 0
  /** Pages of more than a few words. */
  #long = 0
  #moving = 0
  #repeating = 0
  readonly #visitedUrls: string[] = []
  /** Number of the first page, and those of pages that are alike. */
  #firstNumber = 0
  #alikeNumbers: number[] = []
  /** How many URLs may have a number before the pages are evaluated. */
  #nextLook: number
  readonly #seen = new Set<number>()
  readonly #texts = new Map<string, number>()
  readonly #moves = new Set<string>()
  readonly #parts = new Set<string>()

  constructor(pattern: TrapPattern, { share, budget }: { share: number; budget: SketchBudget }) {
    this.key = pattern.key
    this.area = pattern.area
    this.hasQuery = pattern.hasQuery
    this.#name = pattern.name
    this.#wideName = pattern.wideName
    this.#budget = budget
    this.#nextLook = Math.max(EVIDENCE_PAGES, share)
  }

  skip(url: string, isRefused: boolean): void {
    this.skipped++
    if (isRefused) this.refused++
    addExample(this.#skippedUrls, url)
  }

  visit(page: TrapPage, { name, moving: counting, parts, repeats }: TrapPattern): void {
    if (name !== this.#name) this.#name = this.#wideName
    if (this.isDiverse) return
    const likeness = readLikeness(page.likeness)
    if (likeness === null) return
    const isAlike = this.#visited > 0 && this.#showsNothingNew(likeness)
    this.#visited++
    addExample(this.#visitedUrls, page.url)
    if (this.#visited === 1) this.#firstNumber = page.number
    if (isAlike) {
      this.#alike++
      this.#alikeNumbers.push(page.number)
    }
    this.#alikeInARow = isAlike ? this.#alikeInARow + 1 : 0
    if (page.wordCount >= MIN_SAME_WORDS) this.#long++
    if (page.wordCount > 0) this.#noteText(page.textHash)
    if (repeats >= MANY_REPEATS) this.#repeating++
    const moving = counting ?? (this.#isRespelt(parts) ? parts.join('/') : null)
    if (moving !== null) {
      this.#moving++
      if (this.#moves.size < MAX_TEXTS) this.#moves.add(moving)
    }
    if (!isAlike) this.#remember(likeness)
    if (this.#visited >= DIVERSE_PAGES && this.#alike < DIVERSE_BELOW * this.#visited) this.#forget()
  }

  /** The same page again and again: such a URL leads to nothing new, whatever page names it. */
  get isOnePage(): boolean {
    return this.#visited >= EVIDENCE_PAGES && this.#isSame && this.#long >= MOST * this.#visited
  }

  /** Enough pages that show nothing new, under URLs in which something moves or that are one page, found through each other. */
  get isSuspect(): boolean {
    if (this.isOnePage) return true
    const visited = this.#visited
    if (visited < EVIDENCE_PAGES && this.#repeating < EVIDENCE_REPEATING) return false
    const isAlike = this.#isAlike || this.#alikeInARow >= EVIDENCE_IN_A_ROW
    const moves = this.#moves.size >= Math.min(MAX_TEXTS, LEAST_MOVES * visited)
    const isMoving = moves && this.#moving >= MOST * visited
    return isAlike && (isMoving || this.#isSame) && this.own >= LEAST_OWN * this.numbered
  }

  /**
   * Called when all numbered URLs are done. The next evaluation comes after as many pages as the pattern may have at most, sooner
   * when the pages seen are alike; then after twice as many, so that there are few.
   */
  look(share: number): void {
    this.#nextLook = this.#visited >= FIRST_PAGES && this.#isAlike ? EVIDENCE_PAGES : Math.max(EVIDENCE_PAGES, share)
    while (this.#nextLook <= this.numbered) this.#nextLook *= 2
  }

  get #isSame(): boolean {
    return Math.min(this.#same, this.#alike) >= MOST * (this.#visited - 1)
  }

  /** The first page is new of necessity. */
  get #isAlike(): boolean {
    return this.#alike >= MOST * (this.#visited - 1)
  }

  /** Whether pages have to be evaluated before any more URLs get a number. */
  get isFull(): boolean {
    return this.numbered >= this.#nextLook && !this.isDiverse && !this.isSuspect
  }

  /** The trap; null when it is none. */
  trap(): CrawlTrap | null {
    const leadsIntoItself =
      this.refused > 0 && (this.#repeating > 0 || (this.#visited >= EVIDENCE_REPEATING && this.#isAlike))
    if (!this.isSuspect && !leadsIntoItself && this.skipped === this.refused) return null
    return {
      pattern: this.#name,
      visited: this.#visited,
      alike: this.#alike,
      skipped: this.skipped,
      visitedUrls: [...this.#visitedUrls],
      skippedUrls: [...this.#skippedUrls],
    }
  }

  /** Once the pattern looks endless: its pages that show nothing new. */
  copies(): TrapCopy[] {
    if (!this.isSuspect) return []
    return this.#alikeNumbers.map(number => ({ number, originalNumber: this.#firstNumber }))
  }

  /**
   * Whether the path is made of parts that are known from others, in another order or spelling: filters that are folders, or letters
   * and slashes that do not matter. In editions of documents the same parts stand at the same places.
   */
  #isRespelt(parts: readonly string[]): boolean {
    const names = parts.filter(Boolean)
    const lower = names.map(part => part.toLowerCase())
    const isKnown = lower.every(part => this.#parts.has(part))
    const isMoved = lower.some((part, index) =>
      lower.some((_, other) => other !== index && this.#parts.has(`${other}/${part}`)),
    )
    const isOther = names.some(part => !this.#parts.has(`/${part}`)) || parts.slice(0, -1).includes('')
    for (const part of lower.flatMap((part, index) => [part, `${index}/${part}`, `/${names[index]}`])) {
      if (this.#budget.left <= 0 || this.#parts.size >= MAX_KNOWN_PARTS || this.#parts.has(part)) continue
      this.#parts.add(part)
      this.#budget.left--
    }
    return isKnown && (isMoved || isOther)
  }

  #noteText(textHash: string): void {
    const count = this.#texts.get(textHash) ?? 0
    if (count === 0 && this.#texts.size >= MAX_TEXTS) return
    this.#texts.set(textHash, count + 1)
    this.#same = Math.max(this.#same, count + 1)
  }

  #showsNothingNew({ shingles, titleWords, media }: Likeness): boolean {
    const isNew = (hash: number) => !this.#seen.has(hash)
    const added = shingles.filter(isNew).length
    return added <= (1 - MOST) * shingles.length && !titleWords.some(isNew) && !media.some(isNew)
  }

  #remember({ shingles, titleWords, media }: Likeness): void {
    for (const hash of [...shingles, ...titleWords, ...media]) {
      if (this.#budget.left <= 0 || this.#seen.has(hash)) continue
      this.#seen.add(hash)
      this.#budget.left--
    }
  }

  #forget(): void {
    this.isDiverse = true
    this.#budget.left += this.#seen.size + this.#parts.size
    this.#parts.clear()
    this.#seen.clear()
    this.#texts.clear()
    this.#moves.clear()
    this.#alikeNumbers = []
  }
}

export function addExample(examples: string[], url: string): void {
  if (examples.length < MAX_EXAMPLES && url.length <= MAX_EXAMPLE_LENGTH) examples.push(url)
}
