import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Attempt } from '#shared/model.ts'
import { parseRetryAfter, pauseBeforeNextAttempt, type ResponseInBrief } from './confirm.ts'

const pauses = { confirmPauseMs: 2_000, serverErrorPauseMs: 1_000, maxRetryAfterMs: 60_000 }
const responded = (status: number, more: Partial<ResponseInBrief> = {}): ResponseInBrief => ({
  status,
  failure: null,
  isBotChallenge: false,
  retryAfterMs: null,
  redirectStatus: null,
  ...more,
})
const failed = (failure: ResponseInBrief['failure']): ResponseInBrief => ({ ...responded(0), status: null, failure })
const gets = (count: number): Attempt[] =>
  Array.from({ length: count }, () => ({ atMs: 0, method: 'GET', status: 404, failure: null }))
const head: Attempt = { atMs: 0, method: 'HEAD', status: 404, failure: null }

const rows: [string, ResponseInBrief, Attempt[], 'internal' | 'external', number | null][] = [
  ['200 stands at once', responded(200), gets(1), 'internal', null],
  ['200 to HEAD stands', responded(200), [head], 'internal', null],
  ['a redirect of HEAD never decides', responded(200, { redirectStatus: 301 }), [head], 'internal', 0],
  ['404 to HEAD is followed by GET at once', responded(404), [head], 'internal', 0],
  ['500 to HEAD is followed by GET at once', responded(500), [head], 'internal', 0],
  ['Retry-After is waited for after HEAD, too', responded(503, { retryAfterMs: 7_000 }), [head], 'internal', 7_000],
  ['404 is requested a second time', responded(404), gets(1), 'internal', 2_000],
  ['404 stands after the second', responded(404), gets(2), 'internal', null],
  ['404 to HEAD never decides about a URL of the site', responded(404), [head, ...gets(1)], 'internal', 2_000],
  ['404 to HEAD and then GET stands outside', responded(404), [head, ...gets(1)], 'external', null],
  ['500 is requested again after 1 s', responded(500), gets(1), 'internal', 1_000],
  ['500 is requested again after 5 s', responded(500), gets(2), 'internal', 5_000],
  ['500 stands after the third', responded(500), gets(3), 'internal', null],
  ['Retry-After is waited for', responded(503, { retryAfterMs: 7_000 }), gets(1), 'internal', 7_000],
  ['a long Retry-After is cut', responded(429, { retryAfterMs: 3_600_000 }), gets(1), 'internal', 60_000],
  ['403 is requested a second time', responded(403), gets(1), 'internal', 2_000],
  ['403 is requested three times outside', responded(403), [head, ...gets(1)], 'external', 2_000],
  ['407 stands', responded(407), gets(1), 'internal', null],
  ['a refused connection is requested a second time', failed('refused'), gets(1), 'internal', 2_000],
  ['a refused connection outside is requested three times', failed('refused'), gets(2), 'external', 2_000],
  ['no DNS record outside stands after two', failed('dns'), gets(2), 'external', null],
  ['a refused URL stands', failed('address-refused'), gets(1), 'internal', null],
  ['a redirect loop stands', failed('redirect-loop'), gets(1), 'internal', null],
  [
    'a temporary redirect is requested a second time',
    responded(200, { redirectStatus: 302 }),
    gets(1),
    'internal',
    2_000,
  ],
  ['a permanent redirect stands', responded(200, { redirectStatus: 301 }), gets(1), 'internal', null],
]
for (const [name, response, attempts, scope, expected] of rows) {
  test(`pauseBeforeNextAttempt(): ${name}`, () => {
    assert.equal(pauseBeforeNextAttempt({ response, attempts, scope, pauses }), expected)
  })
}

const nowMs = Date.UTC(2025, 10, 21, 12, 0, 0)
const retryAfters: [value: string | undefined, expected: number | null][] = [
  ['120', 120_000],
  ['0', 0],
  [' 5 ', 5_000],
  ['Fri, 21 Nov 2025 12:00:30 GMT', 30_000],
  ['Friday, 21-Nov-25 12:00:30 GMT', 30_000],
  ['Fri Nov 21 12:00:30 2025', 30_000],
  ['Thu, 20 Nov 2025 12:00:00 GMT', 0],
  ['9'.repeat(50), 315_360_000_000],
  ['-1', null],
  ['1.5', null],
  ['soon', null],
  ['2025-11-21', null],
  ['Fri, 99 Nov 2025 12:00:30 GMT', null],
  ['', null],
  [undefined, null],
  ['1'.repeat(1_000), null],
]

describe('parseRetryAfter() (RFC 9110 §10.2.3)', () => {
  for (const [value, expected] of retryAfters) {
    test(`reads ${value?.slice(0, 40) ?? 'a missing header'}`, () =>
      assert.equal(parseRetryAfter(value, nowMs), expected))
  }
})
