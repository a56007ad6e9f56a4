import * as z from 'zod/mini'
import { PAGE_SPEED_DEADLINE_MS, PAGE_SPEED_MAX_BACKOFF_MS, PAGE_SPEED_RETRIES } from '#shared/constants.ts'
import type { PageSpeedDevice, PageSpeedStatus } from '#shared/page-speed.ts'
import { type After, wait } from '#shared/wait.ts'
import { fieldData, loadingExperienceSchema } from './field-data.ts'
import { type GoogleError, googleError } from './google-error.ts'
import { lighthouseFailure } from './lighthouse-failure.ts'
import { lighthouseReportSchema, pageSpeedOf } from './lighthouse-report.ts'
import { CANCELLED, failed, type PageSpeedResult, pageSpeedFailure } from './result.ts'

/**
 * Google's PageSpeed Insights, version 5 (https://developers.google.com/speed/docs/insights/v5/get-started). It loads the page from
 * Google's own network. The operator sets the service's URL, so requests to it bypass the address guard.
 */
export interface GooglePageSpeed {
  /** Expected failures are values. Retries up to three times and takes at most two minutes. */
  measure(question: GoogleQuestion): Promise<PageSpeedResult>
  /** Whether the key is valid, checked at most once a minute. */
  status(): Promise<PageSpeedStatus>
}

export interface GoogleQuestion {
  url: string
  device: PageSpeedDevice
  signal: AbortSignal
}

export interface GoogleDeps {
  /** `https://www.googleapis.com/`, or what stands for it. */
  serviceUrl: URL
  key: string
  now: () => number
  after: After
  /** From 0 to 1. */
  random: () => number
}

/** The report holds pictures of the page. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024
const STATUS_TIMEOUT_MS = 15_000
const STATUS_KEPT_MS = 60_000
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
/** Not a page URL: the key is checked, and nothing is measured. */
const NO_URL = 'none'

const responseSchema = z.object({
  lighthouseResult: lighthouseReportSchema,
  loadingExperience: z.catch(z.optional(loadingExperienceSchema), undefined),
  originLoadingExperience: z.catch(z.optional(loadingExperienceSchema), undefined),
})

/** One attempt: a result, or a failure that a retry may fix. */
type Try = { result: PageSpeedResult; isTransient: boolean; retryAfterMs: number | null }

export function createGooglePageSpeed(deps: GoogleDeps): GooglePageSpeed {
  /** Google's last word on the key, from measurements: the question of `status` may be refused before the key is looked at. */
  let rejection: GoogleError | null = null
  let kept: { status: PageSpeedStatus; untilMs: number } | null = null
  const note = (done: Try): Try => {
    const { result } = done
    if (!result.ok && isOfKey(result.failure.code)) {
      rejection = { failure: result.failure, isTransient: false }
      kept = null
    } else if (rejection && (result.ok || result.failure.code === 'page-failed')) {
      rejection = null
      kept = null
    }
    return done
  }
  return {
    async measure({ url, device, signal }) {
      const deadline = new AbortController()
      const cancel = deps.after(PAGE_SPEED_DEADLINE_MS, () => deadline.abort())
      const ended = AbortSignal.any([signal, deadline.signal])
      try {
        for (let tries = 1; ; tries++) {
          const done = note(await tryOnce(deps, { url, device, signal: ended }))
          if (signal.aborted) return failed(CANCELLED)
          if (deadline.signal.aborted) return failed(LATE)
          if (done.result.ok || !done.isTransient || tries > PAGE_SPEED_RETRIES) return done.result
          const waitMs = backoffMs({ tries, retryAfterMs: done.retryAfterMs, random: deps.random() })
          await wait(deps.after, waitMs, ended)
          if (signal.aborted) return failed(CANCELLED)
          if (deadline.signal.aborted) return failed(LATE)
        }
      } finally {
        cancel()
      }
    },

    async status() {
      if (kept && kept.untilMs > deps.now()) return kept.status
      const status = rejection ? rejectedStatus(rejection) : await readStatus(deps)
      kept = { status, untilMs: deps.now() + STATUS_KEPT_MS }
      return status
    },
  }
}

const LATE = pageSpeedFailure(
  'timed-out',
  `Google PageSpeed Insights did not respond within ${PAGE_SPEED_DEADLINE_MS / 60_000} minutes.`,
)

async function tryOnce(deps: GoogleDeps, { url, device, signal }: GoogleQuestion): Promise<Try> {
  const query = new URLSearchParams([
    ['url', url],
    ['strategy', device],
    ...CATEGORIES.map(category => ['category', category]),
    ['locale', 'en'],
  ])
  const response = await request(deps, query, signal)
  if (!response.ok) return transient(response.failure)
  const { status, body } = response
  if (status !== 200) {
    const { failure, isTransient } = googleError(status, body)
    return { result: failed(failure), isTransient, retryAfterMs: response.retryAfterMs }
  }
  const parsed = responseSchema.safeParse(body)
  if (!parsed.success) return transient(UNPARSABLE)
  const { lighthouseResult: report, loadingExperience, originLoadingExperience } = parsed.data
  if (report.runtimeError && report.runtimeError.code !== 'NO_ERROR') {
    const { isTransient, ...failure } = lighthouseFailure(report.runtimeError)
    return { result: failed(failure), isTransient, retryAfterMs: null }
  }
  const field = fieldData(loadingExperience, originLoadingExperience)
  const pageSpeed = pageSpeedOf({ report, url, device, provider: 'google', field, nowMs: deps.now() })
  return { result: { ok: true, pageSpeed }, isTransient: false, retryAfterMs: null }
}

