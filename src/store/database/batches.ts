import { setImmediate } from 'node:timers/promises'

/**
 * Reads in batches by key: `read` returns the rows after a key, none at the end. The event loop runs between two batches: an embedded
 * database never leaves it by itself, and reading a large crawl would delay timers such as the one that renews the claim.
 */
export async function* batches<Key, Row>(walk: {
  /** Before the first key. */
  after: Key
  read(after: Key): Promise<Row[]>
  /** Of `read`: fewer rows are the last ones, and no further query finds that there are none. */
  limit?: number
  keyOf(row: Row): Key
}): AsyncGenerator<Row[]> {
  let after = walk.after
  for (;;) {
    const rows = await walk.read(after)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    if (rows.length < (walk.limit ?? 0)) return
    after = walk.keyOf(last)
    await setImmediate()
  }
}

/** The list in slices of `size`. */
export function* slices<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
