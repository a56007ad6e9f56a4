import type { RestatedUrls, UrlRow } from '#store/store.ts'

/** What is not committed yet. */
export interface ChangesToStore {
  inserted: UrlRow[]
  updated: UrlRow[]
  restated: RestatedUrls[]
}

/**
 * Which rows of the frontier are new or changed since the last commit. At its end a crawl skips nearly all that it knows: rows of
 * which only state and reason changed are passed by their ids alone.
 */
export class FrontierChanges {
  readonly #inserted = new Set<UrlRow>()
  readonly #updated = new Set<UrlRow>()
  readonly #restated = new Set<UrlRow>()

  /** A row that the store does not have. */
  insert(row: UrlRow): void {
    this.#inserted.add(row)
  }

  /** Anything about the row changed. */
  touch(row: UrlRow): void {
    if (this.#inserted.has(row)) return
    this.#restated.delete(row)
    this.#updated.add(row)
  }

  /** Nothing but state and reason of the row changed, and it had not been decided what becomes of it. */
  restate(row: UrlRow): void {
    if (!this.#inserted.has(row) && !this.#updated.has(row)) this.#restated.add(row)
  }

  /** All that changed since the last call: copies, since the rows go on changing while they are written. */
  take(): ChangesToStore {
    const changes = {
      inserted: copies(this.#inserted),
      updated: copies(this.#updated),
      restated: byStanding(this.#restated),
    }
    for (const rows of [this.#inserted, this.#updated, this.#restated]) rows.clear()
    return changes
  }
}

function copies(rows: ReadonlySet<UrlRow>): UrlRow[] {
  return Array.from(rows, row => ({ ...row }))
}

/** Ids in ascending order, since neighbours are stored as one range. */
function byStanding(rows: ReadonlySet<UrlRow>): RestatedUrls[] {
  const groups = new Map<string, { state: UrlRow['state']; skipReason: UrlRow['skipReason']; ids: number[] }>()
  for (const { id, state, skipReason } of rows) {
    const key = `${state} ${skipReason}`
    const group = groups.get(key)
    if (group) group.ids.push(id)
    else groups.set(key, { state, skipReason, ids: [id] })
  }
  return Array.from(groups.values(), ({ ids, ...standing }) => ({ ...standing, ids: Uint32Array.from(ids).sort() }))
}
