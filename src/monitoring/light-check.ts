import { createHash } from 'node:crypto'
import { headMetaContents, headTitle } from '#extract/head-meta.ts'
import type { Fetcher, FetchResult } from '#fetch/fetch.ts'
import { isClientError } from '#shared/http-status.ts'
import { isoTime } from '#shared/iso-time.ts'
import { isUp, type LightResult } from '#shared/light-checks.ts'
import { PRODUCT_TOKEN } from '#shared/robots-test.ts'

/** One check of a URL: one request and its redirects, and another one where that failed. */

export interface LightCheckDeps {
  fetcher: Pick<Fetcher, 'fetch'>
  fetchRobots(origin: string, signal: AbortSignal): Promise<SiteRobots>
  now: () => number
}

/** robots.txt of an origin. */
export interface SiteRobots {
  statusCode: number | null
  text: string
  test(url: string, userAgent: string): { isAllowed: boolean }
}

const MAX_HOPS = 5
const MAX_BYTES = 512 * 1024
const MAX_TITLE = 200
const MAX_FAILURE = 300
const DAY_MS = 86_400_000
const TIMEOUT_MS = 60_000

/** The URLs of a website and its robots.txt, which says which of them are requested. */
export async function checkUrls(
  { urls, slowMs }: { urls: readonly string[]; slowMs: number | null },
  earlier: ReadonlyMap<string, LightResult>,
  deps: LightCheckDeps,
): Promise<LightResult[]> {
  const results: LightResult[] = []
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  for (const [origin, ofOrigin] of Map.groupBy(urls, url => new URL(url).origin)) {
    const robots = await deps.fetchRobots(origin, signal)
    const ofRobots = robotsResult(origin, robots, deps)
    results.push(...(signal.aborted ? kept(ofRobots.url, earlier) : [afterEarlier(ofRobots, earlier)]))
    for (const url of ofOrigin) {
      if (!robots.test(url, PRODUCT_TOKEN).isAllowed) {
        // While robots.txt does not respond, no URL may be requested.
        if (!isUp(ofRobots)) results.push(...kept(url, earlier))
        continue
      }
      const first = await checkOnce(url, signal, deps)
      const last = first === null || isUp(first) ? first : ((await checkOnce(url, signal, deps)) ?? first)
      if (last === null) {
        results.push(...kept(url, earlier))
        continue
      }
      const isSlow = slowMs !== null && last.responseMs !== null && last.responseMs > slowMs
      const slowChecks = isSlow ? (earlier.get(url)?.slowChecks ?? 0) + 1 : 0
      results.push(afterEarlier({ ...last, slowChecks }, earlier))
    }
  }
  return results
}

/** Of a URL that was not checked this time. */
function kept(url: string, earlier: ReadonlyMap<string, LightResult>): LightResult[] {
  const result = earlier.get(url)
  return result ? [result] : []
}

/** Of a URL that does not respond, what it was when it last did. */
function afterEarlier(result: LightResult, earlier: ReadonlyMap<string, LightResult>): LightResult {
  const before = earlier.get(result.url)
  if (isUp(result) || !before?.wasUp) return result
  const { finalUrl, title, isNoindex, certificateDays, contentHash } = before
  return { ...result, wasUp: true, finalUrl, title, isNoindex, certificateDays, contentHash }
}

const nothing = { failure: '', title: '', isNoindex: false, slowChecks: 0, certificateDays: null, contentHash: null }

function robotsResult(origin: string, { statusCode, text }: SiteRobots, { now }: LightCheckDeps): LightResult {
  const url = `${origin}/robots.txt`
  // A website without the file is in order; one whose file does not respond is not.
  const isMissing = isClientError(statusCode)
  const status = isMissing ? 200 : statusCode
  return {
    ...nothing,
    url,
    checkedAt: isoTime(now()),
    status,
    wasUp: isUp({ status }),
    failure: statusCode === null ? 'robots.txt could not be read.' : '',
    finalUrl: url,
    responseMs: null,
    contentHash: createHash('sha256').update(`${isMissing} ${text}`).digest('hex'),
  }
}

/** null where the time of all checks is over. */
async function checkOnce(
  url: string,
  signal: AbortSignal,
  { fetcher, now }: LightCheckDeps,
): Promise<LightResult | null> {
  const request = { url, method: 'GET', body: 'all', maxBytes: MAX_BYTES, maxHops: MAX_HOPS, signal } as const
  const response = await fetcher.fetch(request)
  const nowMs = now()
  const base = { ...nothing, url, checkedAt: isoTime(nowMs), finalUrl: response.url }
  if (response.kind === 'failure') {
    if (response.reason === 'aborted') return null
    const failure = response.detail.slice(0, MAX_FAILURE)
    return { ...base, status: null, failure, wasUp: false, responseMs: null }
  }
  return {
    ...base,
    status: response.status,
    wasUp: isUp(response),
    title: headTitle(response, MAX_TITLE),
    isNoindex: isNoindex(response),
    responseMs: Math.round(response.timing.ttfbMs),
    certificateDays: daysLeft(response.certificate?.facts?.validToMs ?? null, nowMs),
  }
}

function isNoindex(response: Extract<FetchResult, { kind: 'response' }>): boolean {
  const headers = response.headers.filter(([name]) => name === 'x-robots-tag').map(([, value]) => value)
  const metas = ['robots', 'googlebot'].flatMap(name => headMetaContents(response, name))
  return [...headers, ...metas].some(text => /(?:^|[\s,])(?:noindex|none)(?=$|[\s,])/i.test(text))
}

function daysLeft(validToMs: number | null, nowMs: number): number | null {
  return validToMs === null ? null : Math.floor((validToMs - nowMs) / DAY_MS)
}
