import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GoogleError, googleError } from './google-error.ts'
import { type PageSpeedFailureCode, pageSpeedFailure } from './result.ts'

function errorWith(message: string, { errors = [], details = [] }: { errors?: string[]; details?: string[] } = {}) {
  const reasonsOf = (reasons: readonly string[]) => reasons.map(reason => ({ reason }))
  return { error: { message, errors: reasonsOf(errors), details: reasonsOf(details) } }
}

const of = (code: PageSpeedFailureCode, message: string, isTransient = false): GoogleError => ({
  failure: pageSpeedFailure(code, message),
  isTransient,
})
const invalid = of(
  'key-invalid',
  'The API key for PageSpeed Insights is missing or invalid. Set a key of Google Cloud for the PageSpeed Insights API as SITESOUNDER_PAGESPEED_KEY.',
)
const restricted = (words: string) => of('key-restricted', `The API key for PageSpeed Insights was refused: ${words}.`)
const perDay = 'The free service allows about 25,000 queries per day.'
const tooMany = of(
  'quota-exceeded',
  `Google PageSpeed Insights received too many requests; try again in a few minutes. ${perDay}`,
  true,
)
const today = of(
  'quota-exceeded',
  'Google PageSpeed Insights allows no more requests today; the free service allows about 25,000 queries per day.',
)
const unavailable = (status: number) =>
  of('service-failed', `Google PageSpeed Insights is temporarily unavailable (status ${status}).`, true)
const unexpected = (status: number) =>
  of('service-failed', `Google PageSpeed Insights responded with the unexpected status ${status}.`)
const invalidUrl = of('invalid-url', 'Google PageSpeed Insights does not accept this URL.')
const unmeasured = (code: string, isTransient: boolean) =>
  of('service-failed', `The page could not be measured (${code}).`, isTransient)

const rows: [status: number, body: unknown, expected: GoogleError][] = [
  [401, undefined, invalid],
  [400, errorWith('API key not valid. Please pass a valid API key.'), invalid],
  [400, errorWith('API key expired. Please renew the API key.'), invalid],
  [400, errorWith('API Key not found. Please pass a valid API key.'), invalid],
  ...['API_KEY_INVALID', 'API_KEY_EXPIRED', 'CREDENTIALS_MISSING'].map((reason): [number, unknown, GoogleError] => [
    400,
    errorWith('', { details: [reason] }),
    invalid,
  ]),
  ...['keyInvalid', 'keyExpired'].map((reason): [number, unknown, GoogleError] => [
    400,
    errorWith('', { errors: [reason] }),
    invalid,
  ]),
  [403, errorWith('', { errors: ['refererBlocked'] }), restricted('it may be used by certain websites only')],
  [
    400,
    errorWith('', { details: ['API_KEY_IP_ADDRESS_BLOCKED'] }),
    restricted('it may be used from certain IP addresses only'),
  ],
  [403, errorWith('', { details: ['API_KEY_IOS_APP_BLOCKED'] }), restricted('it may be used by certain apps only')],
  [
    403,
    errorWith('', { details: ['API_KEY_SERVICE_BLOCKED'] }),
    restricted('it may not be used for the PageSpeed Insights API'),
  ],
  [
    403,
    errorWith('', { errors: ['accessNotConfigured'] }),
    restricted('the PageSpeed Insights API is not enabled in its project'),
  ],
  [403, errorWith('', { details: ['BILLING_DISABLED'] }), restricted('its project is suspended')],
  [403, undefined, restricted('it is restricted')],
  [403, { error: 'x' }, restricted('it is restricted')],
  [403, errorWith('', { errors: ['quotaExceeded'] }), tooMany],
  [400, errorWith('', { details: ['RATE_LIMIT_EXCEEDED'] }), tooMany],
  [429, undefined, tooMany],
  [429, errorWith('Quota exceeded for quota metric Queries and limit Queries per day'), today],
  [429, errorWith('Daily Limit Exceeded'), today],
  [403, errorWith('', { errors: ['dailyLimitExceededUnreg'] }), today],
  [400, errorWith('Invalid value'), invalidUrl],
  [408, undefined, unavailable(408)],
  [499, undefined, unexpected(499)],
  [500, undefined, unavailable(500)],
  [503, [], unavailable(503)],
  [404, 'Not Found', unexpected(404)],
  [500, errorWith('Lighthouse returned error: SOMETHING_NEW. x'), unmeasured('SOMETHING_NEW', true)],
  [499, errorWith('Lighthouse returned error: SOMETHING_NEW. x'), unmeasured('SOMETHING_NEW', false)],
  [500, errorWith('', { errors: ['lighthouseError'] }), unmeasured('UNKNOWN_ERROR', true)],
  [400, errorWith('', { errors: ['lighthouseUserError'] }), unmeasured('UNKNOWN_ERROR', false)],
  [
    500,
    errorWith('Lighthouse returned error: NOT_HTML. x'),
    of('page-failed', 'This URL is not an HTML page, so there is nothing to measure.'),
  ],
  [400, { error: { message: 1, errors: [{ reason: 1 }, 'x', { reason: 'keyInvalid' }], details: 'x' } }, invalid],
]
for (const [status, body, expected] of rows)
  test(`${expected.failure.code} for status ${status} with ${JSON.stringify(body) ?? 'no body'}`, () =>
    assert.deepEqual(googleError(status, body), expected))
