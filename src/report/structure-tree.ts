import { hostWithoutWww } from '#shared/url.ts'

interface Place {
  host: string
  segments: string[]
}

/**
 * The tree that the paths of a site make: above each address the nearest page whose path is a beginning of its own, else the page
 * at the top of its host, else that of the first address. Answers with one index for each address, null for the one at the top of
 * all. Addresses are given with the start page first.
 */
export function treeParents(urls: readonly string[]): (number | null)[] {
  const places = urls.map(placeOf)
  const owners = new Map<string, number>()
  places.forEach((place, index) => {
    const key = keyOf(place)
    if (!owners.has(key)) owners.set(key, index)
  })
  const first = places[0]
  const top = first ? (owners.get(keyOf({ ...first, segments: [] })) ?? 0) : 0
  return places.map((place, index) => (index === top ? null : (above(place, { index, owners }) ?? top)))
}

/** The first page of the same path (others differ in parameters or a slash), else the nearest with a shorter one. */
function above(place: Place, { index, owners }: { index: number; owners: ReadonlyMap<string, number> }): number | null {
  for (let length = place.segments.length; length >= 0; length--) {
    const owner = owners.get(keyOf({ ...place, segments: place.segments.slice(0, length) }))
    if (owner !== undefined && owner !== index) return owner
  }
  return null
}

function placeOf(address: string): Place {
  const url = URL.parse(address)
  if (!url) return { host: '', segments: [address] }
  return { host: hostWithoutWww(url), segments: url.pathname.split('/').filter(Boolean) }
}

function keyOf({ host, segments }: Place): string {
  return [host, ...segments].join('/')
}
