import { hostWithoutWww } from '#shared/url.ts'

interface Place {
  /** Host and path segments, joined by slashes. */
  key: string
  /** How much of the key each place above it has, from the host alone to the whole. */
  ends: number[]
}

/**
 * The tree that the paths of a site make: above each address the nearest page whose path is a beginning of its own, else the page
 * at the top of its host, else that of the first address. Answers with one index for each address, null for the one at the top of
 * all. Addresses are given with the start page first.
 */
export function treeParents(urls: readonly string[]): (number | null)[] {
  const places = urls.map(placeOf)
  const owners = new Map<string, number>()
  for (const [index, { key }] of places.entries()) if (!owners.has(key)) owners.set(key, index)
  const first = places[0]
  const top = first ? (owners.get(first.key.slice(0, first.ends[0])) ?? 0) : 0
  return places.map((place, index) => (index === top ? null : (above(place, { index, owners }) ?? top)))
}

/** The first page of the same path (others differ in parameters or a slash), else the nearest with a shorter one. */
function above(
  { key, ends }: Place,
  { index, owners }: { index: number; owners: ReadonlyMap<string, number> },
): number | null {
  for (let at = ends.length - 1; at >= 0; at--) {
    const owner = owners.get(key.slice(0, ends[at]))
    if (owner !== undefined && owner !== index) return owner
  }
  return null
}

function placeOf(address: string): Place {
  const url = URL.parse(address)
  let key = url ? hostWithoutWww(url) : ''
  const ends = [key.length]
  for (const segment of url ? url.pathname.split('/') : [address]) {
    if (segment === '') continue
    key += `/${segment}`
    ends.push(key.length)
  }
  return { key, ends }
}
