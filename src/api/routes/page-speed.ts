import type { PageSpeedFailure } from '#pagespeed/result.ts'
import type { endpoints } from '#shared/api/endpoints.ts'
import { PAGE_SPEED_CACHE_MS } from '#shared/constants.ts'
import { AppError, type ErrorCode, errorStatus } from '#shared/errors.ts'
import type { PageSpeedDevice } from '#shared/page-speed.ts'
import { parseStartUrl, URL_REQUIRED } from '#shared/start-url.ts'
import type { Call, Routes } from '../call.ts'
import type { RouteDeps } from './route-deps.ts'

type PageSpeedRoutes = Pick<Routes<typeof endpoints>, 'pageSpeed' | 'pageSpeedProgress' | 'pageSpeedStatus'>

/**
 * Held at once for one network. A visitor without a cookie is a new owner each time, so what one owner may request at once
 * would bound nothing.
 */
const MAX_HELD_PER_NETWORK = 6

const device: PageSpeedDevice = 'mobile'

/** Speed of single pages. Only the owner who requested a measurement sees it and its result. */
export function pageSpeedRoutes({
  pageSpeed,
  store,
  now,
}: Pick<RouteDeps, 'pageSpeed' | 'store' | 'now'>): PageSpeedRoutes {
  const held = heldRequests({
    atOnce: MAX_HELD_PER_NETWORK,
    refusal: 'Too many measurements from your network are under way. Please wait for one to end.',
  })
  return {
    pageSpeed: async (call, { refresh = false, ...query }) => {
      const question = { device, ...query, url: parsedUrl(query.url) }
      const result = await held(call.network, async () => {
        const ownerId = await call.visitor.admit()
        return pageSpeed.measure({ ...question, ownerId, isFresh: refresh, signal: call.signal })
      })
      if (!result.ok) throw new AppError(codeOf(result.failure), result.failure.message)
      return result.pageSpeed
    },

    pageSpeedProgress: async ({ visitor }: Call, query) => {
      const question = { device, ...query, url: parsedUrl(query.url) }
      const { ownerId } = visitor
      if (ownerId === null) return { state: 'none' }
      const progress = pageSpeed.progressOf({ ...question, ownerId })
      if (progress?.state === 'waiting') return progress
      if (progress) {
        const { phase, startedMs } = progress
        return { state: 'running', phase, seconds: Math.max(0, Math.round((now() - startedMs) / 1_000)) }
      }
      const kept = await store.pageSpeed.find({ ...question, ownerId, afterMs: now() - PAGE_SPEED_CACHE_MS })
      return { state: kept ? 'measured' : 'none' }
    },

    pageSpeedStatus: () => pageSpeed.status(),
  }
}

/** @throws AppError 400 in the words of the crawl form. */
function parsedUrl(typed: string | undefined): string {
  if (typed === undefined) throw new AppError('bad-request', URL_REQUIRED)
  const parsed = parseStartUrl(typed)
  if (!parsed.ok) throw new AppError('bad-request', parsed.message)
  return parsed.url
}

const codesByStatus = new Map<number, ErrorCode>(
  Object.entries(errorStatus).flatMap(([name, status]) => (isErrorCode(name) ? [[status, name] as const] : [])),
)

function isErrorCode(name: string): name is ErrorCode {
  return Object.hasOwn(errorStatus, name)
}

/** Of the status that the failure names; a status for a cancelled request is never sent. */
function codeOf({ status }: PageSpeedFailure): ErrorCode {
  return codesByStatus.get(status) ?? 'unavailable'
}

/**
 * Counts requests that are held until long work is done, and refuses those of one network beyond a bound.
 *
 * @throws AppError 429.
 */
function heldRequests({ atOnce, refusal }: { atOnce: number; refusal: string }) {
  const counts = new Map<string, number>()
  return async <T>(network: string, work: () => Promise<T>): Promise<T> => {
    const count = counts.get(network) ?? 0
    if (count >= atOnce) throw new AppError('too-many', refusal)
    counts.set(network, count + 1)
    try {
      return await work()
    } finally {
      const left = (counts.get(network) ?? 1) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    }
  }
}
