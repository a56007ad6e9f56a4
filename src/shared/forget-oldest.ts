/** Bounds what is kept in memory: deletes what was added first until at most `max` entries are left. */
export function forgetOldest<Key>(kept: Map<Key, unknown>, max: number): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= max) return
    kept.delete(oldest)
  }
}
