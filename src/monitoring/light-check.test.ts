import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import type { FetchRequest, FetchResult } from '#fetch/fetch.ts'
import type { LightResult } from '#shared/light-checks.ts'
import { checkUrls, type SiteRobots } from './light-check.ts'

const SITE = 'https://site.test'
const PAGE = `${SITE}/page`
const ROBOTS = `${SITE}/robots.txt`
const DAY_MS = 86_400_000
const NOW_MS = Date.UTC(2026, 0, 2)
const checkedAt = '2026-01-02T00:00:00.000Z'
const timing = { ttfbMs: 120.4, totalMs: 300 }

type Response = Extract<FetchResult, { kind: 'response' }>

const responseWith = (changes: Partial<Response> = {}, html = '<title>Bread</title>'): Response => ({
  ...{ kind: 'response', url: PAGE, status: 200, httpVersion: '1.1', headers: [], hops: [], timing },
  ...{ body: new TextEncoder().encode(html), transferBytes: 9, isTruncated: false, attempts: [] },
  ...changes,
})
const failureWith = (detail: string, reason: 'reset' | 'aborted' = 'reset'): FetchResult => ({
  ...{ kind: 'failure', url: PAGE, reason, detail, hops: [], timing: null, attempts: [] },
})
const certificateUntil = (validToMs: number | null) => ({
  problem: null,
  facts: { subject: '', issuer: '', names: [], totalNames: 0, validFromMs: null, validToMs },
})
const resultWith = (changes: Partial<LightResult> = {}): LightResult => ({
  ...{ url: PAGE, checkedAt, status: 200, failure: '', wasUp: true, finalUrl: PAGE, title: 'Bread', isNoindex: false },
  ...{ responseMs: 120, slowChecks: 0, certificateDays: null, contentHash: null },
  ...changes,
})

interface Checked {
  /** One after the other; the last one again and again. */
  responses?: FetchResult[]
  robots?: Partial<Omit<SiteRobots, 'test'>> & { closed?: readonly string[] }
  earlier?: LightResult[]
  slowMs?: number | null
  urls?: string[]
}

/** What is known after a check, without robots.txt; and what was requested. */
async function check({ responses = [], robots = {}, earlier = [], slowMs = null, urls = [PAGE] }: Checked) {
  const { statusCode = 200, text = '', closed = [] } = robots
  const requested: FetchRequest[] = []
  const origins: string[] = []
  const waiting = [...responses]
  const results = await checkUrls({ urls, slowMs }, new Map(earlier.map(each => [each.url, each])), {
    fetcher: {
      async fetch(request) {
        requested.push(request)
        const response = waiting.length > 1 ? waiting.shift() : waiting[0]
        return response ?? responseWith({ url: request.url })
      },
    },
    async fetchRobots(origin) {
      origins.push(origin)
      return { statusCode, text, test: url => ({ isAllowed: !closed.includes(url) }) }
    },
    now: () => NOW_MS,
  })
  const ofRobots = results.filter(({ url }) => url.endsWith('/robots.txt'))
  return { ofRobots, results: results.filter(each => !ofRobots.includes(each)), requested, origins }
}

const pageOf = async (checked: Checked) => (await check(checked)).results[0]

