import { isDecidedState } from '../pages/decided.ts'
import {
  type ChangedUrls,
  countUrl,
  type LoggedUrls,
  newUrlCounts,
  packChanges,
  packMarks,
  packUrls,
  type UrlChanges,
  type UrlRow,
  unpackMarks,
  unpackUrls,
} from '../store.ts'

const none = new Uint32Array()

/** Of a batch that changes no URL. */
export const noChangedUrls: ChangedUrls = {
  found: [],
  changes: null,
  decided: none,
  urlCounts: newUrlCounts(),
  rowOf(id) {
    throw new Error(`no row has the id ${id}`)
  },
}

/** A row of a URL that was found, and nothing else. */
export function foundRow(row: Pick<UrlRow, 'id' | 'url'> & Partial<UrlRow>): UrlRow {
  return {
    scope: 'internal',
    state: 'found',
    skipReason: null,
    depth: 0,
    redirectDepth: 0,
    number: 0,
    firstNumber: 0,
    firstPosition: 0,
    kinds: 1,
    isFollowed: true,
    isInSitemap: false,
    ...row,
  }
}

/** URL rows as the frontier of a crawl has them. Ids follow one another. */
export class TestUrls {
  readonly #rows = new Map<number, UrlRow>()
  readonly #committed = new Map<number, UrlRow>()
  readonly #changed = new Set<number>()

  /** Adds a row, or replaces it. */
  put(row: UrlRow): void {
    this.#rows.set(row.id, row)
    this.#changed.add(row.id)
  }

  /** What changed since the last call. */
  take(): ChangedUrls {
    const rows = [...this.#changed].sort((a, b) => a - b).map(id => ({ ...this.#rowOf(id) }))
    const found = rows.filter(({ id }) => !this.#committed.has(id))
    const urlCounts = newUrlCounts()
    for (const row of rows) {
      const before = this.#committed.get(row.id)
      if (before) countUrl(urlCounts, before, -1)
      countUrl(urlCounts, row, 1)
      this.#committed.set(row.id, row)
    }
    this.#changed.clear()
    const urls = found.map(({ url }) => url)
    return {
      found: found[0] ? [packUrls(found[0].id, urls)] : [],
      changes:
        rows.length === 0 ? null : packChanges({ changed: changesOf(rows), restated: { ids: none, marks: none } }),
      decided: Uint32Array.from(
        rows.filter(({ state }) => isDecidedState(state)),
        ({ id }) => id,
      ),
      urlCounts,
      rowOf: id => this.#rowOf(id),
    }
  }

  #rowOf(id: number): UrlRow {
    return this.#rows.get(id) ?? noChangedUrls.rowOf(id)
  }
}

function changesOf(rows: readonly UrlRow[]): UrlChanges {
  const of = (read: (row: UrlRow) => number) => Uint32Array.from(rows, read)
  return {
    ids: of(row => row.id),
    marks: of(packMarks),
    kinds: of(row => row.kinds),
    depths: Int32Array.from(rows, row => row.depth),
    redirectDepths: of(row => row.redirectDepth),
    numbers: of(row => row.number),
    firstNumbers: of(row => row.firstNumber),
    firstPositions: of(row => row.firstPosition),
    sitemapNumbers: of(row => row.sitemapNumber ?? 0),
    listedDays: of(row => row.listedDay ?? 0),
    googlebotLines: of(row => row.googlebotLine ?? 0),
  }
}

/** The rows that a crawl finds when it is taken up again, by id. */
export async function loggedRows(log: AsyncIterable<LoggedUrls>): Promise<UrlRow[]> {
  const urls: string[] = []
  const rows = new Map<number, UrlRow>()
  for await (const { found, changes } of log) {
    if (found) urls.push(...unpackUrls(found))
    if (changes === null) continue
    const { changed, restated } = changes
    changed.ids.forEach((id, index) => {
      const at = (column: Uint32Array | Int32Array) => column[index] ?? 0
      const [sitemapNumber, listedDay, googlebotLine] = [
        at(changed.sitemapNumbers),
        at(changed.listedDays),
        at(changed.googlebotLines),
      ]
      rows.set(id, {
        id,
        url: urls[id - 1] ?? '',
        ...unpackMarks(at(changed.marks)),
        depth: at(changed.depths),
        redirectDepth: at(changed.redirectDepths),
        number: at(changed.numbers),
        firstNumber: at(changed.firstNumbers),
        firstPosition: at(changed.firstPositions),
        kinds: at(changed.kinds),
        ...(sitemapNumber > 0 && { sitemapNumber }),
        ...(listedDay > 0 && { listedDay }),
        ...(googlebotLine > 0 && { googlebotLine }),
      })
    })
    restated.ids.forEach((id, index) => {
      const row = rows.get(id)
      if (row) rows.set(id, { ...row, ...unpackMarks(restated.marks[index] ?? 0) })
    })
  }
  return [...rows.values()].sort((a, b) => a.id - b.id)
}
