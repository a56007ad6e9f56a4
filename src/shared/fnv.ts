const FNV_PRIME = 0x0100_0193
const FNV_OFFSET = 0x811c_9dc5 | 0

/**
 * FNV-1a of 32 bits (Fowler, Noll and Vo), over UTF-16 codes instead of bytes. Loops that hash while they read have its two numbers
 * themselves: where constants of another module are read in a loop, the loop takes a third longer.
 */
export function fnvOf(text: string): number {
  let hash = FNV_OFFSET
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME)
  return hash
}

/** The same from the last code to the first: with `fnvOf` a hash of 64 bits. */
export function fnvOfReversed(text: string): number {
  let hash = FNV_OFFSET
  for (let at = text.length - 1; at >= 0; at--) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME)
  return hash
}

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
