import type { FetchedImage, ImageRequest } from '#api/routes/route-deps.ts'
import { RobotsByOrigin } from '#crawl/robots/robots-by-origin.ts'
import type { Resolve } from '#fetch/address-guard.ts'
import type { Fetcher, FetchLimits, FetchResult, TargetPolicy } from '#fetch/fetch.ts'
import { isRedirectStatus, redirectTarget } from '#fetch/redirect-target.ts'
import { createFetcher } from '#fetch/undici-fetcher.ts'
import { isSuccess } from '#shared/http-status.ts'

/**
 * Fetches images of crawled sites for the screens, with the fetcher, guard and limits of a crawl, one hop after the other, so
 * that robots.txt is obeyed on each of them and no cookie of one reaches the next.
 */
export interface ImageFetcher extends AsyncDisposable {
  fetchImage(request: ImageRequest): Promise<FetchedImage>
}

export interface ImageFetcherOptions {
  /** The limits of crawls; stricter ones here stay. */
  limits: FetchLimits
  policy: TargetPolicy
  robotsToken: string
  /** Monotonic milliseconds. */
  now: () => number
  pause: (ms: number) => Promise<void>
  resolve?: Resolve
  /** From the first request to the last byte, all hops and robots.txt included. */
  deadlineMs?: number
}

const MAX_IMAGE_BYTES = 2 * 1024 * 1024
const DEADLINE_MS = 20_000
const MAX_HOPS = 5
const ROBOTS_PAUSE_MS = 1_000
/** How long robots.txt files are kept, and how many. */
const ROBOTS_KEPT_MS = 3_600_000
const MAX_ROBOTS_KEPT = 500

export function createImageFetcher(options: ImageFetcherOptions): ImageFetcher {
  const { deadlineMs = DEADLINE_MS, now } = options
  const limits: FetchLimits = {
    ...options.limits,
    totalTimeoutMs: Math.min(options.limits.totalTimeoutMs, deadlineMs),
    maxBodyBytes: Math.min(options.limits.maxBodyBytes, MAX_IMAGE_BYTES),
  }
  const { policy, resolve } = options
  const fetcher = createFetcher({ limits, policy, now, ...(resolve && { resolve }) })
  const robotsRefusal = robotsJudge(fetcher, options)
  return {
    async fetchImage({ url, obeysRobots, signal }) {
      const deadline = AbortSignal.timeout(deadlineMs)
      const either = AbortSignal.any([signal, deadline])
      const found = await followed(url, { fetcher, signal: either, refusalOf: obeysRobots ? robotsRefusal : null })
      return deadline.aborted && !found.ok ? refused(`It was not there within ${deadlineMs / 1_000} s.`) : found
    },
    [Symbol.asyncDispose]: () => fetcher[Symbol.asyncDispose](),
  }
}

type RefusalOf = (url: string, signal: AbortSignal) => Promise<string | null>

interface Following {
  fetcher: Fetcher
  signal: AbortSignal
  /** Why robots.txt forbids a URL; null when it is not read. */
  refusalOf: RefusalOf | null
}

async function followed(url: string, { fetcher, signal, refusalOf }: Following): Promise<FetchedImage> {
  let current = url
  for (let hops = 0; hops <= MAX_HOPS; hops++) {
    const refusal = refusalOf ? await refusalOf(current, signal) : null
    if (refusal !== null) return refused(refusal)
    const response = await fetcher.fetch({ url: current, method: 'GET', body: 'all', maxHops: 0, signal })
    if (response.kind === 'failure') return refused(response.detail)
    if (!isRedirectStatus(response.status)) return imageOf(response)
    const locations = response.headers.filter(([name]) => name === 'location').map(([, value]) => value)
    const target = redirectTarget(new URL(current), locations, response.status)
    if (!target.ok) return refused(`Its server ${target.detail}.`)
    current = target.url.href
  }
  return refused(`It redirects more than ${MAX_HOPS} times.`)
}

function imageOf({ status, body, isTruncated }: Extract<FetchResult, { kind: 'response' }>): FetchedImage {
  if (!isSuccess(status)) return refused(`Its server responds with ${status}.`)
  if (isTruncated) return refused(`It is larger than ${MAX_IMAGE_BYTES / 1024 ** 2} MB.`)
  return { ok: true, bytes: body }
}

function refused(message: string): FetchedImage {
  return { ok: false, message }
}

/** Why robots.txt of the origin forbids a URL; null when it allows it. Fetches the file when it is not known. */
function robotsJudge(fetcher: Fetcher, { robotsToken, now, pause }: ImageFetcherOptions): RefusalOf {
  let known = newRobots()
  function newRobots() {
    const held = { sinceMs: now(), count: 0 }
    const robots = new RobotsByOrigin({
      fetcher,
      token: robotsToken,
      now,
      pause: attempt => pause(ROBOTS_PAUSE_MS * attempt),
      onKnown: () => {
        held.count += 1
      },
    })
    return { robots, held }
  }
  return async (url, signal) => {
    if (known.held.count >= MAX_ROBOTS_KEPT || now() - known.held.sinceMs > ROBOTS_KEPT_MS) known = newRobots()
    const { robots } = known
    await robots.load(new URL(url).origin, signal)
    if (signal.aborted) return 'Stopped.'
    const { isAllowed, because } = robots.check(url)
    if (isAllowed) return null
    return because.startsWith('line ') ? `robots.txt keeps crawlers away from it (${because}).` : `Its ${because}.`
  }
}
