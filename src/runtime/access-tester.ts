import type { RouteDeps } from '#api/routes/route-deps.ts'
import { checkAccess } from '#crawl/access/check-access.ts'
import type { TargetPolicy } from '#fetch/fetch.ts'
import { byRoute } from '#fetch/outbound/route.ts'
import { createFetcher } from '#fetch/undici-fetcher.ts'
import type { Settings } from '#settings/config.ts'
import { engineData } from './engine-data.ts'
import type { Log } from './operator-log.ts'
import { RenderSupervisor, startRenderThread, withoutBrowser } from './render-supervisor.ts'

/** Tests credentials with the fetcher, guard, limits and browser of a crawl. */
export interface AccessTester extends AsyncDisposable {
  testAccess: RouteDeps['testAccess']
}

interface AccessTesterOptions {
  settings: Settings
  policy: TargetPolicy
  log: Log
}

const DEADLINE_MS = 150_000

/** The browser is started for the first login form of a script, and ends when it has been idle. */
export function createAccessTester({ settings, policy, log }: AccessTesterOptions): AccessTester {
  const now = () => performance.now()
  const { limits, rendering, engine } = engineData(settings, policy)
  const fetcher = createFetcher({ limits, policy, now })
  const browser =
    rendering &&
    new RenderSupervisor({
      start: startRenderThread({ ...rendering, policy, robotsToken: engine.robotsToken }, log),
      tabs: 1,
      now,
      after,
      log,
    })
  return {
    async testAccess(request, signal) {
      const either = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)])
      const inBrowser: RenderSupervisor['signIn'] = credentials =>
        (browser ?? withoutBrowser).signIn(credentials, request.route)
      return await checkAccess(request, { fetcher: byRoute(fetcher, request.route), inBrowser, signal: either })
    },
    async [Symbol.asyncDispose]() {
      await browser?.[Symbol.asyncDispose]()
      await fetcher[Symbol.asyncDispose]()
    },
  }
}

function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}