const UNPARSABLE = pageSpeedFailure('unparsable', 'Google PageSpeed Insights sent a response that cannot be read.')

function transient(failure: GoogleError['failure']): Try {
  return { result: failed(failure), isTransient: true, retryAfterMs: null }
}

type ServiceResponse =
  | { ok: true; status: number; body: unknown; retryAfterMs: number | null }
  | { ok: false; failure: GoogleError['failure'] }

/** The key is sent in a header, since URLs end up in logs. Redirects are not followed, so it is sent nowhere else. */
async function request(
  { serviceUrl, key, now }: GoogleDeps,
  query: URLSearchParams,
  signal: AbortSignal,
): Promise<ServiceResponse> {
  const base = serviceUrl.href.endsWith('/') ? serviceUrl : new URL(`${serviceUrl.href}/`)
  const url = new URL(`pagespeedonline/v5/runPagespeed?${query}`, base)
  try {
    const headers = { 'X-goog-api-key': key, accept: 'application/json' }
    const response = await fetch(url, { headers, redirect: 'manual', signal })
    const text = await boundedText(response, MAX_ANSWER_BYTES)
    if (text === null) return { ok: false, failure: UNPARSABLE }
    return {
      ok: true,
      status: response.status,
      body: parseJson(text),
      retryAfterMs: retryAfterMs(response.headers.get('retry-after'), now()),
    }
  } catch {
    // The cause names IP addresses of the operator's network, which are not for users.
    return {
      ok: false,
      failure: pageSpeedFailure('network', 'Google PageSpeed Insights cannot be reached from this server.'),
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function readStatus(deps: GoogleDeps): Promise<PageSpeedStatus> {
  const deadline = new AbortController()
  const cancel = deps.after(STATUS_TIMEOUT_MS, () => deadline.abort())
  try {
    const response = await request(deps, new URLSearchParams({ url: NO_URL }), deadline.signal)
    if (!response.ok) return { status: 'Unreachable', message: response.failure.message }
    if (response.status === 200) return VALID
    const error = googleError(response.status, response.body)
    // The URL was checked, so the key is accepted.
    const isAccepted = error.failure.code === 'invalid-url' || error.failure.code === 'page-failed'
    return isAccepted ? VALID : rejectedStatus(error)
  } finally {
    cancel()
  }
}

const VALID: PageSpeedStatus = {
  status: 'Valid',
  message: 'Google PageSpeed Insights accepts the API key and measures public pages.',
}

function isOfKey(code: string): boolean {
  return code === 'key-invalid' || code === 'key-restricted'
}

const statusLabels: Partial<Record<GoogleError['failure']['code'], string>> = {
  'key-invalid': 'Invalid',
  'key-restricted': 'Restricted',
  'quota-exceeded': 'Quota exceeded',
}

function rejectedStatus({ failure }: GoogleError): PageSpeedStatus {
  return { status: statusLabels[failure.code] ?? 'Unavailable', message: failure.message }
}

/** The body of a response as text; null when it is longer than `maxBytes` or not UTF-8. The rest is not read. */
async function boundedText(response: Response, maxBytes: number): Promise<string | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parts: string[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    // Leaving the loop cancels the body.
    if (bytes > maxBytes) return null
    const part = decoded(decoder, chunk)
    if (part === null) return null
    parts.push(part)
  }
  const end = decoded(decoder, null)
  return end === null ? null : parts.join('') + end
}

function decoded(decoder: TextDecoder, chunk: Uint8Array | null): string | null {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch {
    return null
  }
}

const FIRST_BACKOFF_MS = 1_000
const MAX_JITTER_MS = 1_000

/**
 * Delay before a retry: 1 s, 2 s, 4 s … up to 30 s, or Retry-After within the same limit, plus up to a second of jitter. `tries`
 * counts those made; `random` is from 0 to 1.
 */
function backoffMs(of: { tries: number; retryAfterMs: number | null; random: number }): number {
  const exponentialMs = FIRST_BACKOFF_MS * 2 ** (of.tries - 1)
  const wantedMs = Math.max(exponentialMs, of.retryAfterMs ?? 0)
  return Math.min(wantedMs, PAGE_SPEED_MAX_BACKOFF_MS) + of.random * MAX_JITTER_MS
}

/** Retry-After (RFC 9110, section 10.2.3): seconds or a date; null for anything else. */
function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header.trim()) * 1_000
  const atMs = /[a-z]/i.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs)
}
