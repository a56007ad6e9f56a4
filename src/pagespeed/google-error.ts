import * as z from 'zod/mini'
import { PAGE_SPEED_QUERIES_PER_DAY } from '#shared/constants.ts'
import { lighthouseCodeIn, lighthouseFailure } from './lighthouse-failure.ts'
import { type PageSpeedFailure, pageSpeedFailure } from './result.ts'

/**
 * Errors of PageSpeed Insights as failures: the format of all Google APIs (https://cloud.google.com/apis/design/errors), with reasons both of
 * the older list `errors` and of ErrorInfo in `details`, and Lighthouse's own errors in the message.
 */
const reasonSchema = z.object({ reason: z.catch(z.optional(z.string()), undefined) })
const reasonsSchema = z.catch(z.optional(z.array(z.catch(reasonSchema, {}))), undefined)
const errorSchema = z.object({
  error: z.object({
    message: z.catch(z.optional(z.string()), undefined),
    errors: reasonsSchema,
    details: reasonsSchema,
  }),
})

/** One failed attempt. */
export interface GoogleError {
  failure: PageSpeedFailure
  /** Whether a retry may succeed. */
  isTransient: boolean
}

interface GoogleErrorBody {
  status: number
  message: string
  reasons: ReadonlySet<string>
}

const KEY_HELP = 'Set a key of Google Cloud for the PageSpeed Insights API as SITESOUNDER_PAGESPEED_KEY.'
const KEY_INVALID = new Set(['API_KEY_INVALID', 'keyInvalid', 'API_KEY_EXPIRED', 'keyExpired', 'CREDENTIALS_MISSING'])
const restrictions: [reasons: readonly string[], words: string][] = [
  [['API_KEY_HTTP_REFERRER_BLOCKED', 'refererBlocked'], 'it may be used by certain websites only'],
  [['API_KEY_IP_ADDRESS_BLOCKED', 'ipBlocked', 'ipRefererBlocked'], 'it may be used from certain IP addresses only'],
  [['API_KEY_ANDROID_APP_BLOCKED', 'API_KEY_IOS_APP_BLOCKED'], 'it may be used by certain apps only'],
  [['API_KEY_SERVICE_BLOCKED'], 'it may not be used for the PageSpeed Insights API'],
  [['SERVICE_DISABLED', 'accessNotConfigured'], 'the PageSpeed Insights API is not enabled in its project'],
  [['CONSUMER_SUSPENDED', 'CONSUMER_INVALID', 'BILLING_DISABLED'], 'its project is suspended'],
]
const QUOTA = new Set([
  'RATE_LIMIT_EXCEEDED',
  'RESOURCE_QUOTA_EXCEEDED',
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
  'dailyLimitExceeded',
  'dailyLimitExceededUnreg',
])
const DAILY = /per day|daily/i

/** The meaning of an error response. `body` is the parsed JSON, or any other value. */
export function googleError(status: number, body: unknown): GoogleError {
  const read = readError(status, body)
  return lighthouseError(read) ?? keyError(read) ?? quotaError(read) ?? otherError(read)
}

function readError(status: number, body: unknown): GoogleErrorBody {
  const { message = '', errors = [], details = [] } = errorSchema.safeParse(body).data?.error ?? {}
  const reasons = [...errors, ...details].flatMap(({ reason }) => (reason === undefined ? [] : [reason]))
  return { status, message, reasons: new Set(reasons) }
}

function lighthouseError({ status, message, reasons }: GoogleErrorBody): GoogleError | null {
  const code = lighthouseCodeIn(message)
  if (code === null && !reasons.has('lighthouseError') && !reasons.has('lighthouseUserError')) return null
  const { isTransient, ...failure } = lighthouseFailure({ code: code ?? 'UNKNOWN_ERROR', message })
  return { failure, isTransient: isTransient && status >= 500 }
}

function keyError({ status, message, reasons }: GoogleErrorBody): GoogleError | null {
  const isInvalid =
    status === 401 || has(reasons, KEY_INVALID) || /API key (?:not valid|expired|not found)/i.test(message)
  if (isInvalid) return lasting('key-invalid', `The API key for PageSpeed Insights is missing or invalid. ${KEY_HELP}`)
  const restriction = restrictions.find(([names]) => names.some(name => reasons.has(name)))
  if (restriction)
    return lasting('key-restricted', `The API key for PageSpeed Insights was refused: ${restriction[1]}.`)
  if (status !== 403 || has(reasons, QUOTA)) return null
  return lasting('key-restricted', 'The API key for PageSpeed Insights was refused: it is restricted.')
}

function quotaError({ status, message, reasons }: GoogleErrorBody): GoogleError | null {
  if (status !== 429 && !has(reasons, QUOTA)) return null
  const isDaily = DAILY.test(message) || [...reasons].some(reason => reason.startsWith('dailyLimit'))
  const perDay = PAGE_SPEED_QUERIES_PER_DAY.toLocaleString('en-GB')
  const words = isDaily
    ? `Google PageSpeed Insights allows no more requests today; the free service allows about ${perDay} queries per day.`
    : `Google PageSpeed Insights received too many requests; try again in a few minutes. The free service allows about ${perDay} queries per day.`
  return { failure: pageSpeedFailure('quota-exceeded', words), isTransient: !isDaily }
}

function otherError({ status }: GoogleErrorBody): GoogleError {
  if (status === 400) return lasting('invalid-url', 'Google PageSpeed Insights does not accept this URL.')
  if (status === 408 || status >= 500) {
    const words = `Google PageSpeed Insights is temporarily unavailable (status ${status}).`
    return { failure: pageSpeedFailure('service-failed', words), isTransient: true }
  }
  return lasting('service-failed', `Google PageSpeed Insights responded with the unexpected status ${status}.`)
}

function lasting(code: PageSpeedFailure['code'], message: string): GoogleError {
  return { failure: pageSpeedFailure(code, message), isTransient: false }
}

function has(reasons: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  return !reasons.isDisjointFrom(wanted)
}
