import type { CrawlCheckpoint } from '#store/store.ts'
import { scopeHostOf } from './scope.ts'

/** Where a crawl stands that has not begun. */
export function newCheckpoint(seedUrl: string): CrawlCheckpoint {
  return {
    phase: 'starting',
    scopeHost: scopeHostOf(seedUrl),
    depth: 0,
    lastNumber: 0,
    pagesCounted: 0,
    homeUrl: null,
    robotsOrigins: [],
    seedProblem: null,
    ending: null,
    notes: [],
    hostVariants: [],
    favicon: null,
  }
}
