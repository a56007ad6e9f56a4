import type { FetchResult } from '#fetch/fetch.ts'
import type { PageFacts } from '#shared/facts.ts'
import { loadPatiently } from '#shared/load-patiently.ts'

/**
 * Extracts the few pages that are requested outside a visit, on the engine thread. The code, a hundred files, is loaded when it is
 * first needed: the page workers extract all others, and a crawl requests such pages at its end.
 */
export async function readResponse(response: Extract<FetchResult, { kind: 'response' }>): Promise<PageFacts> {
  const { extractPage } = await preloadReading()
  const { timing, hops: _, kind: _kind, ...rest } = response
  return extractPage({ ...rest, ...timing, depth: 0, isSeed: false, isPrivateHost: false, attempts: [] })
}

/** Loads the code ahead, when there is time. */
export function preloadReading(): Promise<typeof import('#extract/extract.ts')> {
  return loadPatiently(() => import('#extract/extract.ts'))
}