describe('a check of a URL', () => {
  it('says what the page is', async () => {
    const { results, requested } = await check({ responses: [responseWith({ url: `${SITE}/new` })] })
    assert.deepEqual(results, [resultWith({ finalUrl: `${SITE}/new` })])
    assert.deepEqual(
      requested.map(({ signal, ...request }) => request),
      [{ url: PAGE, method: 'GET', body: 'all', maxBytes: 524_288, maxHops: 5 }],
    )
  })

  const certificates: [name: string, certificate: Response['certificate'], days: number | null][] = [
    ['without a certificate', undefined, null],
    ['with a certificate that cannot be read', { problem: null, facts: null }, null],
    ['with a certificate whose end cannot be read', certificateUntil(null), null],
    ['with a certificate that ends in a day', certificateUntil(NOW_MS + DAY_MS), 1],
    ['with a certificate that ends in less than a day', certificateUntil(NOW_MS + DAY_MS - 1), 0],
    ['with a certificate that has ended', certificateUntil(NOW_MS - 1), -1],
  ]
  for (const [name, certificate, days] of certificates)
    it(`counts ${days === null ? 'no days' : `${days} days`} for a page ${name}`, async () => {
      const response = responseWith(certificate && { certificate })
      assert.equal((await pageOf({ responses: [response] }))?.certificateDays, days)
    })

  const noindex: [headers: [string, string][], head: string, isNoindex: boolean][] = [
    [[], '', false],
    [[], '<meta name=robots content="index, follow">', false],
    [[], '<meta name=robots content="NOINDEX">', true],
    [[], '<meta name=googlebot content="follow,none">', true],
    [[], '<meta name=bingbot content="noindex">', false],
    [[], '<meta name=robots content="nonexistent">', false],
    [[['x-robots-tag', 'noindex']], '', true],
    [[['x-robots-tag', 'googlebot: none']], '', true],
    [[['x-other', 'noindex']], '', false],
  ]
  for (const [headers, head, isNoindex] of noindex)
    it(`finds that ${JSON.stringify(headers)} and "${head}" ${isNoindex ? 'say' : 'do not say'} noindex`, async () => {
      assert.equal((await pageOf({ responses: [responseWith({ headers }, head)] }))?.isNoindex, isNoindex)
    })

  it('is made again where it failed, and what came last counts', async () => {
    const again = await check({ responses: [responseWith({ status: 503 }), responseWith()] })
    assert.deepEqual([again.results, again.requested.length], [[resultWith()], 2])
    const failed = await check({ responses: [failureWith('First.'), failureWith('x'.repeat(301))] })
    const down = { status: null, wasUp: false, title: '', responseMs: null }
    assert.deepEqual(failed.results, [resultWith({ ...down, failure: 'x'.repeat(300) })])
    const aborted = await check({ responses: [failureWith('First.'), failureWith('', 'aborted')] })
    assert.deepEqual(aborted.results, [resultWith({ ...down, failure: 'First.' })])
  })

  it('keeps what was known where the time is over', async () => {
    const earlier = [resultWith({ title: 'Earlier' })]
    assert.deepEqual((await check({ responses: [failureWith('', 'aborted')], earlier })).results, earlier)
    assert.deepEqual((await check({ responses: [failureWith('', 'aborted')] })).results, [])
  })

  it('remembers what the page was when it last responded', async () => {
    const known = { finalUrl: `${SITE}/new`, title: 'Earlier', isNoindex: true, certificateDays: 9, contentHash: 'a' }
    const response = responseWith({ status: 500 }, '<title>Sorry</title>')
    const earlier = [resultWith({ ...known, status: 502, slowChecks: 2 })]
    assert.deepEqual(await pageOf({ responses: [response], earlier }), resultWith({ ...known, status: 500 }))
    const neverUp = [resultWith({ ...known, wasUp: false })]
    assert.deepEqual(
      await pageOf({ responses: [response], earlier: neverUp }),
      resultWith({ status: 500, wasUp: false, title: 'Sorry' }),
    )
    assert.deepEqual(await pageOf({ earlier }), resultWith())
  })

  const speeds: [slowMs: number | null, earlier: number | null, slowChecks: number][] = [
    [null, 3, 0],
    [120, 3, 0],
    [119, null, 1],
    [119, 3, 4],
  ]
  for (const [slowMs, before, slowChecks] of speeds)
    it(`counts ${slowChecks} slow checks in a row after ${before ?? 'no'} of them, above ${slowMs ?? 'no limit'}`, async () => {
      const earlier = before === null ? [] : [resultWith({ slowChecks: before })]
      assert.equal((await pageOf({ slowMs, earlier }))?.slowChecks, slowChecks)
    })

  it('counts no response as slow where there is none', async () => {
    assert.equal((await pageOf({ slowMs: 0, responses: [failureWith('Gone.')] }))?.slowChecks, 0)
  })
})

describe('a check of robots.txt', () => {
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
  const robotsWith = (changes: Partial<LightResult>) =>
    resultWith({ url: ROBOTS, finalUrl: ROBOTS, title: '', responseMs: null, ...changes })

  it('comes before the URLs of its origin', async () => {
    const urls = [PAGE, 'https://other.test/', `${SITE}/second`]
    const { results, ofRobots, origins } = await check({ urls, robots: { text: 'Disallow: /x' } })
    assert.deepEqual(origins, [SITE, 'https://other.test'])
    assert.deepEqual(
      results.map(({ url }) => url),
      [PAGE, `${SITE}/second`, 'https://other.test/'],
    )
    assert.deepEqual(ofRobots[0], robotsWith({ contentHash: hashOf('false Disallow: /x') }))
  })

  it('takes a file that is missing for one that is in order', async () => {
    const { ofRobots } = await check({ robots: { statusCode: 404 } })
    assert.deepEqual(ofRobots, [robotsWith({ contentHash: hashOf('true ') })])
  })

  it('says that the file does not respond', async () => {
    const rows: [statusCode: number | null, failure: string][] = [
      [500, ''],
      [null, 'robots.txt could not be read.'],
    ]
    for (const [statusCode, failure] of rows) {
      const { ofRobots } = await check({ robots: { statusCode } })
      assert.deepEqual(ofRobots, [
        robotsWith({ status: statusCode, failure, wasUp: false, contentHash: hashOf('false ') }),
      ])
      const before = robotsWith({ contentHash: 'before' })
      const known = await check({ robots: { statusCode }, earlier: [before] })
      assert.deepEqual(known.ofRobots, [robotsWith({ status: statusCode, failure, contentHash: 'before' })])
    }
  })

  it('keeps the URLs that it disallows from being requested; they are kept while it does not respond', async () => {
    const earlier = [resultWith({ title: 'Earlier' })]
    const closed = [PAGE]
    const disallowed = await check({ robots: { closed }, earlier })
    assert.deepEqual([disallowed.results, disallowed.requested], [[], []])
    const down = await check({ robots: { closed, statusCode: 503 }, earlier })
    assert.deepEqual([down.results, down.requested], [earlier, []])
  })
})
