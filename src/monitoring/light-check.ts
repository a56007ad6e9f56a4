import { createHash } from 'node:crypto'
import { headMetaContents, headTitle } from '#extract/head-meta.ts'
import type { Fetcher, FetchResult } from '#fetch/fetch.ts'
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
    results.push(robotsResult(origin, robots, deps))
    for (const url of ofOrigin) {
      if (!robots.test(url, PRODUCT_TOKEN).isAllowed) continue
      const result = await checkOnce(url, signal, deps)
      const last = isUp(result) ? result : await checkOnce(url, signal, deps)
      const isSlow = slowMs !== null && last.responseMs !== null && last.responseMs > slowMs
      results.push({ ...last, slowChecks: isSlow ? (earlier.get(url)?.slowChecks ?? 0) + 1 : 0 })
    }
  }
  return results
}

const nothing = { failure: '', title: '', isNoindex: false, slowChecks: 0, certificateDays: null, contentHash: null }

function robotsResult(origin: string, { statusCode, text }: SiteRobots, { now }: LightCheckDeps): LightResult {
  const url = `${origin}/robots.txt`
  // A website without the file is in order; one whose file does not respond is not.
  const isMissing = statusCode !== null && statusCode >= 400 && statusCode < 500
  return {
    ...nothing,
    url,
    checkedAt: new Date(now()).toISOString(),
    status: isMissing ? 200 : statusCode,
    failure: statusCode === null ? 'robots.txt could not be read.' : '',
    finalUrl: url,
    responseMs: null,
    contentHash: createHash('sha256').update(`${isMissing} ${text}`).digest('hex'),
  }
}

async function checkOnce(url: string, signal: AbortSignal, { fetcher, now }: LightCheckDeps): Promise<LightResult> {
  const request = { url, method: 'GET', body: 'all', maxBytes: MAX_BYTES, maxHops: MAX_HOPS, signal } as const
  const response = await fetcher.fetch(request)
  const nowMs = now()
  const base = { ...nothing, url, checkedAt: new Date(nowMs).toISOString(), finalUrl: response.url }
  if (response.kind === 'failure')
    return { ...base, status: null, failure: response.detail.slice(0, MAX_FAILURE), responseMs: null }
  return {
    ...base,
    status: response.status,
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
