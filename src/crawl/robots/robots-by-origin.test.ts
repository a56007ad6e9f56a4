import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fetcher, FetchResult } from '#fetch/fetch.ts'
import type { FetchFailure } from '#shared/fetch-failures.ts'
import { RobotsByOrigin } from './robots-by-origin.ts'

const ORIGIN = 'http://site.test'
const signal = new AbortController().signal

const responded = (status: number, text = ''): FetchResult => ({
  kind: 'response',
  url: `${ORIGIN}/robots.txt`,
  status,
  httpVersion: '1.1',
  headers: [],
  hops: [],
  timing: { ttfbMs: 1, totalMs: 1 },
  body: new TextEncoder().encode(text),
  transferBytes: text.length,
  isTruncated: false,
})
const failed = (reason: FetchFailure): FetchResult => ({
  kind: 'failure',
  url: `${ORIGIN}/robots.txt`,
  reason,
  detail: `it is ${reason}`,
  hops: [],
  timing: null,
})

function robotsThat(...responses: FetchResult[]) {
  const requested: string[] = []
  const fetcher: Fetcher = {
    fetch: async ({ url }) => {
      requested.push(url)
      return responses[Math.min(requested.length, responses.length) - 1] ?? failed('dns')
    },
    [Symbol.asyncDispose]: async () => {},
  }
  const robots = new RobotsByOrigin({
    fetcher,
    token: 'sitesounder',
    now: () => 7,
    pause: async () => {},
    onKnown: () => {},
  })
  return { robots, requested }
}

const rows: [string, FetchResult[], boolean, number][] = [
  ['a rule of our group forbids', [responded(200, 'User-agent: sitesounder\nDisallow: /a')], false, 1],
  ['a rule of another group does not', [responded(200, 'User-agent: other\nDisallow: /a')], true, 1],
  ['404 allows (RFC 9309 §2.3.1.3)', [responded(404)], true, 1],
  ['401 allows', [responded(401)], true, 1],
  ['503 three times forbids (§2.3.1.4)', [responded(503)], false, 3],
  ['503 once does not', [responded(503), responded(200)], true, 2],
  ['no connection forbids', [failed('refused')], false, 1],
  ['more than five redirects allow (§2.3.1.2)', [failed('too-many-redirects')], true, 1],
  ['no response is retried', [failed('timeout-first-byte'), responded(200)], true, 2],
]
for (const [name, responses, isAllowed, requests] of rows) {
  test(`check(): ${name}`, async () => {
    const { robots, requested } = robotsThat(...responses)
    await robots.load(ORIGIN, signal)
    await robots.load(ORIGIN, signal)
    assert.equal(robots.check(`${ORIGIN}/a`).isAllowed, isAllowed)
    assert.equal(requested.length, requests)
  })
}

test('check() names the line that decides', async () => {
  const { robots } = robotsThat(responded(200, 'User-agent: *\nDisallow: /a'))
  await robots.load(ORIGIN, signal)
  assert.equal(robots.check(`${ORIGIN}/a`).because, 'line 2: Disallow: /a')
})

test('check() says why the file could not be read', async () => {
  const { robots } = robotsThat(responded(503))
  await robots.load(ORIGIN, signal)
  assert.equal(robots.check(`${ORIGIN}/a`).because, 'robots.txt could not be read (503): crawlers must stay away')
})

test('crawlDelayMs() gives the delay of our group', async () => {
  const { robots } = robotsThat(responded(200, 'User-agent: *\nCrawl-delay: 2'))
  await robots.load(ORIGIN, signal)
  assert.equal(robots.crawlDelayMs(`${ORIGIN}/a`), 2_000)
})

test('the response is kept with every attempt, and for the text of a web page in place of the file', async () => {
  const { robots } = robotsThat(responded(503), responded(200, '\n<!-- x --><!DOCTYPE html><p>Oops'))
  const { response } = await robots.load(ORIGIN, signal)
  assert.deepEqual(response, {
    status: 200,
    failure: null,
    failureDetail: '',
    attempts: [
      { atMs: 7, method: 'GET', status: 503, failure: null },
      { atMs: 7, method: 'GET', status: 200, failure: null },
    ],
    mediaType: '',
    isBotChallenge: false,
    htmlStart: '<!-- x --><!DOCTYPE html><p>Oops',
  })
})

for (const [what, body] of [
  ['a rule file', 'User-agent: *\nDisallow: /<html>'],
  ['a sitemap in its place', '<?xml version="1.0"?><urlset>'],
  ['nothing', ''],
]) {
  test(`${what} is no web page`, async () => {
    const { robots } = robotsThat(responded(200, body))
    assert.equal((await robots.load(ORIGIN, signal)).response?.htmlStart, '')
  })
}

test('a web page that says that there is no file is no rule file at all', async () => {
  const { robots } = robotsThat(responded(404, '<!doctype html>'))
  assert.equal((await robots.load(ORIGIN, signal)).response?.htmlStart, '')
})
