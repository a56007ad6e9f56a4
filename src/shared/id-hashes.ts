import { fnvOf } from './fnv.ts'

/*
 * Which ids a page has, for the question whether a link leads to one that it has not: 32 bits of each. An id that is not among them is
 * surely missing; one missing id in millions is not noticed.
 */

export function packIds(ids: readonly string[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(ids, hashOf).buffer)
}

/** Of bytes that `packIds` made. */
export function unpackIds(packed: Uint8Array): ReadonlySet<number> {
  // A copy: bytes of a database row may begin anywhere.
  return new Set(new Uint32Array(Uint8Array.from(packed).buffer))
}

export function hasId(ids: ReadonlySet<number>, id: string): boolean {
  return ids.has(hashOf(id))
}

function hashOf(id: string): number {
  return fnvOf(id) >>> 0
}
