import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { pageSpeedWith } from '#checks/test-page-speed.ts'
import { type TestPage, testSiteFacts } from '#checks/test-site-facts.ts'
import { credentialsSchema } from '#shared/credentials.ts'
import { type Crawled, openScriptedCrawls, type ScriptedCrawl, type ScriptedCrawls } from '../test-scripted-crawl.ts'
import type { MeasuredSpeed } from './measure-page-speed.ts'
import { planSample, shareOut } from './measure-sample.ts'

const HOME = 'https://site.test/'
const never = new AbortController().signal
const pagesAt = (folder: string, count: number, more: Partial<TestPage> = {}): TestPage[] =>
  Array.from({ length: count }, (_, index) => ({ url: `${HOME}${folder}/p${index}`, template: folder, ...more }))

async function plan(pages: TestPage[], size: number) {
  const { groups, chosen } = await planSample(testSiteFacts({ pages }), { size, signal: never })
  return {
    groups: groups.map(({ name, pages: count }) => `${name} ${count}`),
    chosen: chosen.map(({ url, group }) => `${group} ${url.slice(HOME.length - 1)}`),
  }
}

describe('shareOut()', () => {
  const cases: [string, number[], number, number[]][] = [
    ['none', [5, 3], 0, [0, 0]],
    ['one for each of the first groups', [1, 9, 5, 2], 3, [1, 1, 1, 0]],
    ['the rest where most pages are', [1, 60, 30, 9], 8, [1, 4, 2, 1]],
    ['no more than there are', [1, 2], 9, [1, 2]],
    ['nothing without pages', [], 4, []],
  ]
  for (const [name, pages, size, shares] of cases)
    it(`gives ${name}`, () => assert.deepEqual(shareOut(pages, size), shares))
})

describe('planSample()', () => {
  const pages: TestPage[] = [
    ...pagesAt('shop', 4),
    { url: HOME, template: 'home' },
    ...pagesAt('news', 3),
    ...pagesAt('help', 2),
  ]

  it('takes the home page and one page of the largest groups, and states the others', async () => {
    assert.deepEqual(await plan(pages, 3), {
      groups: ['/ 1', '/shop/* 4', '/news/* 3', '/help/* 2'],
      chosen: ['0 /', '1 /shop/p0', '2 /news/p0'],
    })
  })

  it('takes further pages in rounds, so that a sample cut short has most groups', async () => {
    const { chosen } = await plan(pages, 7)
    assert.deepEqual(chosen, [
      '0 /',
      '1 /shop/p0',
      '2 /news/p0',
      '3 /help/p0',
      '1 /shop/p1',
      '2 /news/p1',
      '1 /shop/p2',
    ])
  })

  it('takes the page of a group to which most pages lead, of those that search engines may show', async () => {
    const [hidden, few, many, same] = pagesAt('shop', 4)
    assert.ok(hidden && few && many && same)
    const shop = [
      { ...hidden, isEligible: false, inlinkCount: 90 },
      { ...few, inlinkCount: 2 },
      { ...many, inlinkCount: 7 },
      { ...same, inlinkCount: 7 },
    ]
    assert.deepEqual((await plan(shop, 1)).chosen, ['0 /shop/p2'])
    assert.deepEqual((await plan(shop, 4)).chosen, ['0 /shop/p2', '0 /shop/p3', '0 /shop/p1', '0 /shop/p0'])
  })

  it('is empty without pages', async () => assert.deepEqual(await plan([], 5), { groups: [], chosen: [] }))

  it('writes down a hundred groups, and the rest of a thousand as one', async () => {
    const many = Array.from({ length: 1_000 }, (_, index) => ({ url: `${HOME}p${index}`, template: `t${index}` }))
    const { groups, chosen } = await planSample(testSiteFacts({ pages: many }), { size: 25, signal: never })
    assert.equal(groups.length, 101)
    assert.deepEqual(groups.at(-1), { name: '…', exampleUrl: groups.at(-1)?.exampleUrl, pages: 900, templates: 900 })
    assert.equal(new Set(chosen.map(({ group }) => group)).size, 25)
  })

  it('stops walking when the crawl is abandoned', async () => {
    const signal = AbortSignal.abort()
    assert.deepEqual((await planSample(testSiteFacts({ pages }), { size: 5, signal })).chosen, [])
  })
})

