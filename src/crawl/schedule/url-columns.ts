import { packChanges, packMarks, type UrlChanges, type UrlRow, unpackMarks } from '#store/store.ts'
import { grown } from './url-index.ts'

type Marks = ReturnType<typeof unpackMarks>
/** What decides when a URL is visited: the page that names it, and the position on it. */
export type Mention = Pick<UrlRow, 'depth' | 'redirectDepth' | 'firstNumber' | 'firstPosition'>

const FIRST_ROOM = 1_024
/** Of a URL that is not committed: all of it, or nothing but state and reason. */
const [CHANGED, RESTATED] = [1, 2]

/** What a crawl knows of its URLs beside their texts, by id: one array of numbers for each property, and which are not committed yet. */
export class UrlColumns {
  #marks = new Uint32Array(FIRST_ROOM)
  #kinds = new Uint32Array(FIRST_ROOM)
  #depths = new Int32Array(FIRST_ROOM)
  #redirectDepths = new Uint8Array(FIRST_ROOM)
  #numbers = new Uint32Array(FIRST_ROOM)
  #firstNumbers = new Uint32Array(FIRST_ROOM)
  #firstPositions = new Uint32Array(FIRST_ROOM)
  /** Positions in a list of origins. */
  #origins = new Uint32Array(FIRST_ROOM)
  #changes = new Uint8Array(FIRST_ROOM)
  /** Few URLs have these. */
  readonly #sitemapNumbers = new Map<number, number>()
  readonly #listedDays = new Map<number, number>()
  readonly #googlebotLines = new Map<number, number>()
  #changed: number[] = []
  #restated: number[] = []
  /** What the numbers of marks say: a crawl has some twenty different ones. */
  readonly #read = new Map<number, Marks>()

