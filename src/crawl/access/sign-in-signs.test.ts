import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FetchResult } from '#fetch/fetch.ts'
import type { Hop } from '#shared/model.ts'
import type { PageRecord } from '#shared/page-record.ts'
import { bodySign, fetchSign, recordSign, startSign } from './sign-in-signs.ts'

const SITE = 'https://site.test'
const LACKS_TEXT = 'its pages lack the text that shows who is signed in'
const SHOWS_FORM = 'its pages show a login form'
const FORM = '<input type=password>'

const bytes = (text: string) => new TextEncoder().encode(text)
const hop: Hop = { url: `${SITE}/a`, status: 302, location: `${SITE}/login`, elapsedMs: 1 }
const failure = (reason: Extract<FetchResult, { kind: 'failure' }>['reason']): FetchResult => ({
  ...{ kind: 'failure', url: `${SITE}/`, reason, detail: 'It failed.', hops: [], timing: null },
})
const response = ({ text = 'Hello', status = 200, url = `${SITE}/`, hops = [] as Hop[] }): FetchResult => ({
  ...{ kind: 'response', url, status, httpVersion: '1.1', headers: [], hops, timing: { ttfbMs: 1, totalMs: 1 } },
  ...{ body: bytes(text), transferBytes: 1, isTruncated: false },
})

describe('bodySign()', () => {
  for (const [body, signedInText, expected] of [
    ['Hello', '', null],
    [FORM, '', SHOWS_FORM],
    ['<INPUT TYPE = "password">', '', SHOWS_FORM],
    ["<input type='password'>", '', SHOWS_FORM],
    [`<input type${' '.repeat(20)}=${' '.repeat(20)}password>`, '', SHOWS_FORM],
    [`<input type=${' '.repeat(21)}password>`, '', null],
    ['<input type=text name=password>', '', null],
    [FORM, 'Hellö', LACKS_TEXT],
    [`Hellö ${FORM}`, 'Hellö', null],
  ] as const)
    it(`is ${expected} of ${body.slice(0, 40)}`, () => assert.equal(bodySign(bytes(body), { signedInText }), expected))

  it('reads the bytes of the body alone', () => {
    assert.equal(bodySign(bytes(`Hello ${FORM}`).subarray(0, 5), { signedInText: '' }), null)
  })
})

describe('recordSign()', () => {
  const record = { status: 200, failure: null, hops: [], finalUrl: `${SITE}/` }
  const cases: [name: string, changes: Partial<PageRecord>, expected: string | null][] = [
    ['a page', {}, null],
    ['a page with a sign', { notSignedIn: SHOWS_FORM }, SHOWS_FORM],
    ['a page that is refused', { status: 401, notSignedIn: SHOWS_FORM }, 'it responds with 401'],
    ['a page that is forbidden', { status: 403 }, null],
    ['a redirect', { hops: [hop], finalUrl: `${SITE}/login?back=/a#b` }, `it redirects to ${SITE}/login`],
    ['a redirect that was not followed', { hops: [hop], status: null }, null],
    ['a loop', { failure: 'redirect-loop', status: null, hops: [hop] }, 'it redirects in a loop'],
    ['too many redirects', { failure: 'too-many-redirects', status: null }, 'it redirects in a loop'],
    ['another failure', { failure: 'timeout-connect', status: null, notSignedIn: SHOWS_FORM }, null],
  ]
  for (const [name, changes, expected] of cases)
    it(`is ${expected} of ${name}`, () => assert.equal(recordSign({ ...record, ...changes }), expected))
})

describe('fetchSign()', () => {
  for (const [name, fetched, expected] of [
    ['a page', response({}), null],
    ['a login form', response({ text: FORM }), SHOWS_FORM],
    ['a page that is refused', response({ text: FORM, status: 401 }), 'it responds with 401'],
    ['a redirect', response({ hops: [hop], url: `${SITE}/login?x` }), `it redirects to ${SITE}/login`],
    ['a loop', failure('redirect-loop'), 'it redirects in a loop'],
    ['another failure', failure('dns'), null],
  ] as const)
    it(`is ${expected} of ${name}`, () => assert.equal(fetchSign(fetched, { signedInText: '' }), expected))
})

describe('startSign()', () => {
  const credentials = { origins: [SITE], signedInText: '' }
  const withText = { origins: [SITE], signedInText: 'Hello' }
  for (const [name, fetched, given, expected] of [
    ['a page', response({}), credentials, null],
    ['a redirect to a page', response({ hops: [hop] }), credentials, null],
    ['a page that is refused', response({ status: 401 }), credentials, 'the start page responds with 401'],
    ['a page that is forbidden', response({ status: 403 }), credentials, 'the start page responds with 403'],
    ['a page that fails', response({ status: 500 }), credentials, null],
    [
      'a redirect elsewhere',
      response({ url: 'https://other.test/a', hops: [hop] }),
      credentials,
      'the start page redirects to https://other.test, which is not among the origins that they are sent to',
    ],
    [
      'a redirect to a login form',
      response({ text: FORM, hops: [hop], url: `${SITE}/login?back=/` }),
      credentials,
      `the start page redirects to ${SITE}/login, and ${SHOWS_FORM}`,
    ],
    [
      'a login form',
      response({ text: FORM }),
      credentials,
      `${SHOWS_FORM}. If they always do, enter a text that they show to signed-in users alone`,
    ],
    ['a page without the text', response({ text: 'Sign in' }), withText, LACKS_TEXT],
    ['a loop', failure('too-many-redirects'), credentials, 'it redirects in a loop'],
    ['another failure', failure('refused'), credentials, null],
  ] as const)
    it(`is ${expected} of ${name}`, () => assert.equal(startSign(fetched, given), expected))
})
