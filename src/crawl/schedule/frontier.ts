import { isKnownDepth, LISTED_FIRST_NUMBER, UNKNOWN_DEPTH } from '#shared/crawl-depth.ts'
import { linkKinds, type SkipReason } from '#shared/model.ts'
import { type FoundUrl, kindsToMask } from '#shared/page-record.ts'
import { type HostMatcher, hostMatcher } from '#shared/site-hosts.ts'
import type { UrlRow } from '#store/store.ts'
import { scopeKeyOf } from '../scope.ts'
import { byUrlStart } from '../url-start.ts'
import { type ChangesToStore, FrontierChanges } from './frontier-changes.ts'
import { ProbeBudget, type ProbeBudgets } from './probe-budget.ts'

/** How sitemaps list a URL. */
export interface Listing {
  /** 1-based position of the first file that lists it, 0 where it is only named as another language of a page. */
  sitemapNumber: number
  /** Its lastmod in days since 1970, 0 for none. */
  day: number
}

/**
 * All URLs that a crawl knows, and the order in which they are visited. Which URLs fall within the limit must not depend on the
 * order of arrival, so a URL gets its frontier number only when everything at the depth before it is done, by (frontier number of
 * the first page that names it, position on that page). The crawl goes level by level: first the targets of redirects at the
 * current depth, then the links found at it. What only sitemaps list goes last, by URL, and then what those pages name. Has no
 * clock and no I/O; the rows that changed are passed to the store with each batch.
 */
export class Frontier {
  readonly #byUrl = new Map<string, UrlRow>()
  /** Ids are consecutive, so an array takes the least memory. */
  readonly #byId: UrlRow[] = []
  /** Rows in state 'found' that may be visited. */
  readonly #toVisit = new Set<UrlRow>()
  readonly #changes = new FrontierChanges()
  readonly #maxUrls: number
  readonly #originOf = byUrlStart(url => new URL(url).origin)
  readonly #hostOf = byUrlStart(url => new URL(url).host)
  readonly #scopeKeyOf = byUrlStart(scopeKeyOf)
  readonly #subdomains: readonly string[]
  #isOwnHost: HostMatcher
  #lastId = 0
  #dropped = 0

  constructor(options: { scopeHost: string; subdomains?: readonly string[]; maxUrls: number }) {
    this.#subdomains = options.subdomains ?? []
    this.#isOwnHost = hostMatcher(options.scopeHost, this.#subdomains)
    this.#maxUrls = options.maxUrls
  }

  get size(): number {
    return this.#byUrl.size
  }

  /** Number of links skipped because the crawl knows too many URLs. */
  get dropped(): number {
    return this.#dropped
  }

  /** Restores the rows of an interrupted crawl. */
  restore(rows: readonly UrlRow[]): void {
    for (const row of rows) this.#index(row)
  }

  /** Drops all URLs, once the changes have been taken. */
  clear(): void {
    this.#byUrl.clear()
    this.#byId.length = 0
    this.#toVisit.clear()
  }

  row(id: number): UrlRow {
    const row = this.#byId[id]
    if (!row) throw new Error(`the frontier knows no URL with id ${id}`)
    return row
  }

  find(url: string): UrlRow | undefined {
    return this.#byUrl.get(url)
  }

  /** The first URL of a crawl, number 1 at depth 0. */
  addSeed(url: string): UrlRow {
    const row = this.#insert({ url, kinds: kindsToMask(['anchor'], linkKinds), isFollowed: true })
    row.scope = 'internal'
    row.state = 'queued'
    row.number = 1
    this.#toVisit.delete(row)
    return row
  }

