import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PageSpeedFailureCode } from '#pagespeed/result.ts'
import { googleErrorResponse, googleResponse, lighthouseErrorResponse, lighthouseResult } from './google-responses.ts'
import { failureOf, KEY, MAX_BYTES, measure, openGoogle, type Scripted } from './scripted-google.ts'

/** What an error of PageSpeed Insights is reported as, and how often it is tried again. */

const QUOTA = "Quota exceeded for quota metric 'Queries' and limit 'Queries per"
const SERVICE = "of service 'pagespeedonline.googleapis.com' for consumer 'project_number:1'."
const ALL_TRIES = 4

describe('an error of Google', () => {
  const rows: [
    name: string,
    response: Scripted | 'hang up',
    code: PageSpeedFailureCode,
    words: RegExp,
    tries: number,
  ][] = [
    [
      'a key that is none',
      {
        status: 400,
        body: googleErrorResponse({
          code: 400,
          message: 'API key not valid. Please pass a valid API key.',
          reason: 'badRequest',
          status: 'INVALID_ARGUMENT',
          info: 'API_KEY_INVALID',
        }),
      },
      'key-invalid',
      /API key .* missing or invalid/,
      1,
    ],
    [
      'a key that is none, as it was reported before',
      { status: 400, body: googleErrorResponse({ code: 400, message: 'Bad Request', reason: 'keyInvalid' }) },
      'key-invalid',
      /API key/,
      1,
    ],
    [
      'a key that has expired',
      {
        status: 400,
        body: googleErrorResponse({
          code: 400,
          message: 'API key expired. Please renew the API key.',
          reason: 'badRequest',
          info: 'API_KEY_INVALID',
        }),
      },
      'key-invalid',
      /API key/,
      1,
    ],
    [
      'no credentials',
      {
        status: 401,
        body: googleErrorResponse({
          code: 401,
          message: 'Request is missing required authentication credential.',
          status: 'UNAUTHENTICATED',
        }),
      },
      'key-invalid',
      /API key/,
      1,
    ],
    [
      'a key for other websites',
      {
        status: 403,
        body: googleErrorResponse({
          code: 403,
          message: 'Requests from referer <empty> are blocked.',
          reason: 'forbidden',
          info: 'API_KEY_HTTP_REFERRER_BLOCKED',
        }),
      },
      'key-restricted',
      /API key .* certain websites/,
      1,
    ],
    [
      'a key for other IP addresses',
      {
        status: 403,
        body: googleErrorResponse({
          code: 403,
          message: 'The provided API key has an IP address restriction.',
          reason: 'forbidden',
          info: 'API_KEY_IP_ADDRESS_BLOCKED',
        }),
      },
      'key-restricted',
      /API key .* IP addresses/,
      1,
    ],
    [
      'a key for other services',
      {
        status: 403,
        body: googleErrorResponse({
          code: 403,
          message: 'Requests to this API are blocked.',
          reason: 'forbidden',
          info: 'API_KEY_SERVICE_BLOCKED',
        }),
      },
      'key-restricted',
      /may not be used for the PageSpeed/,
      1,
    ],
    [
      'an API that is not enabled',
      {
        status: 403,
        body: googleErrorResponse({
          code: 403,
          message: 'PageSpeed Insights API has not been used in project 1 before or it is disabled.',
          reason: 'accessNotConfigured',
          info: 'SERVICE_DISABLED',
        }),
      },
      'key-restricted',
      /not enabled/,
      1,
    ],
    [
      'a refusal without a reason',
      { status: 403, body: '<html>Forbidden</html>' },
      'key-restricted',
      /API key .* restricted/,
      1,
    ],
    [
      'the quota of a minute',
      {
        status: 429,
        body: googleErrorResponse({
          code: 429,
          message: `${QUOTA} minute' ${SERVICE}`,
          reason: 'rateLimitExceeded',
          status: 'RESOURCE_EXHAUSTED',
          info: 'RATE_LIMIT_EXCEEDED',
        }),
      },
      'quota-exceeded',
      /about 25,000 queries per day/,
      ALL_TRIES,
    ],
    [
      'the quota of a day',
      {
        status: 429,
        body: googleErrorResponse({
          code: 429,
          message: `${QUOTA} day' ${SERVICE}`,
          reason: 'rateLimitExceeded',
          status: 'RESOURCE_EXHAUSTED',
          info: 'RATE_LIMIT_EXCEEDED',
        }),
      },
      'quota-exceeded',
      /no more requests today.*about 25,000 queries per day/,
      1,
    ],
    [
      'the quota of a day, as it was reported before',
      {
        status: 403,
        body: googleErrorResponse({ code: 403, message: 'Daily Limit Exceeded', reason: 'dailyLimitExceeded' }),
      },
      'quota-exceeded',
      /today/,
      1,
    ],
    [
      'the rate of a user, as it was reported before',
      {
        status: 403,
        body: googleErrorResponse({
          code: 403,
          message: 'User Rate Limit Exceeded',
          reason: 'userRateLimitExceeded',
        }),
      },
      'quota-exceeded',
      /too many requests/,
      ALL_TRIES,
    ],
    [
      'a URL it does not take',
      {
        status: 400,
        body: googleErrorResponse({
          code: 400,
          message:
            "Invalid value 'x'. Values must match the following regular expression: '(?i)(url:|origin:)?http(s)?://.*'",
          reason: 'invalidParameter',
          status: 'INVALID_ARGUMENT',
        }),
      },
      'invalid-url',
      /does not accept this URL/,
      1,
    ],
    [
      'a failure with a Retry-After header',
      {
        status: 500,
        body: googleErrorResponse({
          code: 500,
          message: 'Unable to process request. Please wait a while and try again.',
          reason: 'internalError',
        }),
      },
      'service-failed',
      /temporarily unavailable/,
      ALL_TRIES,
    ],
    [
      'a backend that is away',
      {
        status: 503,
        body: googleErrorResponse({
          code: 503,
          message: 'The service is currently unavailable.',
          status: 'UNAVAILABLE',
        }),
      },
      'service-failed',
      /temporarily unavailable/,
      ALL_TRIES,
    ],
    ['a gateway of another kind', { status: 502, body: '<html>502</html>' }, 'service-failed', /status 502/, ALL_TRIES],
    [
      'a redirect, which is not followed',
      { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' },
      'service-failed',
      /status 302/,
      1,
    ],
    ['a service that is not there', { status: 404, body: 'Not Found' }, 'service-failed', /status 404/, 1],
    [
      'a response that is no JSON',
      { body: '<html>welcome to the hotel</html>' },
      'unparsable',
      /cannot be read/,
      ALL_TRIES,
    ],
    [
      'a response of another form',
      { body: { lighthouseResult: { audits: [] } } },
      'unparsable',
      /cannot be read/,
      ALL_TRIES,
    ],
    [
      'a response that is not UTF-8',
      { body: Buffer.from([0x22, 0xff, 0x22]) },
      'unparsable',
      /cannot be read/,
      ALL_TRIES,
    ],
    [
      'a response that ends within a character',
      { body: Buffer.concat([Buffer.from(JSON.stringify(googleResponse())), Buffer.from([0xe2, 0x82])]) },
      'unparsable',
      /cannot be read/,
      ALL_TRIES,
    ],
    [
      'a response longer than 32 MiB',
      { body: JSON.stringify(googleResponse()).padEnd(MAX_BYTES + 1) },
      'unparsable',
      /cannot be read/,
      ALL_TRIES,
    ],
    ['a connection that breaks', 'hang up', 'network', /cannot be reached/, ALL_TRIES],
  ]
  for (const [name, scripted, code, words, tries] of rows) {
    test(`for ${name}, after ${tries === 1 ? 'one try' : `${tries} tries`}`, async () => {
      await using setting = await openGoogle([scripted])
      const failure = failureOf(await measure(setting.client))
      assert.equal(failure.code, code)
      assert.match(failure.message, words)
      assert.ok(failure.status >= 400)
      assert.ok(!failure.message.includes(KEY))
      assert.equal(setting.requested.length, tries)
    })
  }
})

describe('an error of Lighthouse at Google', () => {
  const rows: [
    code: string,
    status: number,
    words: string,
    failure: PageSpeedFailureCode,
    says: RegExp,
    tries: number,
  ][] = [
    [
      'FAILED_DOCUMENT_REQUEST',
      400,
      'Make sure you are testing the correct URL. (Details: net::ERR_TIMED_OUT)',
      'page-failed',
      /could not be loaded \(net::ERR_TIMED_OUT\)/,
      1,
    ],
    ['FAILED_DOCUMENT_REQUEST', 500, '', 'page-failed', /could not be loaded\./, 1],
    [
      'ERRORED_DOCUMENT_REQUEST',
      400,
      'Make sure the server is properly responding. (Status code: 404)',
      'page-failed',
      /error \(status code 404\)/,
      1,
    ],
    ['NO_DOCUMENT_REQUEST', 500, '', 'page-failed', /could not be loaded/, 1],
    [
      'DNS_FAILURE',
      400,
      'DNS servers could not resolve the provided domain.',
      'page-failed',
      /domain name cannot be resolved/,
      1,
    ],
    ['INSECURE_DOCUMENT_REQUEST', 400, '', 'page-failed', /certificate/, 1],
    ['CHROME_INTERSTITIAL_ERROR', 500, '', 'page-failed', /warning/, 1],
    ['NOT_HTML', 400, '', 'page-failed', /not an HTML page/, 1],
    ['NO_FCP', 500, 'The page did not paint any content.', 'page-failed', /showed nothing/, 1],
    ['PAGE_HUNG', 500, '', 'page-failed', /stopped responding/, 1],
    ['INVALID_URL', 400, '', 'invalid-url', /not valid/, 1],
    ['PROTOCOL_TIMEOUT', 500, '', 'service-failed', /did not respond in time/, ALL_TRIES],
    ['TARGET_CRASHED', 500, '', 'service-failed', /crashed/, ALL_TRIES],
    ['NO_SCREENSHOTS', 500, '', 'service-failed', /NO_SCREENSHOTS/, ALL_TRIES],
    ['SOMETHING_NEW', 500, '', 'service-failed', /SOMETHING_NEW/, ALL_TRIES],
    ['SOMETHING_NEW', 400, '', 'service-failed', /SOMETHING_NEW/, 1],
  ]
  for (const [code, status, words, failure, says, tries] of rows) {
    test(`${code} with status ${status}`, async () => {
      await using setting = await openGoogle([{ status, body: lighthouseErrorResponse(status, code, words) }])
      const found = failureOf(await measure(setting.client))
      assert.equal(found.code, failure)
      assert.match(found.message, says)
      assert.equal(setting.requested.length, tries)
    })
  }

  test('within a response that is a success', async () => {
    const report = lighthouseResult({
      runtimeError: { code: 'NOT_HTML', message: 'The page provided is not HTML (served as MIME type image/png).' },
    })
    await using setting = await openGoogle([{ body: googleResponse({ lighthouseResult: report }) }])
    assert.equal(failureOf(await measure(setting.client)).code, 'page-failed')
  })
})
