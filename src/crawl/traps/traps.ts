import type { CrawlTrap } from '#shared/site-facts.ts'
import type { UrlRow } from '#store/store.ts'
import { SketchBudget, type TrapCopy, TrapFamily, type TrapPage } from './trap-family.ts'
import { type TrapPattern, trapPattern } from './trap-pattern.ts'
import { TrapVisits } from './trap-visits.ts'

/** A pattern that looks endless gets this share of the page limit, and all such patterns together no more. */
const SHARE_OF_LIMIT = 0.25
/** And no more than this many pages: what they show has been seen by then. */
const MAX_SHARE = 500
/** Patterns that are distinguished; later ones are never taken for a trap. A pattern is about a kilobyte without its sketch. */
const MAX_FAMILIES = 5_000
const MAX_SKETCH_HASHES = 500_000
/** Shown of a crawl. */
const MAX_TRAPS = 20

type TrapRow = Pick<UrlRow, 'url' | 'firstNumber' | 'isInSitemap'>

/**
 * Finds out during a crawl which patterns of URLs have no end: calendars, session ids, combinations of filters, paths that grow,
 * one page under any URL. It decides between levels, by the pages of the levels before in order of their numbers, so what is
 * skipped never depends on the order of arrival; fed again with the rows and pages of an interrupted crawl it goes on as it was.
 * A pattern needs evidence (`TrapFamily.isSuspect`), and then loses the URLs that its own pages have brought up. What other pages
 * of the site link to is visited, unless all that the pattern has is one page; so is what a sitemap lists.
 */
export class Traps {
  readonly #share: number
  readonly #families = new Map<string, TrapFamily>()
  readonly #visits = new Map<string, TrapVisits>()
  readonly #familyOf = new Map<number, TrapFamily>()
  readonly #budget = new SketchBudget(MAX_SKETCH_HASHES)
  /** Pages that came since the last look. */
  #pages: TrapPage[] = []
  #suspects = new Set<TrapFamily>()
  /** URLs of suspect families that have a number. */
  #suspectNumbered = 0
  /** Each URL is looked up several times in a row. */
  #last: { url: string; pattern: TrapPattern } | null = null

  constructor(options: { pageLimit: number }) {
    this.#share = Math.min(MAX_SHARE, Math.floor(options.pageLimit * SHARE_OF_LIMIT))
  }

  /** A page of the site with status 200; kept until it is read. */
  visited(page: TrapPage): void {
    this.#pages.push(page)
  }

  /**
   * Whether the likeness of a page that has a number will be read: not if its pattern has shown mostly new things. Then it never becomes
   * a trap, so the page is spared the reading.
   */
  needsLikeness({ number, url }: Pick<TrapPage, 'number' | 'url'>): boolean {
    const family = this.#familyOf.get(number)
    if (family && !family.isDiverse) return true
    return this.#visits.size > 0 && this.#patternOf(url).visit !== null
  }