  /** Adds pages that are visited right after the seed, in this order. */
  addStartPages(urls: Iterable<string>): void {
    let position = 0
    for (const url of urls) {
      position++
      if (!this.#byUrl.has(url)) this.#insert({ url, kinds: 0, isFollowed: true }).firstPosition = position
    }
  }

  /** Adds all that a crawl of a list visits, in this order. No page leads there, so the depth is unknown. */
  addList(urls: readonly string[]): void {
    for (const [position, url] of urls.entries()) {
      if (this.#byUrl.has(url)) continue
      const row = this.#insert({ url, kinds: 0, isFollowed: true })
      Object.assign(row, { depth: UNKNOWN_DEPTH, firstPosition: position })
    }
  }

  /** Changes the host of the site, after the seed's own redirect. Known rows are classified again. */
  setScopeHost(scopeHost: string): void {
    this.#isOwnHost = hostMatcher(scopeHost, this.#subdomains)
    for (const row of this.#byUrl.values()) {
      if (row.state !== 'found') continue
      row.scope = this.#scopeOf(row.url)
      this.#fileFound(row)
      this.#changes.touch(row)
    }
  }

  /** Takes in the URLs that a record names; returns their ids in the same order, 0 for one that was dropped. */
  admit(found: readonly FoundUrl[], source: { row: UrlRow; isRedirect: boolean }): Uint32Array {
    const ids = new Uint32Array(found.length)
    const mention = mentionOf(source)
    for (const each of found) {
      ids[mention.firstPosition] = this.#admitOne(each, mention)
      mention.firstPosition++
    }
    return ids
  }

  /** A page names a hundred URLs: the mention is copied where it counts, and moves on to the next. */
  #admitOne(found: FoundUrl, mention: Mention): number {
    const known = this.#byUrl.get(found.url)
    if (!known) {
      if (this.#byUrl.size >= this.#maxUrls) {
        this.#dropped++
        return 0
      }
      const row = this.#insert(found)
      setMention(row, mention)
      return row.id
    }
    const becomesFollowed = found.isFollowed && !known.isFollowed
    if (known.state === 'found' && (becomesFollowed || found.isFollowed === known.isFollowed)) {
      if (becomesFollowed || comesBefore(mention, known)) {
        setMention(known, mention)
        this.#changes.touch(known)
      }
    }
    const kinds = known.kinds | found.kinds
    if (kinds !== known.kinds || becomesFollowed) {
      known.kinds = kinds
      known.isFollowed ||= found.isFollowed
      this.#changes.touch(known)
      if (known.state === 'found') this.#fileFound(known)
    }
    return known.id
  }

  /**
   * Notes URLs of the site that its sitemaps list, in this order. Those without inlinks are visited after all others; one that
   * only nofollow links name is visited, too.
   */
  admitListed(urls: readonly string[]): void {
    for (const [position, url] of urls.entries()) {
      const known = this.#byUrl.get(url)
      if (known) {
        known.isInSitemap = true
        known.isFollowed = true
        this.#changes.touch(known)
        if (known.state === 'found') this.#fileFound(known)
      } else if (this.#byUrl.size >= this.#maxUrls) this.#dropped++
      else {
        const row = this.#insert({ url, kinds: 0, isFollowed: true })
        const mention = { depth: UNKNOWN_DEPTH, firstNumber: LISTED_FIRST_NUMBER, firstPosition: position }
        Object.assign(row, mention, { isInSitemap: true })
      }
    }
  }

  /** Marks the known ones among the URLs that sitemaps list. */
  noteListed(listed: ReadonlyMap<string, Listing>): void {
    for (const [url, { sitemapNumber, day }] of listed) {
      const row = this.#byUrl.get(url)
      if (!row) continue
      row.isInSitemap = true
      if (sitemapNumber > 0) row.sitemapNumber = sitemapNumber
      if (day > 0) row.listedDay = day
      this.#changes.touch(row)
    }
  }

  /** Notes the line of robots.txt that closes a URL to Googlebot, whatever the crawl itself obeys. */
  noteClosed(row: UrlRow, googlebotLine: number): void {
    if (row.googlebotLine === googlebotLine) return
    row.googlebotLine = googlebotLine
    this.#changes.touch(row)
  }

  /**
   * Numbers the next level and returns it in order: the unvisited URLs of the smallest depth; empty when nothing is left.
   * `refuse` says why a URL is not visited, null when it may be; with a reason that `isStillProbed` it waits to be probed, else it is
   * skipped. `take` is called for each that gets its number next; when it returns false, that one and those after it wait for another
   * level at the same depth. Their order stays the same: targets of redirects come after all that waits.
   */
  nextLevel(options: {
    lastNumber: number
    refuse(row: UrlRow): SkipReason | null
    isStillProbed?(reason: SkipReason): boolean
    take?(row: UrlRow, number: number): boolean
  }): UrlRow[] {
    let rank = Number.POSITIVE_INFINITY
    for (const row of this.#toVisit) rank = Math.min(rank, depthRank(row))
    const level = [...this.#toVisit].filter(row => depthRank(row) === rank).sort(byDiscovery)
    let number = options.lastNumber
    let isFull = false
    const numbered: UrlRow[] = []
    for (const row of level) {
      const reason = options.refuse(row)
      if (reason === null) {
        isFull ||= options.take?.(row, number + 1) === false
        if (isFull) continue
      }
      this.#toVisit.delete(row)
      if (reason !== null) {
        if (options.isStillProbed?.(reason)) this.#leave(row, reason)
        else this.skip(row, reason)
        continue
      }
      row.state = 'queued'
      row.number = ++number
      this.#changes.touch(row)
      numbered.push(row)
    }
    return numbered
  }

  /** Unvisited URLs, and numbered ones that were never sent, are skipped for the reason that `refuse` has for them. */
  skipUnvisited(refuse: (row: UrlRow) => SkipReason | null, alsoQueued: readonly UrlRow[]): void {
    for (const row of [...this.#toVisit, ...alsoQueued]) {
      const reason = refuse(row)
      if (reason === null) continue
      this.#takeNumber(row)
      this.#toVisit.delete(row)
      this.skip(row, reason)
    }
  }

  /** Marks unvisited URLs with `reason`; those that were numbered but never sent, too. */
  leaveUnvisited(reason: SkipReason, alsoQueued: readonly UrlRow[]): void {
    for (const row of [...this.#toVisit, ...alsoQueued]) {
      this.#takeNumber(row)
      this.#leave(row, reason)
    }
  }

  /** It is not visited, and may be probed. */
  #leave(row: UrlRow, reason: SkipReason): void {
    row.skipReason = reason
    row.state = 'found'
    this.#toVisit.delete(row)
    this.#changes.restate(row)
  }

  /**
   * The URLs left to be probed, in order of discovery, within the budgets: files and unvisited URLs of the site, and external
   * URLs. What is over budget is skipped; what `waits` is left for a later plan.
   */
  planProbes(budgets: ProbeBudgets, waits: (row: UrlRow) => boolean = () => false): UrlRow[] {
    const budget = this.probeBudget(budgets)
    const planned: UrlRow[] = []
    for (const row of this.toProbe()) {
      if (waits(row)) continue
      const reason = budget.spend(row)
      if (reason !== null) {
        this.skip(row, reason)
        continue
      }
      row.state = 'to-probe'
      this.#changes.restate(row)
      planned.push(row)
    }
    return planned
  }

  probeBudget(budgets: ProbeBudgets): ProbeBudget {
    return new ProbeBudget(budgets, this.#hostOf)
  }

  /** Rows in state 'found' that are not to be visited, in order of discovery. */
  toProbe(): UrlRow[] {
    return Array.from(this.#others()).sort(byDiscovery)
  }

  /** Rows that may be visited and have no number yet, in the order in which they would get it as far as is known. */
  toVisit(): UrlRow[] {
    return [...this.#toVisit].sort((a, b) => depthRank(a) - depthRank(b) || byDiscovery(a, b))
  }

  /** The row of a URL that is not known, as if a record of `source` named it. It does not become known. */
  preview(found: FoundUrl, source: { row: UrlRow; isRedirect: boolean }): UrlRow {
    const row = this.#rowOf(found, 0)
    setMention(row, mentionOf(source))
    return row
  }

  /** Origins of the URLs that wait to be visited or requested. */
  waitingOrigins(): Set<string> {
    const origins = new Set<string>()
    for (const rows of [this.#toVisit, this.#others()]) {
      for (const row of rows) if (row.scope === 'internal') origins.add(this.#originOf(row.url))
    }
    return origins
  }

  get hasUnvisited(): boolean {
    return this.#toVisit.size > 0
  }

  /** Rows in a state, by frontier number and order of discovery. */
  inState(state: UrlRow['state']): UrlRow[] {
    const rows = this.#byUrl.values().filter(row => row.state === state)
    return Array.from(rows).sort(byNumber)
  }

  /** Whether a URL of another site waits to be requested, or for the decision on it. */
  get hasExternalToProbe(): boolean {
    return this.#byUrl
      .values()
      .some(({ state, scope }) => scope === 'external' && (state === 'found' || state === 'to-probe'))
  }

  /** Whether a URL of the site with followed links was skipped for one of these reasons. */
  hasSkipped(reasons: ReadonlySet<SkipReason>): boolean {
    return this.#byUrl
      .values()
      .some(
        ({ state, scope, isFollowed, skipReason }) =>
          state === 'skipped' && scope === 'internal' && isFollowed && skipReason !== null && reasons.has(skipReason),
      )
  }

  /** Marks a row as requested. */
  finish(row: UrlRow, state: 'visited' | 'probed', skipReason: SkipReason | null): void {
    row.state = state
    row.skipReason = skipReason ?? row.skipReason
    this.#changes.touch(row)
  }

  /** Skips what was neither requested nor skipped yet. The first reason stands. */
  skip(row: UrlRow, reason: SkipReason): void {
    row.state = 'skipped'
    row.skipReason ??= reason
    this.#changes.restate(row)
  }

  /** Rows that are new or changed since the last call. */
  takeChanges(): ChangesToStore {
    return this.#changes.take()
  }

  #insert(found: FoundUrl): UrlRow {
    const row = this.#rowOf(found, ++this.#lastId)
    this.#index(row)
    this.#changes.insert(row)
    return row
  }

  #rowOf({ url, kinds, isFollowed }: FoundUrl, id: number): UrlRow {
    return {
      id,
      url,
      scope: this.#scopeOf(url),
      state: 'found',
      skipReason: null,
      depth: 0,
      redirectDepth: 0,
      number: 0,
      firstNumber: 0,
      firstPosition: 0,
      kinds,
      isFollowed,
      isInSitemap: false,
    }
  }

  #takeNumber(row: UrlRow): void {
    if (row.number === 0) return
    row.number = 0
    this.#changes.touch(row)
  }

  #scopeOf(url: string): UrlRow['scope'] {
    return this.#isOwnHost(this.#scopeKeyOf(url)) ? 'internal' : 'external'
  }

  #index(row: UrlRow): void {
    this.#byUrl.set(row.url, row)
    this.#byId[row.id] = row
    this.#lastId = Math.max(this.#lastId, row.id)
    if (row.state === 'found') this.#fileFound(row)
  }

  #fileFound(row: UrlRow): void {
    const mayBeVisited = row.scope === 'internal' && row.isFollowed && row.skipReason === null
    if (mayBeVisited) this.#toVisit.add(row)
    else this.#toVisit.delete(row)
  }

  /** Rows in state 'found' that are not to be visited. */
  #others(): Iterable<UrlRow> {
    return this.#byUrl.values().filter(row => row.state === 'found' && !this.#toVisit.has(row))
  }
}

function byDiscovery(a: UrlRow, b: UrlRow): number {
  return a.firstNumber - b.firstNumber || a.firstPosition - b.firstPosition || (a.url < b.url ? -1 : 1)
}

function byNumber(a: UrlRow, b: UrlRow): number {
  return a.number - b.number || byDiscovery(a, b)
}

/** Decides when a URL is visited: the page that names it, and the position on it. */
type Mention = Pick<UrlRow, 'depth' | 'redirectDepth' | 'firstNumber' | 'firstPosition'>

/** The mention by a page, at its first position. */
function mentionOf({ row, isRedirect }: { row: UrlRow; isRedirect: boolean }): Mention {
  return {
    depth: isRedirect || !isKnownDepth(row.depth) ? row.depth : row.depth + 1,
    redirectDepth: isRedirect ? row.redirectDepth + 1 : 0,
    firstNumber: row.number,
    firstPosition: 0,
  }
}

function setMention(row: UrlRow, { depth, redirectDepth, firstNumber, firstPosition }: Mention): void {
  row.depth = depth
  row.redirectDepth = redirectDepth
  row.firstNumber = firstNumber
  row.firstPosition = firstPosition
}

/** Unknown depth comes after all known ones. */
function depthRank({ depth }: Pick<UrlRow, 'depth'>): number {
  return isKnownDepth(depth) ? depth : Number.MAX_SAFE_INTEGER
}

function comesBefore(a: Mention, b: Mention): boolean {
  if (a.depth !== b.depth) return depthRank(a) < depthRank(b)
  if (a.firstNumber !== b.firstNumber) return a.firstNumber < b.firstNumber
  return a.firstPosition < b.firstPosition
}
