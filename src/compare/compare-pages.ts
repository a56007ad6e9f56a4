import { setImmediate } from 'node:timers/promises'
import type { ComparedPageChange } from '#shared/changes.ts'
import type { MovedUrl } from '#shared/path-map.ts'
import type { ComparablePage, CrawlRow, PageKey, ReadingStore } from '#store/store.ts'
import { isGone } from './absence.ts'
import { changedFields } from './page-fields.ts'

export interface PagePair {
  reading: Pick<
    ReadingStore,
    'comparablePages' | 'comparablePagesAt' | 'comparablePagesById' | 'pageKeys' | 'textCounts'
  >
  later: Pick<CrawlRow, 'id'>
  earlier: Pick<CrawlRow, 'id'>
  /** The later crawl reached every page that something leads to. */
  isWhole: boolean
  /** URLs of the earlier crawl as the later one has them, and the other way round. */
  toLater: MovedUrl
  toEarlier: MovedUrl
}

/** A page that changed, by its URL ids in the crawls that know it; `fields` is a mask of what differs. */
export interface ComparedPage {
  laterId: number | null
  earlierId: number | null
  fields: number
}

export interface ComparedPages {
  /** In the order of the pages list of the crawl that they are of. */
  changes: Record<ComparedPageChange, ComparedPage[]>
  /** Pages that both crawls have. */
  inBoth: number
}

const PAGES_AT_ONCE = 1_000
/** Added pages whose texts are kept to recognise those that moved; of more, none does. */
const MAX_MOVE_CANDIDATES = 200_000
/** A shorter text may well be on two pages by chance. */
const MIN_WORDS_TO_RECOGNISE = 10

/**
 * Which pages two crawls have in common, with what changed on them, and which only one of them has: one pass over the pages of each. What
 * is held of a page is its ids. null when it is abandoned.
 */
export async function comparePages(pair: PagePair, abandon?: AbortSignal): Promise<ComparedPages | null> {
  const found: ComparedPages = {
    changes: { changed: [], added: [], moved: [], redirected: [], removed: [], 'not-crawled': [] },
    inBoth: 0,
  }
  const added = new TextIndex()
  const known = new IdSet()
  for await (const pages of laterPages(pair)) {
    if (abandon?.aborted) return null
    const earlierUrls = pages.map(({ url }) => pair.toEarlier(url))
    const earlier = await pair.reading.comparablePagesAt(pair.earlier.id, earlierUrls)
    for (const [index, page] of pages.entries()) {
      const before = earlier.get(earlierUrls[index] ?? '')
      if (before?.isHtml) {
        known.add(before.urlId)
        found.inBoth++
        const fields = changedFields({ later: page, earlier: before }, pair.toLater)
        if (fields !== 0) found.changes.changed.push({ laterId: page.urlId, earlierId: before.urlId, fields })
        continue
      }
      added.add(page, { change: 'added', index: found.changes.added.length })
      found.changes.added.push({ laterId: page.urlId, earlierId: null, fields: 0 })
    }
  }
  const gone = new TextIndex()
  for await (const left of leftPages(pair, known)) {
    if (abandon?.aborted) return null
    const laterUrls = left.map(({ url }) => pair.toLater(url))
    const later = await pair.reading.comparablePagesAt(pair.later.id, laterUrls)
    for (const [index, page] of left.entries()) {
      const now = later.get(laterUrls[index] ?? '')
      const change = absentPageChange(now, pair.isWhole)
      const list = found.changes[change]
      if (change !== 'not-crawled') gone.add(page, { change, index: list.length })
      list.push({ laterId: now?.urlId ?? null, earlierId: page.urlId, fields: 0 })
    }
  }
  if (!added.isFull && !gone.isFull) takeMoved(found.changes, await movesOf(pair, { added, gone }))
  return found
}

