import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type JoinedUrl, noVisits, type UrlVisits, type VisitRow } from '#shared/visits.ts'
import { addToTotals, addUrls, joinVisits, noTotals } from './join-visits.ts'

const SITE = 'https://www.example.com'
const crawledUrl = (path: string, overrides: Partial<JoinedUrl> = {}): JoinedUrl => {
  const url = path.startsWith('/') ? SITE + path : path
  return { url, status: 200, finalUrl: url, indexability: 'indexable', isBlocked: false, isLinked: true, ...overrides }
}

async function join(
  visits: readonly Partial<UrlVisits>[],
  crawled: readonly JoinedUrl[],
  { isListOnly = false } = {},
): Promise<VisitRow[]> {
  const merged = new Map<string, UrlVisits>()
  addUrls(
    merged,
    visits.map(each => ({ ...noVisits(''), ...each })),
  )
  const found = new Map(crawled.map(each => [each.url, each]))
  const rows = []
  for await (const some of joinVisits(merged, { kinds: new Set(['logs']), findUrls: async () => found, isListOnly }))
    rows.push(...some)
  return rows
}

const bot = (requests: number) => ({ googlebot: { requests, verified: requests, outside: 0, lastMs: 5 } })

describe('joinVisits', () => {
  it('counts a URL for the page that the crawl has under another spelling', async () => {
    const slashed = crawledUrl('/b', { status: 301, finalUrl: `${SITE}/b/`, indexability: 'redirect' })
    const rows = await join(
      [
        { url: `${SITE}/a`, people: 1 },
        { url: 'http://example.com/a', people: 2 },
        { url: `${SITE}/a/`, people: 3 },
        { url: `${SITE}/b`, people: 4 },
        { url: `${SITE}/old`, people: 5 },
        { url: `${SITE}/unknown`, people: 6 },
      ],
      [
        crawledUrl('/a'),
        slashed,
        crawledUrl('/b/'),
        crawledUrl('/old', { status: 301, finalUrl: `${SITE}/new`, indexability: 'redirect' }),
      ],
    )
    assert.deepEqual(
      rows.map(({ page }) => page),
      [`${SITE}/a`, `${SITE}/a`, `${SITE}/a`, `${SITE}/b/`, `${SITE}/old`, null],
    )
  })

  it('says what requests of bots were wasted by', async () => {
    const rows = await join(
      [
        {
          url: `${SITE}/ok`,
          bots: bot(3),
          statuses: [
            [200, 2],
            [304, 1],
          ],
        },
        {
          url: `${SITE}/gone`,
          bots: bot(3),
          statuses: [
            [404, 2],
            [301, 1],
          ],
        },
        { url: `${SITE}/moved`, bots: bot(2), statuses: [[301, 2]] },
        { url: `${SITE}/hidden`, bots: bot(1), statuses: [[200, 1]] },
        { url: `${SITE}/shut`, bots: bot(1), statuses: [[200, 1]] },
        { url: `${SITE}/list?sort`, bots: bot(9), statuses: [[200, 9]] },
      ],
      [
        crawledUrl('/ok'),
        crawledUrl('/gone'),
        crawledUrl('/hidden', { indexability: 'noindex' }),
        crawledUrl('/shut', { isBlocked: true, indexability: null, status: null }),
      ],
    )
    assert.deepEqual(
      rows.map(({ waste, wasteRequests }) => [waste, wasteRequests]),
      [
        [null, 0],
        ['error', 3],
        ['redirect', 2],
        ['noindex', 1],
        ['blocked', 1],
        ['parameters', 9],
      ],
    )
    assert.deepEqual(
      rows.map(({ isStatusDifferent }) => isStatusDifferent),
      [false, true, false, false, false, false],
    )
    const totals = noTotals()
    for (const row of rows) addToTotals(totals, row)
    assert.deepEqual(totals.waste, { error: 3, redirect: 2, blocked: 1, noindex: 1, parameters: 9 })
    assert.deepEqual(totals.lists, { all: 6, unlinked: 0, waste: 5, status: 1 })
  })

  it('lists what is visited without a link, but for files', async () => {
    const rows = await join(
      [
        { url: `${SITE}/unknown`, people: 1 },
        { url: `${SITE}/orphan`, clicks: 1 },
        { url: `${SITE}/linked`, people: 1 },
        { url: `${SITE}/app.js`, people: 1 },
        { url: `${SITE}/never`, bots: bot(1) },
      ],
      [crawledUrl('/orphan', { isLinked: false }), crawledUrl('/linked')],
    )
    assert.deepEqual(
      rows.map(({ isUnlinked }) => isUnlinked),
      [true, true, false, false, false],
    )
  })

  it('calls nothing unlinked in a crawl of a list, which follows no link', async () => {
    const visits = [{ url: `${SITE}/orphan`, clicks: 1 }]
    const crawled = [crawledUrl('/orphan', { isLinked: false })]
    assert.deepEqual(
      [await join(visits, crawled), await join(visits, crawled, { isListOnly: true })]
        .flat()
        .map(row => row.isUnlinked),
      [true, false],
    )
  })

  it('joins 99.9 % of requests right, however they are spelled', async () => {
    const crawled = Array.from({ length: 2_000 }, (_, index) =>
      crawledUrl(index % 2 === 0 ? `/p/${index}` : `/p/${index}/`),
    )
    const spellings = [
      (url: string) => url,
      (url: string) => url.replace('https:', 'http:'),
      (url: string) => url.replace('www.', ''),
      (url: string) => url.replace('https://www.', 'http://'),
      (url: string) => (url.endsWith('/') ? url.slice(0, -1) : `${url}/`),
    ]
    const truth = crawled.flatMap(({ url }) => spellings.map(spell => [spell(url), url] as const))
    const rows = await join(
      truth.map(([url]) => ({ url, people: 1 })),
      crawled,
    )
    const expected = new Map(truth)
    const right = rows.filter(({ url, page }) => page === expected.get(url)).length
    assert.ok(right / rows.length >= 0.999, `${right} of ${rows.length}`)
  })
})