  /** Evaluates all that came since the last time. Call it only when everything that has a number is done. */
  look(): void {
    this.read()
    for (const visits of this.#visits.values()) visits.look()
    for (const family of this.#families.values()) family.look(this.#share)
    this.#suspects = new Set([...this.#families.values()].filter(family => family.isSuspect))
    this.#suspectNumbered = [...this.#suspects].reduce((sum, family) => sum + family.numbered, 0)
  }

  /** Reads the pages that came in order of their numbers: nothing may come later that has a lower one. */
  read(): void {
    for (const page of this.#pages.sort((a, b) => a.number - b.number)) {
      const family = this.#familyOf.get(page.number)
      // Most pages of most sites.
      if (family?.isDiverse && this.#visits.size === 0) continue
      const pattern = trapPattern(page.url)
      family?.visit(page, pattern)
      if (pattern.visit) this.#visits.get(pattern.visit.name)?.visit(page, pattern.visit)
    }
    this.#pages = []
  }

  /** Whether a URL belongs to a pattern that looks endless and has had its share. */
  isEndless(row: TrapRow): boolean {
    return this.#isTrapped(row, family => Math.max(family.numbered, this.#suspectNumbered) >= this.#share)
  }

  /** Whether a URL belongs to a pattern that looks endless. */
  isSuspect(row: TrapRow): boolean {
    return this.#isTrapped(row, () => true)
  }

  /** Whether a URL would be visited by all that is known now: its pattern does not look endless, and it names no session id. */
  isLikelyVisited(row: TrapRow): boolean {
    return this.#patternOf(row.url).visit === null && !this.isSuspect(row)
  }

  /** Notes a URL that gets its number; false when the pages before it have to be evaluated first. */
  take(row: TrapRow, number: number): boolean {
    const pattern = this.#patternOf(row.url)
    const visits = this.#visitsOf(pattern)
    if (pattern.visit && visits && !visits.isTrap && visits.isFull && visits.isRepeat(pattern.visit)) return false
    const family = this.#families.get(pattern.key)
    if (family?.isFull) return false
    this.number(row, number)
    return true
  }

  /** Notes a URL that has a number, in order of the numbers. */
  number(row: TrapRow, number: number): void {
    const pattern = this.#patternOf(row.url)
    const isRepeat = pattern.visit !== null && this.#numberVisit(pattern.visit)
    const family = isRepeat ? undefined : this.#familyFor(pattern)
    if (!family) return
    if (this.#isOwn(row, pattern, family)) family.own++
    family.numbered++
    if (this.#suspects.has(family)) this.#suspectNumbered++
    this.#familyOf.set(number, family)
  }

  /**
   * What was found, by how much was skipped, then by pages seen. `skipped` are the rows that were skipped for being endless or for
   * their shape, in a stable order.
   */
  found(skipped: readonly UrlRow[]): CrawlTrap[] {
    for (const row of skipped) {
      const pattern = this.#patternOf(row.url)
      const visits = this.#visitsOf(pattern)
      const family = this.#families.get(pattern.key)
      const isForShape = row.skipReason !== 'looks-endless'
      if (!isForShape && pattern.visit && visits?.isRepeat(pattern.visit)) visits.skip(row.url)
      else if (family && (!isForShape || this.#isOwn(row, pattern, family))) family.skip(row.url, isForShape)
    }
    const traps = [...this.#visits.values(), ...this.#families.values()].flatMap(each => each.trap() ?? [])
    return traps
      .sort((a, b) => b.skipped - a.skipped || b.visited - a.visited || (a.pattern < b.pattern ? -1 : 1))
      .slice(0, MAX_TRAPS)
  }

  /** The visited pages of endless patterns that show nothing new. Call it after `look`. */
  copies(): TrapCopy[] {
    return [...this.#visits.values(), ...this.#families.values()].flatMap(each => each.copies())
  }

  #isTrapped(row: TrapRow, isOver: (family: TrapFamily) => boolean): boolean {
    if (row.isInSitemap) return false
    const pattern = this.#patternOf(row.url)
    const visits = this.#visitsOf(pattern)
    if (pattern.visit && visits?.isTrap && visits.isRepeat(pattern.visit)) return true
    const family = this.#families.get(pattern.key)
    if (!family || !this.#suspects.has(family) || !isOver(family)) return false
    return family.isOnePage || this.#isOwn(row, pattern, family)
  }

  #patternOf(url: string): TrapPattern {
    if (this.#last?.url !== url) this.#last = { url, pattern: trapPattern(url) }
    return this.#last.pattern
  }

  #visitsOf({ visit }: TrapPattern): TrapVisits | undefined {
    return visit === null ? undefined : this.#visits.get(visit.name)
  }

  #numberVisit(visit: NonNullable<TrapPattern['visit']>): boolean {
    let visits = this.#visits.get(visit.name)
    if (!visits) {
      if (this.#visits.size >= MAX_VISIT_NAMES) return false
      visits = new TrapVisits(visit)
      this.#visits.set(visit.name, visits)
    }
    const isRepeat = visits.isRepeat(visit)
    visits.number(visit)
    return isRepeat
  }

  #familyFor(pattern: TrapPattern): TrapFamily | undefined {
    const known = this.#families.get(pattern.key)
    if (known || this.#families.size >= MAX_FAMILIES) return known
    const family = new TrapFamily(pattern, { share: this.#share, budget: this.#budget })
    this.#families.set(pattern.key, family)
    return family
  }

  /** Named first by a page of its own kind: of the same pattern, of the same path with other parameters, from higher up the path. */
  #isOwn({ firstNumber }: TrapRow, { area, hasQuery, isByFirst }: TrapPattern, family: TrapFamily): boolean {
    const source = this.#familyOf.get(firstNumber)
    if (source === undefined || source === family) return source !== undefined
    return (hasQuery || isByFirst) && source.hasQuery === hasQuery && source.area === area
  }
}

/** Names of session id parameters that are distinguished. */
const MAX_VISIT_NAMES = 100
