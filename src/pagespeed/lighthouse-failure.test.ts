import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lighthouseCodeIn, lighthouseFailure, reportText } from './lighthouse-failure.ts'
import { type PageSpeedFailureCode, pageSpeedFailure } from './result.ts'

const codes: [message: string, code: string | null][] = [
  ['Lighthouse returned error: NO_FCP. The page did not paint any content.', 'NO_FCP'],
  ['Lighthouse returned error NO_FCP', 'NO_FCP'],
  ['Lighthouse returned error: ABC', null],
  ['Lighthouse returned error: ABCD', 'ABCD'],
  ['Lighthouse returned error: 404', null],
  ['The page did not paint any content: NO_FCP', null],
  ['', null],
]
for (const [message, code] of codes)
  test(`the code in '${message}' is ${code}`, () => assert.equal(lighthouseCodeIn(message), code))

const noResponse = 'The browser did not respond in time while the page was measured.'
const tooLong = 'The page took too long to load to be measured.'
const blank = 'The page showed nothing that could be measured.'
const failures: [
  code: string,
  message: string | undefined,
  failure: PageSpeedFailureCode,
  words: string,
  isTransient: boolean,
][] = [
  ['FAILED_DOCUMENT_REQUEST', undefined, 'page-failed', 'The page could not be loaded.', false],
  [
    'FAILED_DOCUMENT_REQUEST',
    'Details: net::ERR_TIMED_OUT)',
    'page-failed',
    'The page could not be loaded (net::ERR_TIMED_OUT).',
    false,
  ],
  [
    'ERRORED_DOCUMENT_REQUEST',
    '(Status code: 404) net::ERR_FAILED',
    'page-failed',
    'The page responded with an error (status code 404), so there is nothing to measure.',
    false,
  ],
  ['NO_DOCUMENT_REQUEST', '', 'page-failed', 'The page could not be loaded: no request was sent to its server.', false],
  ['DNS_FAILURE', '', 'page-failed', 'The page could not be loaded: its domain name cannot be resolved.', false],
  [
    'INSECURE_DOCUMENT_REQUEST',
    '',
    'page-failed',
    'The page could not be loaded: its certificate is not valid.',
    false,
  ],
  [
    'CHROME_INTERSTITIAL_ERROR',
    '',
    'page-failed',
    'The page could not be loaded: the browser showed a warning instead, most often of a certificate that is not valid.',
    false,
  ],
  ['NOT_HTML', '', 'page-failed', 'This URL is not an HTML page, so there is nothing to measure.', false],
  ['NO_FCP', '', 'page-failed', 'The page showed nothing, so there is nothing to measure.', false],
  ['PAGE_HUNG', '', 'page-failed', 'The page stopped responding while it was measured.', false],
  ['NO_LCP', '', 'page-failed', blank, false],
  ['NO_LCP_ALL_FRAMES', '', 'page-failed', blank, false],
  ['NO_TTI_CPU_IDLE_PERIOD', '', 'page-failed', tooLong, false],
  ['NO_TTI_NETWORK_IDLE_PERIOD', '', 'page-failed', tooLong, false],
  ['INVALID_URL', '', 'invalid-url', 'This URL is not valid.', false],
  ['PROTOCOL_TIMEOUT', '', 'service-failed', noResponse, true],
  ['CRI_TIMEOUT', '', 'service-failed', noResponse, true],
  ['TARGET_CRASHED', '', 'service-failed', 'The browser crashed while the page was measured.', true],
  ['NEW', 'net::ERR_FAILED', 'service-failed', 'The page could not be measured (NEW).', true],
  ['N'.repeat(61), '', 'service-failed', `The page could not be measured (${'N'.repeat(59)}…).`, true],
]
for (const [code, message, failure, words, isTransient] of failures)
  test(`the failure of ${code.slice(0, 30)} with the message '${message}'`, () =>
    assert.deepEqual(lighthouseFailure({ code, message }), { ...pageSpeedFailure(failure, words), isTransient }))

const rows: [text: string, maxCharacters: number, expected: string][] = [
  ['', 5, ''],
  [' a \n\t b ', 5, 'a b'],
  ['abcde', 5, 'abcde'],
  ['abcdef', 5, 'abcd…'],
  ['ab\u{1f600}c', 4, 'ab\ufffd…'],
  ['See [the docs](https://a.test/b) and `code`.', 40, 'See the docs and code.'],
  ['[a](b c) [](d)', 40, '[a](b c) [](d)'],
  // So much of a link is read, for a text that is to be short.
  ['[abcde](https://)xyz', 5, 'abcd…'],
  [`[abc](${'d'.repeat(13)})xyz`, 5, 'abc'],
  [`[abc](${'d'.repeat(14)})xyz`, 5, '[abc…'],
]
for (const [text, maxCharacters, expected] of rows)
  test(`reportText(${JSON.stringify(text)}, ${maxCharacters})`, () =>
    assert.equal(reportText(text, maxCharacters), expected))
