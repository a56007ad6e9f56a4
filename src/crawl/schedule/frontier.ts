import { LISTED_FIRST_NUMBER, UNKNOWN_DEPTH } from '#shared/crawl-depth.ts'
import { linkKinds, type SkipReason } from '#shared/model.ts'
import { type FoundUrl, kindsToMask } from '#shared/page-record.ts'
import { type HostMatcher, hostMatcher } from '#shared/site-hosts.ts'
import { type ChangedUrls, countUrl, type LoggedUrls, newUrlCounts, type UrlRow, type UrlState } from '#store/store.ts'
import { scopeKeyOf } from '../scope.ts'
import { byUrlStart } from '../url-start.ts'
import { DiscoveryOrder, mentionOf, rankOf } from './discovery-order.ts'
import { NO_ORIGIN, OriginList } from './origin-list.ts'
import { ProbeBudget, type ProbeBudgets } from './probe-budget.ts'
import { type Mention, UrlColumns } from './url-columns.ts'
import { UrlIndex } from './url-index.ts'
import { UrlTexts } from './url-texts.ts'

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
 * clock and no I/O; what changed is passed to the store with each batch. URLs are known by their ids: a row is a copy.
 */
export class Frontier {
  readonly #index = new UrlIndex()
  readonly #texts = new UrlTexts()
  #columns = new UrlColumns()
  #order = new DiscoveryOrder(this.#columns, this.#texts)
  readonly #maxUrls: number
  readonly #hostOf = byUrlStart(url => new URL(url).host)
  readonly #scopeKeyOf = byUrlStart(scopeKeyOf)
  readonly #subdomains: readonly string[]
  #isOwnHost: HostMatcher
  /** Of URLs of the site alone. */
  readonly #origins = new OriginList()
  #urlCounts = newUrlCounts()
  /** URLs of the site that wait to be visited. */
  #unvisited = 0
  #dropped = 0

  constructor(options: { scopeHost: string; subdomains?: readonly string[]; maxUrls: number }) {
    this.#subdomains = options.subdomains ?? []
    this.#isOwnHost = hostMatcher(options.scopeHost, this.#subdomains)
    this.#maxUrls = options.maxUrls
  }

  get size(): number {
    return this.#index.size
  }

  /** Number of links skipped because the crawl knows too many URLs. */
  get dropped(): number {
    return this.#dropped
  }

