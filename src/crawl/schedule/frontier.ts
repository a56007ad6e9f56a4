import { LISTED_FIRST_NUMBER, UNKNOWN_DEPTH } from '#shared/crawl-depth.ts'
import { linkKinds, type SkipReason } from '#shared/model.ts'
import { type FoundUrl, kindsToMask } from '#shared/page-record.ts'
import type { UrlRow } from '#store/store.ts'
import { byUrlStart } from '../url-start.ts'
import { mentionOf, rankOf } from './discovery-order.ts'
import { KnownUrls, type Listing } from './known-urls.ts'
import { ProbeBudget, type ProbeBudgets } from './probe-budget.ts'
import type { Mention } from './url-columns.ts'

/**
 * The order in which the URLs that a crawl knows are visited, and what becomes of each. Which URLs fall within the limit must not depend
 * on the order of arrival, so a URL gets its frontier number only when everything at the depth before it is done, by (frontier number of
 * the first page that names it, position on that page). The crawl goes level by level: first the targets of redirects at the
 * current depth, then the links found at it. What only sitemaps list goes last, by URL, and then what those pages name. Has no
 * clock and no I/O.
 */
export class Frontier {
  readonly urls: KnownUrls
  readonly #maxUrls: number
  readonly #hostOf = byUrlStart(url => new URL(url).host)
  #dropped = 0

  constructor(options: { scopeHost: string; subdomains?: readonly string[]; maxUrls: number }) {
    this.urls = new KnownUrls(options)
    this.#maxUrls = options.maxUrls
  }

  /** Number of links skipped because the crawl knows too many URLs. */
  get dropped(): number {
    return this.#dropped
  }

  /** The first URL of a crawl, number 1 at depth 0. */
  addSeed(url: string): UrlRow {
    this.urls.idOf(url)
    const id = this.urls.add({ url, kinds: kindsToMask(['anchor'], linkKinds), isFollowed: true })
    this.urls.change(id, { scope: 'internal', state: 'queued' })
    this.urls.setNumber(id, 1)
    return this.urls.row(id)
  }

  /** Adds pages that are visited right after the seed, in this order. */
  addStartPages(urls: Iterable<string>): void {
    let position = 0
    for (const url of urls) {
      position++
      this.#addStart(url, { depth: 0, firstPosition: position })
    }
  }

  /** Adds all that a crawl of a list visits, in this order. No page leads there, so the depth is unknown. */
  addList(urls: readonly string[]): void {
    for (const [position, url] of urls.entries()) this.#addStart(url, { depth: UNKNOWN_DEPTH, firstPosition: position })
  }

