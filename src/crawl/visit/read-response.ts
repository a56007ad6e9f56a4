import type { FetchResult } from '#fetch/fetch.ts'
import type { PageFacts } from '#shared/facts.ts'
import { loadPatiently } from '#shared/load-patiently.ts'

/**
 * Reads the few pages that are asked for outside a visit, on the engine's thread. The code for it, a hundred files, is loaded when it is
 * first needed: reading is the page workers' business, and a crawl asks for such pages at its end.
 */
export async function readResponse(answer: Extract<FetchResult, { kind: 'response' }>): Promise<PageFacts> {
  const { extractPage } = await preloadReading()
  const { timing, hops: _, kind: _kind, ...rest } = answer
  return extractPage({ ...rest, ...timing, depth: 0, isSeed: false, isPrivateHost: false, attempts: [] })
}

/** Loads the code ahead, when there is time. */
export function preloadReading(): Promise<typeof import('#extract/extract.ts')> {
  return loadPatiently(() => import('#extract/extract.ts'))
}
