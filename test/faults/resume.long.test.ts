import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { demoMember, MEMBERS_AREA } from '#demo-site/members-area.ts'
import { startHttpProxy } from '#fetch/outbound/test-proxies.ts'
import { credentialsSchema } from '#shared/credentials.ts'
import { createRandom } from '../properties/random.ts'
import { closeAndResume } from '../support/closing-trials.ts'
import { openKillTrials } from '../support/kill-trials.ts'
import { isFullMeasure } from '../support/measure.ts'
import { ownCheckFlags, ownData } from '../support/own-data.ts'
import type { CrawlRequest } from '../support/product.ts'
import { onSqliteAlone } from '../support/sqlite-tests.ts'

/**
 * Crawls whose process ended at any of many moments, each to end in the report of an undisturbed crawl. `npm run test:kill` runs
 * this alone; `KILL_ROUNDS` and `KILL_SEED` (printed) prolong and repeat it.
 */

const DEFAULT_ROUNDS = isFullMeasure ? 20 : 3
/** A round takes seconds, and a minute on a machine that is busy with other tests. */
const TIMEOUT_MS = 30 * 60_000

/** Of the process that is closed in good order. */
const CLOSED_AT_REQUESTS = [60, 120, 135, 175, 182, 186]

test('a crawl closed in good order, at many requests, ends in the same report', context =>
  closeAndResume(context, CLOSED_AT_REQUESTS))

test('a crawl killed at random moments, over and over, ends in the same report', {
  ...onSqliteAlone('a crawl killed at random moments, over and over, ends in the same report'),
  timeout: TIMEOUT_MS,
}, async context => {
  const rounds = Number(process.env.KILL_ROUNDS ?? DEFAULT_ROUNDS)
  const seed = Number(process.env.KILL_SEED ?? randomInt(2 ** 31))
  context.diagnostic(`KILL_SEED=${seed} repeats it`)
  const random = createRandom(seed)
  await using trials = await openKillTrials({ maxKills: 3, flags: await ownCheckFlags() })
  let kills = 0
  for (let round = 1; round <= rounds; round++) {
    await context.test(`crawl ${round}`, async trial => {
      const killed = await trials.run(random)
      for (const kill of killed.kills) trial.diagnostic(`killed at ${kill}`)
      kills += killed.kills.length
    })
  }
  // Among the many that the limit leaves.
  for (const moment of ['rows:2', 'rows:150'])
    await context.test(`a crawl whose limit is reached, killed at ${moment}`, async () => {
      assert.equal((await trials.runToLimit(moment)).kills.length, 1)
    })
  assert.ok(kills >= rounds / 2, `only ${kills} processes were really killed`)
})

/** By what decides which URLs a crawl requests, and how. */
const kindsOfCrawl: [name: string, optionsFor: (url: string) => Partial<CrawlRequest>][] = [
  ['rules and a depth', () => ({ include: ['/breads/*', '/images/'], exclude: ['rye'], maxDepth: 3 })],
  ['a folder', url => ({ url: `${url}breads/`, isFolderOnly: true })],
  ['a list', url => ({ urls: ['breads/rye', '', 'images/', 'breads/'].map(path => url + path) })],
  ['sitemaps alone', () => ({ isSitemapOnly: true, readsSitemaps: true })],
  ['more start pages', () => ({ startPages: ['/images/', '/breads/'], maxDepth: 1 })],
  ['the IP address of a host', url => mapped(url)],
  ['subdomains', url => withSubdomain(url)],
  ['a proxy', () => ({ proxy: 'office', include: ['/breads/*'] })],
  ['a pace', () => ({ requestsAtOnce: 2, pauseMs: 5, maxDepth: 2 })],
  [
    'searches and fields',
    () => ({
      requiredTexts: ['text: bread'],
      unwantedTexts: ['lorem*'],
      fields: ['Heading = h1', 'Links = a -> count'],
    }),
  ],
  ['fields, rules and segments of its own', () => ownData],
  ['a login form', url => signedIn(new URL(url).origin)],
]

function mapped(url: string): Partial<CrawlRequest> {
  const { port } = new URL(url)
  return { url: `http://bakery.test:${port}/`, hostMap: ['bakery.test=127.0.0.1'], maxDepth: 2 }
}

function withSubdomain(url: string): Partial<CrawlRequest> {
  const { port } = new URL(url)
  return {
    ...mapped(url),
    hostMap: ['bakery.test=127.0.0.1', 'shop.bakery.test=127.0.0.1'],
    startPages: [`http://shop.bakery.test:${port}/breads/`],
    subdomains: ['shop.bakery.test'],
    maxDepth: 1,
  }
}

function signedIn(origin: string): Partial<CrawlRequest> {
  const fields = [
    { field: 'username', value: demoMember.name },
    { field: 'current-password', value: demoMember.password },
  ]
  const signIn = { url: `${origin}/club/login`, steps: [{ fields }] }
  return { url: origin + MEMBERS_AREA, credentials: credentialsSchema.parse({ origins: [origin], signIn }) }
}

test('a crawl of each kind, killed in the middle of its requests, ends in the same report', {
  ...onSqliteAlone('a crawl of each kind, killed in the middle of its requests, ends in the same report'),
  timeout: TIMEOUT_MS,
}, async context => {
  await using proxy = await startHttpProxy()
  const flags = { ...(await ownCheckFlags()), 'crawl-proxies': `office=${proxy.url}` }
  await using trials = await openKillTrials({ maxKills: 1, flags })
  for (const [name, optionsFor] of kindsOfCrawl)
    await context.test(name, async trial => {
      const { kills } = await trials.runHalf(name, optionsFor)
      for (const kill of kills) trial.diagnostic(`killed at ${kill}`)
      assert.equal(kills.length, 1)
      assert.equal(proxy.requested.length > 0, name === 'a proxy')
      proxy.requested.length = 0
    })
})
