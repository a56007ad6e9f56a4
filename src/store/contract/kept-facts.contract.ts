import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hop, paths, readFacts } from './read-facts.ts'
import { collect, type OpenStore, SITE, startTestCrawl, type TestRecord } from './test-crawl.ts'

export function keptFactsContract(open: OpenStore): void {
  describe('site facts: facts of pages', () => {
    const page = (path: string, number: number, ttfbMs: number): TestRecord => ({
      path,
      number,
      fetched: { ttfbMs },
      facts: { url: SITE + path },
      columns: { nofollowUrls: JSON.stringify([`${SITE}/n${number}`]) },
    })
    const records: TestRecord[] = [
      page('/', 1, 900),
      page('/b', 2, 100),
      { path: '/gone', number: 3, fetched: { status: 404, ttfbMs: 9_000 } },
      { path: '/old', number: 4, fetched: { ...hop('/old', '/b'), ttfbMs: 9_000 } },
      { ...page('/c', 5, 2_000), trait: 'refresh' },
      { ...page('/d', 6, 900), trait: 'hreflang' },
    ]

    it('are those of HTML pages with status 200, by frontier number', async () => {
      const responses = await readFacts({ open, records }, site => collect(site.responses()))
      assert.deepEqual(paths(responses), ['/', '/b', '/c', '/d'])
    })

    it('hold the responses of pages with the size of the body, but those of a bot protection', async () => {
      const sent = (bodyBytes: number) => ({ response: { status: 200, bodyBytes } })
      const sized: TestRecord[] = [
        { ...page('/', 1, 1), columns: { bodyBytes: 70 }, facts: { url: `${SITE}/`, ...sent(0) } },
        { ...page('/protected', 2, 1), trait: 'botChallenge' },
        {
          ...page('/policy', 3, 1),
          trait: 'metaPolicies',
          facts: { url: `${SITE}/policy`, ...sent(80), metaPolicies: ["img-src 'self'"] },
        },
      ]
      const responses = await readFacts({ open, records: sized }, site => collect(site.responses()))
      assert.deepEqual(responses, [
        { url: `${SITE}/`, ...sent(70) },
        { url: `${SITE}/policy`, ...sent(80), metaPolicies: ["img-src 'self'"] },
      ])
    })

    it('are those of pages with a trait, where one is given', async () => {
      const facts = await readFacts({ open, records }, site => collect(site.facts({ having: 'refresh' })))
      assert.deepEqual(paths(facts), ['/c'])
    })

    it('are found by URL', async () => {
      const results = await readFacts({ open, records }, async site => ({
        known: (await site.factsOf(`${SITE}/b`))?.url,
        gone: await site.factsOf(`${SITE}/gone`),
        unknown: await site.factsOf(`${SITE}/nowhere`),
      }))
      assert.deepEqual(results, { known: `${SITE}/b`, gone: null, unknown: null })
    })

    it('list slow pages, the slowest first, then by URL', async () => {
      const slow = await readFacts({ open, records }, async site => ({
        all: await site.slowPages({ overMs: 800, limit: 10 }),
        first: await site.slowPages({ overMs: 800, limit: 1 }),
        none: await site.slowPages({ overMs: 2_000, limit: 10 }),
      }))
      assert.deepEqual(slow, { all: [`${SITE}/c`, `${SITE}/`, `${SITE}/d`], first: [`${SITE}/c`], none: [] })
    })

    it('hold the URLs that a page links to with nofollow', async () => {
      const summaries = await readFacts({ open, records }, site => collect(site.pages()))
      assert.deepEqual(summaries[1]?.nofollowUrls, [`${SITE}/n2`])
    })

    it('hold the sharing images of a page, none where the facts lack them', async () => {
      const shared: TestRecord[] = [
        { path: '/', number: 1, columns: { shareImages: '["/a.png"]' } },
        { path: '/b', number: 2 },
      ]
      const summaries = await readFacts({ open, records: shared }, site => collect(site.pages()))
      assert.deepEqual(
        summaries.map(page => page.shareImages),
        [['/a.png'], []],
      )
    })

    it('come in batches that leave nothing out', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      await crawl.commit(
        Array.from(
          { length: 130 },
          (_, index): TestRecord => ({ ...page(`/${index}`, index + 1, 1), trait: 'refresh' }),
        ),
      )
      const site = await store.crawls.siteFacts(crawl.crawlId)
      const sizes: number[] = []
      for await (const batch of site.facts({ having: 'refresh' })) sizes.push(batch.length)
      assert.deepEqual(
        sizes,
        Array.from({ length: 13 }, () => 10),
      )
    })
  })
}
