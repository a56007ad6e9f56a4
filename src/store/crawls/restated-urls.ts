import type { FencedWrite } from '../database/fenced.ts'
import { isDecidedState } from '../pages/decided.ts'
import type { RestatedUrls, UrlRow } from '../store.ts'
import { addTo } from './counts.ts'

/** Ids from the first to the last are what `state` and `skipReason` say. */
export interface RestatedRange extends Pick<UrlRow, 'state' | 'skipReason'> {
  first: number
  last: number
}

const RESTATE = 'update url set state = ?, skip_reason = ? where crawl_id = ? and id between ? and ?'

/** Addresses that one page is the first to name have ids one after the other: what is left of a crawl are ranges, a few for each page. */
export function restatedRanges(restated: readonly RestatedUrls[]): RestatedRange[] {
  const ranges: RestatedRange[] = []
  for (const { state, skipReason, ids } of restated) {
    let range: RestatedRange | null = null
    for (const id of ids) {
      if (range?.last === id - 1) {
        range.last = id
        continue
      }
      range = { state, skipReason, first: id, last: id }
      ranges.push(range)
    }
  }
  return ranges
}

/** The same in pieces of at most so many ids. */
export function restatedParts(restated: readonly RestatedUrls[], maxIds: number): RestatedUrls[] {
  return restated.flatMap(({ ids, ...standing }) =>
    Array.from({ length: Math.ceil(ids.length / maxIds) }, (_, part) => ({
      ...standing,
      ids: ids.subarray(part * maxIds, (part + 1) * maxIds),
    })),
  )
}

/** Writes them. Nothing had been decided about any, so they are counted by what they are now: how many were left out, by reason. */
export async function writeRestated(
  { transaction, specifics, crawlId }: FencedWrite,
  ranges: readonly RestatedRange[],
): Promise<Map<string, number>> {
  await specifics.runEach(transaction, {
    statement: RESTATE,
    rows: ranges.map(({ state, skipReason, first, last }) => [state, skipReason, crawlId, first, last]),
  })
  const skipped = new Map<string, number>()
  for (const { state, skipReason, first, last } of ranges)
    if (skipReason !== null && isDecidedState(state)) addTo(skipped, skipReason, last - first + 1)
  return skipped
}