  /** Makes room for ids up to this one. */
  reserve(id: number): void {
    const length = id + 1
    if (length <= this.#marks.length) return
    this.#marks = grown(this.#marks, length)
    this.#kinds = grown(this.#kinds, length)
    this.#depths = grown(this.#depths, length)
    this.#redirectDepths = grown(this.#redirectDepths, length)
    this.#numbers = grown(this.#numbers, length)
    this.#firstNumbers = grown(this.#firstNumbers, length)
    this.#firstPositions = grown(this.#firstPositions, length)
    this.#origins = grown(this.#origins, length)
    this.#changes = grown(this.#changes, length)
  }

  marks(id: number): Marks {
    const packed = this.#marks[id] ?? 0
    const known = this.#read.get(packed)
    if (known) return known
    const marks = unpackMarks(packed)
    this.#read.set(packed, marks)
    return marks
  }

  setMarks(id: number, marks: Marks): void {
    this.#marks[id] = packMarks(marks)
  }

  kinds(id: number): number {
    return this.#kinds[id] ?? 0
  }

  setKinds(id: number, kinds: number): void {
    this.#kinds[id] = kinds
  }

  depth(id: number): number {
    return this.#depths[id] ?? 0
  }

  number(id: number): number {
    return this.#numbers[id] ?? 0
  }

  setNumber(id: number, number: number): void {
    this.#numbers[id] = number
  }

  origin(id: number): number {
    return this.#origins[id] ?? 0
  }

  setOrigin(id: number, origin: number): void {
    this.#origins[id] = origin
  }

  firstNumber(id: number): number {
    return this.#firstNumbers[id] ?? 0
  }

  firstPosition(id: number): number {
    return this.#firstPositions[id] ?? 0
  }

  setMention(id: number, { depth, redirectDepth, firstNumber, firstPosition }: Mention): void {
    this.#depths[id] = depth
    this.#redirectDepths[id] = redirectDepth
    this.#firstNumbers[id] = firstNumber
    this.#firstPositions[id] = firstPosition
  }

  setListing(id: number, { sitemapNumber, day }: { sitemapNumber: number; day: number }): void {
    if (sitemapNumber > 0) this.#sitemapNumbers.set(id, sitemapNumber)
    if (day > 0) this.#listedDays.set(id, day)
  }

  googlebotLine(id: number): number {
    return this.#googlebotLines.get(id) ?? 0
  }

  setGooglebotLine(id: number, line: number): void {
    this.#googlebotLines.set(id, line)
  }

  /** A copy, which does not change. */
  row(id: number, url: string): UrlRow {
    const sitemapNumber = this.#sitemapNumbers.get(id)
    const listedDay = this.#listedDays.get(id)
    const googlebotLine = this.#googlebotLines.get(id)
    const { scope, state, skipReason, isFollowed, isInSitemap } = this.marks(id)
    return {
      id,
      url,
      scope,
      state,
      skipReason,
      depth: this.depth(id),
      redirectDepth: this.#redirectDepths[id] ?? 0,
      number: this.number(id),
      firstNumber: this.firstNumber(id),
      firstPosition: this.firstPosition(id),
      kinds: this.kinds(id),
      isFollowed,
      isInSitemap,
      ...(sitemapNumber !== undefined && { sitemapNumber }),
      ...(listedDay !== undefined && { listedDay }),
      ...(googlebotLine !== undefined && { googlebotLine }),
    }
  }

  /** Anything about the URL changed. */
  touch(id: number): void {
    const known = this.#changes[id] ?? 0
    if ((known & CHANGED) !== 0) return
    this.#changes[id] = known | CHANGED
    this.#changed.push(id)
  }

  /** Nothing but its state and reason changed: a crawl skips nearly all that it knows at its end. */
  restate(id: number): void {
    if (this.#changes[id] !== 0) return
    this.#changes[id] = RESTATED
    this.#restated.push(id)
  }

  /** What changed since the last call, packed, and the ids of all of it in ascending order; null when nothing did. */
  take(): { packed: Uint8Array; ids: Uint32Array } | null {
    const changed = Uint32Array.from(this.#changed).sort()
    const restated = Uint32Array.from(this.#restated.filter(id => this.#changes[id] === RESTATED)).sort()
    if (changed.length + restated.length === 0) return null
    for (const ids of [changed, restated]) for (const id of ids) this.#changes[id] = 0
    this.#changed = []
    this.#restated = []
    const marks = restated.map(id => this.#marks[id] ?? 0)
    const ids = restated.length === 0 ? changed : Uint32Array.from([...changed, ...restated]).sort()
    return { packed: packChanges({ changed: this.#changesOf(changed), restated: { ids: restated, marks } }), ids }
  }

  #changesOf(ids: Uint32Array): UrlChanges {
    const of = (column: Uint8Array | Uint32Array) => ids.map(id => column[id] ?? 0)
    const ofFew = (column: ReadonlyMap<number, number>) => ids.map(id => column.get(id) ?? 0)
    return {
      ids,
      marks: of(this.#marks),
      kinds: of(this.#kinds),
      depths: Int32Array.from(ids, id => this.depth(id)),
      redirectDepths: of(this.#redirectDepths),
      numbers: of(this.#numbers),
      firstNumbers: of(this.#firstNumbers),
      firstPositions: of(this.#firstPositions),
      sitemapNumbers: ofFew(this.#sitemapNumbers),
      listedDays: ofFew(this.#listedDays),
      googlebotLines: ofFew(this.#googlebotLines),
    }
  }

  /** Takes in what the log says of these URLs. */
  restore(changed: UrlChanges): void {
    changed.ids.forEach((id, index) => {
      const at = (column: Uint32Array | Int32Array) => column[index] ?? 0
      this.#marks[id] = at(changed.marks)
      this.#kinds[id] = at(changed.kinds)
      this.setMention(id, {
        depth: at(changed.depths),
        redirectDepth: at(changed.redirectDepths),
        firstNumber: at(changed.firstNumbers),
        firstPosition: at(changed.firstPositions),
      })
      this.#numbers[id] = at(changed.numbers)
      this.setListing(id, { sitemapNumber: at(changed.sitemapNumbers), day: at(changed.listedDays) })
      if (at(changed.googlebotLines) > 0) this.#googlebotLines.set(id, at(changed.googlebotLines))
    })
  }

  restoreMarks({ ids, marks }: { ids: Uint32Array; marks: Uint32Array }): void {
    ids.forEach((id, index) => {
      this.#marks[id] = marks[index] ?? 0
    })
  }
}
