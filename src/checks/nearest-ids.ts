import { nearestWord } from '#shared/nearest-name.ts'

const MAX_SUGGESTIONS = 3
/** Ids that are compared at all: keeps the work of one finding small whatever a page holds. */
const MAX_COMPARED_IDS = 500

/** Up to three ids of a page that are spelled most like the wanted one, the nearest first. */
export function nearestIds(wanted: string, ids: readonly string[]): string[] {
  const known = new Map(ids.slice(0, MAX_COMPARED_IDS).map(id => [comparable(id), id]))
  const nearest: string[] = []
  while (nearest.length < MAX_SUGGESTIONS) {
    const key = nearestWord(comparable(wanted), known.keys())
    const id = key === null ? undefined : known.get(key)
    if (key === null || id === undefined) break
    nearest.push(id)
    known.delete(key)
  }
  return nearest
}

/** Most mistakes are in case and separators: `Getting_Started` for `getting-started`. */
function comparable(id: string): string {
  return id.toLowerCase().replace(/[_\s.]/g, '-')
}