  #addStart(url: string, { depth, firstPosition }: Pick<Mention, 'depth' | 'firstPosition'>): void {
    if (this.urls.idOf(url) !== 0) return
    const id = this.urls.add({ url, kinds: 0, isFollowed: true })
    this.urls.setMention(id, { depth, redirectDepth: 0, firstNumber: 0, firstPosition })
  }

  /** Takes in the URLs that a record names; returns their ids in the same order, 0 for one that was dropped. */
  admit(found: readonly FoundUrl[], source: { id: number; isRedirect: boolean }): Uint32Array {
    const ids = new Uint32Array(found.length)
    const mention = mentionOf(this.urls.row(source.id), source.isRedirect)
    for (const each of found) {
      ids[mention.firstPosition] = this.#admitOne(each, mention)
      mention.firstPosition++
    }
    return ids
  }

  /** A page names a hundred URLs: the mention is copied where it counts, and moves on to the next. */
  #admitOne(found: FoundUrl, mention: Mention): number {
    const id = this.urls.idOf(found.url)
    if (id === 0) {
      if (this.urls.size >= this.#maxUrls) {
        this.#dropped++
        return 0
      }
      const added = this.urls.add(found)
      this.urls.setMention(added, mention)
      return added
    }
    const { state, isFollowed } = this.urls.marks(id)
    const becomesFollowed = found.isFollowed && !isFollowed
    const isEarlier = found.isFollowed === isFollowed && this.urls.order.comesBefore(mention, id)
    if (state === 'found' && (becomesFollowed || isEarlier)) this.urls.setMention(id, mention)
    this.urls.addKinds(id, found.kinds)
    if (becomesFollowed) this.urls.change(id, { isFollowed: true })
    return id
  }

  /**
   * Notes URLs of the site that its sitemaps list, in this order. Those without inlinks are visited after all others; one that
   * only nofollow links name is visited, too.
   */
  admitListed(urls: readonly string[]): void {
    for (const [position, url] of urls.entries()) {
      let id = this.urls.idOf(url)
      if (id === 0) {
        if (this.urls.size >= this.#maxUrls) {
          this.#dropped++
          continue
        }
        id = this.urls.add({ url, kinds: 0, isFollowed: true })
        this.urls.setMention(id, {
          depth: UNKNOWN_DEPTH,
          redirectDepth: 0,
          firstNumber: LISTED_FIRST_NUMBER,
          firstPosition: position,
        })
      }
      this.urls.change(id, { isInSitemap: true, isFollowed: true })
    }
  }

  /** Marks the known ones among the URLs that sitemaps list. */
  noteListed(listed: ReadonlyMap<string, Listing>): void {
    for (const [url, listing] of listed) {
      const id = this.urls.idOf(url)
      if (id === 0) continue
      this.urls.change(id, { isInSitemap: true })
      this.urls.setListing(id, listing)
    }
  }

  /** Notes the line of robots.txt that closes a URL to Googlebot, whatever the crawl itself obeys. */
  noteClosed(id: number, googlebotLine: number): void {
    this.urls.setGooglebotLine(id, googlebotLine)
  }

  /**
   * Numbers the next level and returns its ids in order: the unvisited URLs of the smallest depth; empty when nothing is left.
   * `refuse` says why a URL is not visited, null when it may be; with a reason that `isStillProbed` it waits to be probed, else it is
   * skipped. `take` is called for each that gets its number next; when it returns false, that one and those after it wait for another
   * level at the same depth. Their order stays the same: targets of redirects come after all that waits.
   */
  nextLevel(options: {
    lastNumber: number
    refuse(row: UrlRow): SkipReason | null
    isStillProbed?(reason: SkipReason): boolean
    take?(row: UrlRow, number: number): boolean
  }): number[] {
    let rank = Number.POSITIVE_INFINITY
    const { order } = this.urls
    const unvisited = this.urls.unvisitedIds()
    for (const id of unvisited) rank = Math.min(rank, order.depthRank(id))
    const level = order.byDiscovery(unvisited.filter(id => order.depthRank(id) === rank))
    let number = options.lastNumber
    let isFull = false
    const numbered: number[] = []
    for (const id of level) {
      const row = this.urls.row(id)
      const reason = options.refuse(row)
      if (reason !== null) {
        if (options.isStillProbed?.(reason)) this.#leave(id, reason)
        else this.skip(id, reason)
        continue
      }
      isFull ||= options.take?.(row, number + 1) === false
      if (isFull) continue
      this.urls.change(id, { state: 'queued' })
      this.urls.setNumber(id, ++number)
      numbered.push(id)
    }
    return numbered
  }

  /** Unvisited URLs, and numbered ones that were never sent, are skipped for the reason that `refuse` has for them. */
  skipUnvisited(refuse: (row: UrlRow) => SkipReason | null, alsoQueued: readonly number[]): void {
    for (const id of [...this.urls.unvisitedIds(), ...alsoQueued]) {
      const reason = refuse(this.urls.row(id))
      if (reason === null) continue
      this.#takeNumber(id)
      this.skip(id, reason)
    }
  }

  /** Marks unvisited URLs with `reason`; those that were numbered but never sent, too. */
  leaveUnvisited(reason: SkipReason, alsoQueued: readonly number[]): void {
    for (const ids of [this.urls.unvisitedIds(), alsoQueued]) {
      for (const id of ids) {
        this.#takeNumber(id)
        this.#leave(id, reason)
      }
    }
  }

  #takeNumber(id: number): void {
    if (this.urls.numberOf(id) !== 0) this.urls.setNumber(id, 0)
  }

  /** It is not visited, and may be probed. */
  #leave(id: number, skipReason: SkipReason): void {
    this.urls.restate(id, { state: 'found', skipReason })
  }

  /**
   * The URLs left to be probed, in order of discovery, within the budgets: files and unvisited URLs of the site, and external
   * URLs. What is over budget is skipped; what `waits` is left for a later plan.
   */
  planProbes(budgets: ProbeBudgets, waits: (row: UrlRow) => boolean = () => false): number[] {
    const budget = this.probeBudget(budgets)
    const planned: number[] = []
    for (const id of this.urls.order.byDiscovery(this.urls.toProbeIds())) {
      const row = this.urls.row(id)
      if (waits(row)) continue
      const reason = budget.spend(row)
      if (reason !== null) {
        this.skip(id, reason)
        continue
      }
      this.urls.restate(id, { state: 'to-probe' })
      planned.push(id)
    }
    return planned
  }

  probeBudget(budgets: ProbeBudgets): ProbeBudget {
    return new ProbeBudget(budgets, this.#hostOf)
  }

  /** URLs in state 'found' that are not to be visited, in order of discovery. */
  toProbe(): UrlRow[] {
    return this.urls.order.byDiscovery(this.urls.toProbeIds()).map(id => this.urls.row(id))
  }

  /** URLs that may be visited and have no number yet, in the order in which they would get it as far as is known. */
  toVisit(): UrlRow[] {
    const inOrder = this.urls.order.byDiscovery(this.urls.unvisitedIds()).map(id => this.urls.row(id))
    return inOrder.sort((a, b) => rankOf(a.depth) - rankOf(b.depth))
  }

  /** The row of a URL that is not known, as if a record of `source` named it. It does not become known. */
  preview({ url, kinds, isFollowed }: FoundUrl, { row, isRedirect }: { row: UrlRow; isRedirect: boolean }): UrlRow {
    const scope = this.urls.scopeOf(url)
    return { id: 0, url, kinds, isFollowed, scope, ...unknownUrl, ...mentionOf(row, isRedirect) }
  }

  /** Marks a URL as requested. */
  finish(id: number, state: 'visited' | 'probed', skipReason: SkipReason | null): void {
    this.urls.change(id, { state, skipReason: skipReason ?? this.urls.marks(id).skipReason })
  }

  /** Skips what was neither requested nor skipped yet. The first reason stands. */
  skip(id: number, reason: SkipReason): void {
    this.urls.restate(id, { state: 'skipped', skipReason: this.urls.marks(id).skipReason ?? reason })
  }
}

const unknownUrl = { state: 'found', skipReason: null, number: 0, isInSitemap: false } as const
