import type { SkipReason } from '#shared/model.ts'
import type { FoundUrl } from '#shared/page-record.ts'
import { type HostMatcher, hostMatcher } from '#shared/site-hosts.ts'
import { type ChangedUrls, countUrl, type LoggedUrls, newUrlCounts, type UrlRow, type UrlState } from '#store/store.ts'
import { scopeKeyOf } from '../scope.ts'
import { byUrlStart } from '../url-start.ts'
import { DiscoveryOrder } from './discovery-order.ts'
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

type Marks = ReturnType<UrlColumns['marks']>

/** The position of no origin. */
const NO_ORIGIN = 0

/** Origins by position, so that a number stands for each. */
class OriginList {
  readonly #origins: string[] = []
  readonly #positions = new Map<string, number>()
  readonly #originOf = byUrlStart(url => new URL(url).origin)

  positionOf(url: string): number {
    const origin = this.#originOf(url)
    const known = this.#positions.get(origin)
    if (known !== undefined) return known
    const position = this.#origins.push(origin)
    this.#positions.set(origin, position)
    return position
  }

  /** undefined at NO_ORIGIN. */
  at(position: number): string | undefined {
    return this.#origins[position - 1]
  }
}

/**
 * All URLs that a crawl knows, what it knows of each, and what of that the store does not have yet: it is taken with each batch. URLs are
 * known by their ids: a row is a copy.
 */
export class KnownUrls {
  readonly #index = new UrlIndex()
  readonly #texts = new UrlTexts()
  #columns = new UrlColumns()
  #order = new DiscoveryOrder(this.#columns, this.#texts)
  readonly #scopeKeyOf = byUrlStart(scopeKeyOf)
  readonly #subdomains: readonly string[]
  #isOwnHost: HostMatcher
  /** Of URLs of the site alone. */
  readonly #origins = new OriginList()
  #urlCounts = newUrlCounts()
  /** URLs of the site that wait to be visited. */
  #unvisited = 0

  constructor({ scopeHost, subdomains = [] }: { scopeHost: string; subdomains?: readonly string[] }) {
    this.#subdomains = subdomains
    this.#isOwnHost = hostMatcher(scopeHost, subdomains)
  }

  get size(): number {
    return this.#index.size
  }

  row(id: number): UrlRow {
    return this.#columns.row(id, this.#texts.at(id))
  }

  /** Its frontier number, 0 until it has one. */
  numberOf(id: number): number {
    return this.#columns.number(id)
  }

  /** 0 for a URL that is not known. */
  idOf(url: string): number {
    return this.#index.find(url)
  }

  has(url: string): boolean {
    return this.idOf(url) !== 0
  }

  find(url: string): UrlRow | undefined {
    const id = this.idOf(url)
    return id === 0 ? undefined : this.#columns.row(id, url)
  }

  marks(id: number): Marks {
    return this.#columns.marks(id)
  }

  /** The order in which they were found. */
  get order(): DiscoveryOrder {
    return this.#order
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

  /** Those that may be visited and have no number yet. */
  unvisitedIds(): number[] {
    return this.#unvisited === 0 ? [] : this.#idsWhere(id => this.#mayBeVisited(id))
  }

  /** Those in state 'found' that are not to be visited. */
  toProbeIds(): number[] {
    return this.#idsWhere(id => this.#columns.marks(id).state === 'found' && !this.#mayBeVisited(id))
  }

  scopeOf(url: string): UrlRow['scope'] {
    return this.#isOwnHost(this.#scopeKeyOf(url)) ? 'internal' : 'external'
  }

  /** Adds a URL that `idOf` was just called for, and is not known; returns its id. */
  add({ url, kinds, isFollowed }: FoundUrl): number {
    const id = this.#texts.add(url)
    this.#index.add(id)
    this.#columns.reserve(id)
    const marks = { ...newMarks, scope: this.scopeOf(url), isFollowed }
    this.#columns.setMarks(id, marks)
    this.#columns.setKinds(id, kinds)
    this.#noteOrigin(id, url)
    this.#columns.touch(id)
    if (this.#mayBeVisited(id)) this.#unvisited++
    countUrl(this.#urlCounts, marks, 1)
    return id
  }

  /** Changes what is known of a URL. */
  change(id: number, changes: Partial<Marks>): void {
    this.#mark(id, changes)
    this.#columns.touch(id)
  }

  /** Changes nothing but its state and the reason for it. */
  restate(id: number, changes: Partial<Pick<Marks, 'state' | 'skipReason'>>): void {
    this.#mark(id, changes)
    this.#columns.restate(id)
  }

  setNumber(id: number, number: number): void {
    this.#columns.setNumber(id, number)
    this.#columns.touch(id)
  }

  setMention(id: number, mention: Mention): void {
    this.#columns.setMention(id, mention)
    this.#columns.touch(id)
  }

  /** Notes what names it: links, images and the like. */
  addKinds(id: number, kinds: number): void {
    const known = this.#columns.kinds(id)
    if ((known | kinds) === known) return
    this.#columns.setKinds(id, known | kinds)
    this.#columns.touch(id)
  }

  setListing(id: number, listing: Listing): void {
    this.#columns.setListing(id, listing)
    this.#columns.touch(id)
  }

  setGooglebotLine(id: number, line: number): void {
    if (this.#columns.googlebotLine(id) === line) return
    this.#columns.setGooglebotLine(id, line)
    this.#columns.touch(id)
  }

  /** Changes the host of the site, after the seed's own redirect. Known URLs are classified again. */
  setScopeHost(scopeHost: string): void {
    this.#isOwnHost = hostMatcher(scopeHost, this.#subdomains)
    for (const id of this.#idsIn('found')) {
      const url = this.#texts.at(id)
      this.change(id, { scope: this.scopeOf(url) })
      this.#noteOrigin(id, url)
    }
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

  /** All changes of the marks of a URL, so that everything is counted. */
  #mark(id: number, changes: Partial<Marks>): void {
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

  #mayBeVisited(id: number): boolean {
    const { scope, state, isFollowed, skipReason } = this.#columns.marks(id)
    return state === 'found' && scope === 'internal' && isFollowed && skipReason === null
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

function isDecided(state: UrlState): boolean {
  return state === 'visited' || state === 'probed' || state === 'skipped'
}