  /** Takes in the log of an interrupted crawl, one entry after the other. */
  restore({ found, changes, areRowsLeft }: LoggedUrls): void {
    for (const [index, url] of (found ? this.#texts.restore(found) : []).entries()) {
      const id = (found?.firstId ?? 0) + index
      this.#index.find(url)
      this.#index.add(id)
      this.#columns.reserve(id)
    }
    if (changes === null) return
    const { changed, restated } = changes
    const ids = [...changed.ids, ...restated.ids]
    for (const id of ids) if (this.#mayBeVisited(id)) this.#unvisited--
    this.#columns.restore(changed)
    this.#columns.restoreMarks(restated)
    for (const id of ids) {
      if (this.#mayBeVisited(id)) this.#unvisited++
      // Its row is written with the next batch.
      if (areRowsLeft) this.#columns.touch(id)
    }
    for (const id of changed.ids) this.#noteOrigin(id, this.#texts.at(id))
  }

  /** Drops all URLs, once the changes have been taken. */
  clear(): void {
    this.#index.clear()
    this.#texts.clear()
    this.#columns = new UrlColumns()
    this.#order = new DiscoveryOrder(this.#columns, this.#texts)
    this.#unvisited = 0
  }

  row(id: number): UrlRow {
    return this.#columns.row(id, this.#texts.at(id))
  }

  /** Its frontier number, 0 until it has one. */
  numberOf(id: number): number {
    return this.#columns.number(id)
  }

  find(url: string): UrlRow | undefined {
    const id = this.#index.find(url)
    return id === 0 ? undefined : this.#columns.row(id, url)
  }

  has(url: string): boolean {
    return this.#index.find(url) !== 0
  }

  /** The first URL of a crawl, number 1 at depth 0. */
  addSeed(url: string): UrlRow {
    this.#index.find(url)
    const id = this.#insert({ url, kinds: kindsToMask(['anchor'], linkKinds), isFollowed: true })
    this.#change(id, { scope: 'internal', state: 'queued' })
    this.#columns.setNumber(id, 1)
    return this.row(id)
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
    if (this.#index.find(url) !== 0) return
    const id = this.#insert({ url, kinds: 0, isFollowed: true })
    this.#columns.setMention(id, { depth, redirectDepth: 0, firstNumber: 0, firstPosition })
  }

  /** Changes the host of the site, after the seed's own redirect. Known URLs are classified again. */
  setScopeHost(scopeHost: string): void {
    this.#isOwnHost = hostMatcher(scopeHost, this.#subdomains)
    for (const id of this.#idsIn('found')) {
      const url = this.#texts.at(id)
      this.#change(id, { scope: this.#scopeOf(url) })
      this.#noteOrigin(id, url)
      this.#columns.touch(id)
    }
  }

  /** Takes in the URLs that a record names; returns their ids in the same order, 0 for one that was dropped. */
  admit(found: readonly FoundUrl[], source: { id: number; isRedirect: boolean }): Uint32Array {
    const ids = new Uint32Array(found.length)
    const mention = mentionOf(this.#columns.row(source.id, ''), source.isRedirect)
    for (const each of found) {
      ids[mention.firstPosition] = this.#admitOne(each, mention)
      mention.firstPosition++
    }
    return ids
  }

  /** A page names a hundred URLs: the mention is copied where it counts, and moves on to the next. */
  #admitOne(found: FoundUrl, mention: Mention): number {
    const id = this.#index.find(found.url)
    if (id === 0) {
      if (this.size >= this.#maxUrls) {
        this.#dropped++
        return 0
      }
      const added = this.#insert(found)
      this.#columns.setMention(added, mention)
      return added
    }
    const columns = this.#columns
    const { state, isFollowed } = columns.marks(id)
    const becomesFollowed = found.isFollowed && !isFollowed
    if (
      state === 'found' &&
      (becomesFollowed || (found.isFollowed === isFollowed && this.#order.comesBefore(mention, id)))
    ) {
      columns.setMention(id, mention)
      columns.touch(id)
    }
    const kinds = columns.kinds(id)
    if ((kinds | found.kinds) !== kinds) {
      columns.setKinds(id, kinds | found.kinds)
      columns.touch(id)
    }
    if (becomesFollowed) {
      this.#change(id, { isFollowed: true })
      columns.touch(id)
    }
    return id
  }

  /**
   * Notes URLs of the site that its sitemaps list, in this order. Those without inlinks are visited after all others; one that
   * only nofollow links name is visited, too.
   */
  admitListed(urls: readonly string[]): void {
    for (const [position, url] of urls.entries()) {
      let id = this.#index.find(url)
      if (id === 0) {
        if (this.size >= this.#maxUrls) {
          this.#dropped++
          continue
        }
        id = this.#insert({ url, kinds: 0, isFollowed: true })
        this.#columns.setMention(id, {
          depth: UNKNOWN_DEPTH,
          redirectDepth: 0,
          firstNumber: LISTED_FIRST_NUMBER,
          firstPosition: position,
        })
      }
      this.#change(id, { isInSitemap: true, isFollowed: true })
      this.#columns.touch(id)
    }
  }

  /** Marks the known ones among the URLs that sitemaps list. */
  noteListed(listed: ReadonlyMap<string, Listing>): void {
    for (const [url, listing] of listed) {
      const id = this.#index.find(url)
      if (id === 0) continue
      this.#change(id, { isInSitemap: true })
      this.#columns.setListing(id, listing)
      this.#columns.touch(id)
    }
  }

  /** Notes the line of robots.txt that closes a URL to Googlebot, whatever the crawl itself obeys. */
  noteClosed(id: number, googlebotLine: number): void {
    if (this.#columns.googlebotLine(id) === googlebotLine) return
    this.#columns.setGooglebotLine(id, googlebotLine)
    this.#columns.touch(id)
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
    const unvisited = this.#unvisitedIds()
    for (const id of unvisited) rank = Math.min(rank, this.#order.depthRank(id))
    const level = this.#order.byDiscovery(unvisited.filter(id => this.#order.depthRank(id) === rank))
    let number = options.lastNumber
    let isFull = false
    const numbered: number[] = []
    for (const id of level) {
      const row = this.row(id)
      const reason = options.refuse(row)
      if (reason !== null) {
        if (options.isStillProbed?.(reason)) this.#leave(id, reason)
        else this.skip(id, reason)
        continue
      }
      isFull ||= options.take?.(row, number + 1) === false
      if (isFull) continue
      this.#change(id, { state: 'queued' })
      this.#columns.setNumber(id, ++number)
      this.#columns.touch(id)
      numbered.push(id)
    }
    return numbered
  }

  /** Unvisited URLs, and numbered ones that were never sent, are skipped for the reason that `refuse` has for them. */
  skipUnvisited(refuse: (row: UrlRow) => SkipReason | null, alsoQueued: readonly number[]): void {
    for (const id of [...this.#unvisitedIds(), ...alsoQueued]) {
      const reason = refuse(this.row(id))
      if (reason === null) continue
      this.#takeNumber(id)
      this.skip(id, reason)
    }
  }

  /** Marks unvisited URLs with `reason`; those that were numbered but never sent, too. */
  leaveUnvisited(reason: SkipReason, alsoQueued: readonly number[]): void {
    for (const ids of [this.#unvisitedIds(), alsoQueued]) {
      for (const id of ids) {
        this.#takeNumber(id)
        this.#leave(id, reason)
      }
    }
  }

  /** It is not visited, and may be probed. */
  #leave(id: number, skipReason: SkipReason): void {
    this.#change(id, { state: 'found', skipReason })
    this.#columns.restate(id)
  }

  /**
   * The URLs left to be probed, in order of discovery, within the budgets: files and unvisited URLs of the site, and external
   * URLs. What is over budget is skipped; what `waits` is left for a later plan.
   */
  planProbes(budgets: ProbeBudgets, waits: (row: UrlRow) => boolean = () => false): number[] {
    const budget = this.probeBudget(budgets)
    const planned: number[] = []
    for (const id of this.#order.byDiscovery(this.#toProbeIds())) {
      const row = this.row(id)
      if (waits(row)) continue
      const reason = budget.spend(row)
      if (reason !== null) {
        this.skip(id, reason)
        continue
      }
      this.#change(id, { state: 'to-probe' })
      this.#columns.restate(id)
      planned.push(id)
    }
    return planned
  }

  probeBudget(budgets: ProbeBudgets): ProbeBudget {
    return new ProbeBudget(budgets, this.#hostOf)
  }

  /** URLs in state 'found' that are not to be visited, in order of discovery. */
  toProbe(): UrlRow[] {
    return this.#order.byDiscovery(this.#toProbeIds()).map(id => this.row(id))
  }

  /** URLs that may be visited and have no number yet, in the order in which they would get it as far as is known. */
  toVisit(): UrlRow[] {
    const inOrder = this.#order.byDiscovery(this.#unvisitedIds()).map(id => this.row(id))
    return inOrder.sort((a, b) => rankOf(a.depth) - rankOf(b.depth))
  }

  /** The row of a URL that is not known, as if a record of `source` named it. It does not become known. */
  preview({ url, kinds, isFollowed }: FoundUrl, { row, isRedirect }: { row: UrlRow; isRedirect: boolean }): UrlRow {
    const scope = this.#scopeOf(url)
    return { id: 0, url, kinds, isFollowed, scope, ...unknownUrl, ...mentionOf(row, isRedirect) }
  }

  /** Origins of the URLs that wait to be visited or requested. */
  waitingOrigins(): Set<string> {
    const origins = new Set<string>()
    for (const id of this.#idsIn('found')) {
      const origin = this.#origins.at(this.#columns.origin(id))
      if (origin !== undefined) origins.add(origin)
    }
    return origins
  }

  get hasUnvisited(): boolean {
    return this.#unvisited > 0
  }

  /** Ids of the URLs in a state, by frontier number and order of discovery. */
  inState(state: UrlState): number[] {
    return this.#order.byNumber(this.#idsIn(state))
  }

  /** The same as rows, of those that are chosen by what is known beside the URL. */
  rowsInState(state: UrlState, isChosen: (row: Omit<UrlRow, 'url'>) => boolean): UrlRow[] {
    return this.inState(state)
      .filter(id => isChosen(this.#columns.row(id, '')))
      .map(id => this.row(id))
  }

  /** Whether a URL of another site waits to be requested, or for the decision on it. */
  get hasExternalToProbe(): boolean {
    return this.#has(id => {
      const { state, scope } = this.#columns.marks(id)
      return scope === 'external' && (state === 'found' || state === 'to-probe')
    })
  }

  /** Whether a URL of the site with followed links was skipped for one of these reasons. */
  hasSkipped(reasons: ReadonlySet<SkipReason>): boolean {
    return this.#has(id => {
      const { state, scope, isFollowed, skipReason } = this.#columns.marks(id)
      return state === 'skipped' && scope === 'internal' && isFollowed && skipReason !== null && reasons.has(skipReason)
    })
  }

  /** Marks a URL as requested. */
  finish(id: number, state: 'visited' | 'probed', skipReason: SkipReason | null): void {
    this.#change(id, { state, skipReason: skipReason ?? this.#columns.marks(id).skipReason })
    this.#columns.touch(id)
  }

  /** Skips what was neither requested nor skipped yet. The first reason stands. */
  skip(id: number, reason: SkipReason): void {
    this.#change(id, { state: 'skipped', skipReason: this.#columns.marks(id).skipReason ?? reason })
    this.#columns.restate(id)
  }

  /** What is new or changed since the last call. */
  takeChanges(): ChangedUrls {
    const found = this.#texts.close()
    const taken = this.#columns.take()
    const urlCounts = this.#urlCounts
    this.#urlCounts = newUrlCounts()
    return {
      found,
      changes: taken?.packed ?? null,
      decided: taken?.ids.filter(id => isDecided(this.#columns.marks(id).state)) ?? new Uint32Array(),
      urlCounts,
      rowOf: id => this.row(id),
    }
  }

  /** Of a URL that was just looked up and is not known. */
  #insert({ url, kinds, isFollowed }: FoundUrl): number {
    const id = this.#texts.add(url)
    this.#index.add(id)
    this.#columns.reserve(id)
    const marks = { ...newMarks, scope: this.#scopeOf(url), isFollowed }
    this.#columns.setMarks(id, marks)
    this.#columns.setKinds(id, kinds)
    this.#noteOrigin(id, url)
    this.#columns.touch(id)
    if (this.#mayBeVisited(id)) this.#unvisited++
    countUrl(this.#urlCounts, marks, 1)
    return id
  }

  /** All changes of the marks of a URL, so that everything is counted. */
  #change(id: number, changes: Partial<ReturnType<UrlColumns['marks']>>): void {
    const before = this.#columns.marks(id)
    const after = { ...before, ...changes }
    countUrl(this.#urlCounts, before, -1)
    countUrl(this.#urlCounts, after, 1)
    if (this.#mayBeVisited(id)) this.#unvisited--
    this.#columns.setMarks(id, after)
    if (this.#mayBeVisited(id)) this.#unvisited++
  }

  #noteOrigin(id: number, url: string): void {
    const { scope } = this.#columns.marks(id)
    this.#columns.setOrigin(id, scope === 'internal' ? this.#origins.positionOf(url) : NO_ORIGIN)
  }

  #takeNumber(id: number): void {
    if (this.#columns.number(id) === 0) return
    this.#columns.setNumber(id, 0)
    this.#columns.touch(id)
  }

  #scopeOf(url: string): UrlRow['scope'] {
    return this.#isOwnHost(this.#scopeKeyOf(url)) ? 'internal' : 'external'
  }

  #mayBeVisited(id: number): boolean {
    const { scope, state, isFollowed, skipReason } = this.#columns.marks(id)
    return state === 'found' && scope === 'internal' && isFollowed && skipReason === null
  }

  #unvisitedIds(): number[] {
    return this.#unvisited === 0 ? [] : this.#idsWhere(id => this.#mayBeVisited(id))
  }

  /** Those in state 'found' that are not to be visited. */
  #toProbeIds(): number[] {
    return this.#idsWhere(id => this.#columns.marks(id).state === 'found' && !this.#mayBeVisited(id))
  }

  #idsIn(state: UrlState): number[] {
    return this.#idsWhere(id => this.#columns.marks(id).state === state)
  }

  #idsWhere(isChosen: (id: number) => boolean): number[] {
    const ids: number[] = []
    for (let id = 1; id <= this.#texts.lastId; id++) if (isChosen(id)) ids.push(id)
    return ids
  }

  #has(isChosen: (id: number) => boolean): boolean {
    for (let id = 1; id <= this.#texts.lastId; id++) if (isChosen(id)) return true
    return false
  }
}

const newMarks = { state: 'found', skipReason: null, isFollowed: false, isInSitemap: false } as const

const unknownUrl = { state: 'found', skipReason: null, number: 0, isInSitemap: false } as const

function isDecided(state: UrlState): boolean {
  return state === 'visited' || state === 'probed' || state === 'skipped'
}
