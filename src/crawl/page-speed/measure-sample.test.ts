import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type TestPage, testSiteFacts } from '#checks/test-site-facts.ts'
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