describe('measureSample()', () => {
  let crawls: ScriptedCrawls
  before(async () => {
    crawls = await openScriptedCrawls()
  })
  after(() => crawls[Symbol.asyncDispose]())

  const paths = ['/a/1', '/b/1', '/c/1', '/d/1', '/e/1']
  const web = { [HOME]: { links: paths }, ...Object.fromEntries(paths.map(path => [HOME + path.slice(1), {}])) }
  const fast = (url: string): MeasuredSpeed => ({ ok: true, pageSpeed: pageSpeedWith({ url }) })
  const failed: MeasuredSpeed = { ok: false, cause: 'page', message: 'It timed out.' }
  const pathOf = (url: string) => new URL(url).pathname

  /** What was measured in this order, what the crawl says of it, and each page of the sample with its result. */
  async function measuring(crawl: Partial<ScriptedCrawl>, run: 'run' | 'goOn' = 'run') {
    const requested: string[] = []
    const crawled = await crawls[run]({
      ...{ web, url: HOME },
      ...crawl,
      options: { pageSpeedSample: 6, ...crawl.options },
      measure(url, act) {
        requested.push(pathOf(url))
        return (crawl.measure ?? fast)(url, act)
      },
    })
    return { requested, crawled, sample: await sampleOf(crawled) }
  }

  async function sampleOf({ crawl }: Crawled) {
    const sample = await crawls.store.reading.pageSpeedSample(crawl.id)
    return sample?.groups.flatMap(({ measured, failed }) => [
      ...measured.map(({ url }) => `${pathOf(url)} measured`),
      ...failed.map(({ url, message }) => `${pathOf(url)} ${message}`),
    ])
  }

  it('measures every page of the sample, in its order', async () => {
    const { requested, crawled, sample } = await measuring({ options: { pageSpeedSample: 3 } })
    assert.deepEqual(requested, ['/', '/a/1', '/b/1'])
    assert.deepEqual(sample, ['/ measured', '/a/1 measured', '/b/1 measured'])
    assert.deepEqual([crawled.crawl.endReason, crawled.crawl.notes], ['finished', []])
  })

  it('gives up after four failures in a row, and not after four in all', async () => {
    const inRow = await measuring({ measure: url => (pathOf(url) === '/' ? fast(url) : failed) })
    assert.deepEqual(inRow.requested, ['/', '/a/1', '/b/1', '/c/1', '/d/1'])
    assert.deepEqual(inRow.sample, [
      '/ measured',
      ...['/a/1', '/b/1', '/c/1', '/d/1'].map(path => `${path} It timed out.`),
      '/e/1 4 pages in a row could not be measured, so this one was not tried.',
    ])
    const inAll = await measuring({ measure: url => (pathOf(url) === '/c/1' ? fast(url) : failed) })
    assert.equal(inAll.requested.length, 6)
  })

  it('measures nothing more once nothing can be measured, and notes it at the crawl', async () => {
    const broken: MeasuredSpeed = { ok: false, cause: 'everything', message: 'There is no browser.' }
    const { requested, crawled, sample } = await measuring({ measure: url => (pathOf(url) === '/' ? failed : broken) })
    assert.deepEqual(requested, ['/', '/a/1'])
    assert.deepEqual(sample, ['/ It timed out.', ...paths.map(path => `${path} There is no browser.`)])
    assert.deepEqual(crawled.crawl.notes, ['The speed of pages was not measured: There is no browser.'])
  })

  const unlike: [name: string, crawl: Partial<ScriptedCrawl>, message: string][] = [
    [
      'with credentials',
      {
        options: { pageSpeedSample: 1, hasCredentials: true },
        credentials: credentialsSchema.parse({ origins: [HOME], token: 'secret' }),
      },
      'Page speed is measured without credentials, so it would be that of a login page.',
    ],
    [
      'by a way of its own',
      { options: { pageSpeedSample: 1, hostMap: ['site.test 192.0.2.1'] } },
      'Page speed is measured without the proxy and the IP addresses of this crawl, so it would be that of another server.',
    ],
  ]
  for (const [name, crawl, message] of unlike)
    it(`measures no page of a crawl ${name}`, async () => {
      const { requested, crawled, sample } = await measuring(crawl)
      assert.deepEqual([requested, sample], [[], [`/ ${message}`]])
      assert.deepEqual(crawled.crawl.notes, [`The speed of pages was not measured: ${message}`])
    })

  it('leaves what a stopped crawl has not measured, with the page that was being measured', async () => {
    const { requested, crawled, sample } = await measuring({
      options: { pageSpeedSample: 3 },
      measure(url, { stop }) {
        if (pathOf(url) === '/a/1') stop()
        return fast(url)
      },
    })
    const message = 'The crawl ended before this page was measured.'
    assert.deepEqual(requested, ['/', '/a/1'])
    assert.deepEqual(sample, ['/ measured', `/a/1 ${message}`, `/b/1 ${message}`])
    assert.equal(crawled.crawl.endReason, 'stopped')
  })

  it('measures nothing in a crawl that was stopped before', async () => {
    const { requested, sample } = await measuring({
      options: { pageSpeedSample: 1 },
      onJob: ({ url }, { stop }) => (pathOf(url) === '/b/1' ? stop() : undefined),
    })
    assert.deepEqual([requested, sample], [[], ['/ The crawl ended before this page was measured.']])
  })

  it('goes on with what is missing when a crawl is taken up again', async () => {
    const options = { pageSpeedSample: 3 }
    const first = await measuring({
      options,
      measure(url, { abandon }) {
        if (pathOf(url) === '/a/1') abandon()
        return fast(url)
      },
    })
    assert.deepEqual([first.requested, first.sample], [['/', '/a/1'], ['/ measured']])
    assert.deepEqual([first.crawled.crawl.phase, first.crawled.crawl.endReason], ['measuring', null])
    const second = await measuring({ options }, 'goOn')
    assert.deepEqual(second.requested, ['/a/1', '/b/1'])
    assert.deepEqual(second.sample, ['/ measured', '/a/1 measured', '/b/1 measured'])
    assert.equal(second.crawled.crawl.endReason, 'finished')
  })
})