/** HTML pages of the later crawl, part by part. */
async function* laterPages({ reading, later }: PagePair) {
  let after: ComparablePage | undefined
  do {
    const pages = await reading.comparablePages(later.id, { after, limit: PAGES_AT_ONCE })
    yield pages.filter(({ isHtml }) => isHtml)
    after = pages.at(-1)
    await setImmediate()
  } while (after !== undefined)
}

/** HTML pages of the earlier crawl that are not among these: most are, and their rows are long. */
async function* leftPages({ reading, earlier }: PagePair, known: IdSet) {
  let after: PageKey | undefined
  do {
    const keys = await reading.pageKeys(earlier.id, { after, limit: PAGES_AT_ONCE })
    after = keys.at(-1)
    const ids = keys.map(({ urlId }) => urlId).filter(id => !known.has(id))
    const pages = await reading.comparablePagesById(earlier.id, ids)
    yield ids.flatMap(id => pages.get(id) ?? []).filter(({ isHtml }) => isHtml)
    await setImmediate()
  } while (after !== undefined)
}

/** No page any more: an error or a redirect, another content, or no link in a crawl that followed every link. */
function absentPageChange(now: ComparablePage | undefined, isWhole: boolean): 'redirected' | 'removed' | 'not-crawled' {
  if (now === undefined) return isWhole ? 'removed' : 'not-crawled'
  if (!now.isRequested || now.status === null) return 'not-crawled'
  if (now.hasRedirects) return 'redirected'
  const isOther = now.status >= FIRST_SUCCESS && now.status < FIRST_REDIRECT
  return isOther || isGone(now) ? 'removed' : 'not-crawled'
}

const FIRST_SUCCESS = 200
const FIRST_REDIRECT = 300

/** Where a page stands in the lists of changes. */
interface Place {
  change: 'added' | 'redirected' | 'removed'
  index: number
}

/** Pages by their main text, where only one of the pages has it. */
class TextIndex {
  readonly #places = new Map<string, Place | null>()

  /** There were more pages than are kept. */
  get isFull(): boolean {
    return this.#places.size >= MAX_MOVE_CANDIDATES
  }

  add(page: ComparablePage, place: Place): void {
    if (this.isFull) return
    const columns = page.columns()
    if (columns === null || columns.textHash === '' || columns.wordCount < MIN_WORDS_TO_RECOGNISE) return
    this.#places.set(columns.textHash, this.#places.has(columns.textHash) ? null : place)
  }

  /** The pages with a text of the other index, and the other page. */
  shared(other: TextIndex): Move[] {
    return [...this.#places].flatMap(([text, to]) => {
      const from = other.#places.get(text)
      return to && from ? [{ text, to, from }] : []
    })
  }
}

/** An added page with the text of one that is gone. */
interface Move {
  text: string
  to: Place
  from: Place
}

/** Those whose text no further page of either crawl has. */
async function movesOf(
  { reading, later, earlier }: PagePair,
  { added, gone }: { added: TextIndex; gone: TextIndex },
): Promise<Move[]> {
  const moves = added.shared(gone)
  const texts = moves.map(({ text }) => text)
  const [inLater, inEarlier] = await Promise.all([
    reading.textCounts(later.id, texts),
    reading.textCounts(earlier.id, texts),
  ])
  return moves.filter(({ text }) => (inLater.get(text) ?? 0) <= 1 && (inEarlier.get(text) ?? 0) <= 1)
}

/** Takes the pages that moved out of the lists of added pages and of those that are gone. */
function takeMoved(changes: ComparedPages['changes'], moves: readonly Move[]): void {
  const taken = { added: new Set<number>(), redirected: new Set<number>(), removed: new Set<number>() }
  for (const { to, from } of moves) {
    const laterId = changes[to.change][to.index]?.laterId ?? null
    const earlierId = changes[from.change][from.index]?.earlierId ?? null
    changes.moved.push({ laterId, earlierId, fields: 0 })
    taken[to.change].add(to.index)
    taken[from.change].add(from.index)
  }
  for (const change of ['added', 'redirected', 'removed'] as const)
    changes[change] = changes[change].filter((_, index) => !taken[change].has(index))
}

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
