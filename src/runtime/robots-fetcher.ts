import type { RouteDeps } from '#api/routes/route-deps.ts'
import { MAX_ROBOTS_BYTES } from '#crawl/robots/robots.ts'
import { fetchRobots } from '#crawl/robots/robots-by-origin.ts'
import { fetchedRobotsFile } from '#crawl/robots/robots-file.ts'
import type { FetchLimits, TargetPolicy } from '#fetch/fetch.ts'
import { createFetcher } from '#fetch/undici-fetcher.ts'

/** Fetches robots.txt for the tester and for previews, with the fetcher, guard and limits of a crawl. */
export interface RobotsFetcher extends AsyncDisposable {
  fetchRobots: RouteDeps['fetchRobots']
}

export interface RobotsFetcherOptions {
  /** The limits of crawls; stricter ones here stay. */
  limits: FetchLimits
  policy: TargetPolicy
}

const DEADLINE_MS = 20_000
/** Times the number of the attempt. */
const RETRY_PAUSE_MS = 1_000

export function createRobotsFetcher({ limits, policy }: RobotsFetcherOptions): RobotsFetcher {
  const fetcher = createFetcher({
    limits: {
      ...limits,
      totalTimeoutMs: Math.min(limits.totalTimeoutMs, DEADLINE_MS),
      maxBodyBytes: Math.min(limits.maxBodyBytes, MAX_ROBOTS_BYTES),
    },
    policy,
    now: () => performance.now(),
  })
  const pause = (attempt: number) => new Promise<void>(resolve => setTimeout(resolve, RETRY_PAUSE_MS * attempt))
  return {
    async fetchRobots(origin, signal) {
      const either = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)])
      return fetchedRobotsFile(origin, await fetchRobots(origin, either, { fetcher, now: Date.now, pause }))
    },
    [Symbol.asyncDispose]: () => fetcher[Symbol.asyncDispose](),
  }
}
