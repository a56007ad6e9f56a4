import { type Place, type Region, regionLabels } from '#shared/model.ts'

/** One place in a template that many pages share: one fix for all of them. */
export interface PlaceGroup {
  region: Region
  path: string
  text: string
  /** In the order given; one entry per page. */
  places: Place[]
}

/** Groups places by region and path, largest group first. The same path with other texts (a list) is one place. */
export function groupPlaces(places: readonly Place[]): PlaceGroup[] {
  const groups = new Map<string, PlaceGroup>()
  const seen = new Set<string>()
  for (const place of places) {
    const key = `${place.region} ${place.path}`
    const pageKey = `${key}\n${place.sourceUrl}`
    if (seen.has(pageKey)) continue
    seen.add(pageKey)
    const group = groups.get(key)
    if (group) group.places.push(place)
    else groups.set(key, { region: place.region, path: place.path, text: place.text, places: [place] })
  }
  return [...groups.values()].sort((a, b) => b.places.length - a.places.length)
}

/** `in the footer of 412 pages`. */
export function placeGroupTitle({ region, places }: Pick<PlaceGroup, 'region' | 'places'>): string {
  return `in the ${regionLabels[region]} of ${places.length === 1 ? '1 page' : `${places.length} pages`}`
}
