import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageColumns } from '#shared/page-record.ts'
import type { GroupKey, SiteFacts } from '#shared/site-facts.ts'
import type { Store } from '../store.ts'
import { hop, paths, readFacts } from './read-facts.ts'
import { collect, type OpenStore, SITE, startTestCrawl, type TestRecord } from './test-crawl.ts'

export function siteFactsContract(open: OpenStore): void {
  describe('site facts: the crawl', () => {
    it('is complete when the frontier ran empty below the limit', async () => {
      const cases: [string, (store: Store) => Promise<SiteFacts>, boolean][] = [
        ['below the limit', async store => siteFactsOf(store, {}), true],
        ['at the limit', async store => siteFactsOf(store, { crawlLimit: 1 }), false],
        ['skipped pages', async store => siteFactsOf(store, { skipReason: 'limit' }), false],
        ['disallowed pages', async store => siteFactsOf(store, { skipReason: 'robots' }), true],
        ['stopped', async store => siteFactsOf(store, { isStopped: true }), false],
      ]
      for (const [name, crawl, isComplete] of cases) {
        await using store = await open()
        assert.equal((await crawl(store)).crawl.isComplete, isComplete, name)
      }
    })

    it('holds where it began and what the engine requested beside the pages', async () => {
      const records = [{ path: '/', number: 1, facts: { isPrivateHost: true } }]
      const crawl = await readFacts({ open, records }, async site => site.crawl)
      assert.deepEqual(crawl, {
        seedUrl: `${SITE}/`,
        homeUrl: `${SITE}/`,
        pageLimit: 100,
        isComplete: true,
        isPrivateHost: true,
        hostVariants: [],
        favicon: null,
        certificates: [],
        laterResponses: { randomUrls: [], slow: [], errorLike: [] },
        measuredPages: 0,
      })
    })
  })

  describe('site facts: pages', () => {
    const records: TestRecord[] = [
      { path: '/', number: 1, links: [{ url: `${SITE}/b` }], minhash: [1, 4_294_967_295], mainText: 'Wörter' },
      {
        path: '/b',
        number: 2,
        depth: 1,
        ids: ['one', 'zwei'],
        columns: {
          isEligible: false,
          isNoindex: true,
          hreflangs: '[["de","https://x.test/"]]',
          paginationUrls: '["p"]',
        },
        minhash: [1],
      },
      { path: '/gone', number: 3, fetched: { status: 404 } },
      { path: '/old', number: 4, fetched: hop('/old', '/b') },
      { path: '/short', number: 5, columns: { wordCount: 99 }, minhash: [1] },
      { path: '/none', number: 6 },
      { path: '/pdf', number: 7, isPage: false, columns: null },
    ]

    it('are those that are HTML with status 200, by frontier number', async () => {
      const pages = await readFacts({ open, records }, site => collect(site.pages()))
      assert.deepEqual(paths(pages), ['/', '/b', '/short', '/none'])
      assert.deepEqual(pages[1], {
        number: 2,
        url: `${SITE}/b`,
        depth: 1,
        title: 'Title of /b',
        metaDescription: 'Description of /b',
        h1: 'Heading of /b',
        lang: 'en',
        canonicalUrl: null,
        isEligible: false,
        isNoindex: true,
        indexability: 'noindex',
        wordCount: 150,
        textHash: 'hash of /b',
        alternates: ['https://x.test/'],
        hreflangs: [['de', 'https://x.test/']],
        paginationUrls: ['p'],
        nofollowUrls: [],
        inlinkCount: 2,
        isInSitemap: false,
        template: '',
        shareImages: [],
        likeness: '',
      })
    })

    it('are found by URL, texts and ids with them', async () => {
      const results = await readFacts({ open, records }, async site => ({
        known: (await site.page(`${SITE}/b`))?.number,
        gone: await site.page(`${SITE}/gone`),
        unknown: await site.page(`${SITE}/nowhere`),
        text: await site.mainText(`${SITE}/`),
        noText: await site.mainText(`${SITE}/b`),
        unknownText: await site.mainText(`${SITE}/nowhere`),
        ids: await site.ids(`${SITE}/b`),
        noIds: await site.ids(`${SITE}/nowhere`),
      }))
      assert.deepEqual(results, {
        known: 2,
        gone: null,
        unknown: null,
        text: 'Wörter',
        noText: '',
        unknownText: '',
        ids: ['one', 'zwei'],
        noIds: [],
      })
    })

    it('have signatures when they are eligible and long enough', async () => {
      const signatures = await readFacts({ open, records }, site => collect(site.signatures()))
      assert.deepEqual(signatures, [
        {
          number: 1,
          url: `${SITE}/`,
          lang: 'en',
          wordCount: 150,
          textHash: 'hash of /',
          minhash: Uint32Array.of(1, 4_294_967_295),
        },
      ])
    })

    it('come in batches that leave nothing out', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      const many = Array.from({ length: 1_203 }, (_, index) => ({ path: `/${index}`, number: index + 1 }))
      await crawl.commit(many)
      const site = await store.crawls.siteFacts(crawl.crawlId)
      const sizes: number[] = []
      const numbers: number[] = []
      for await (const batch of site.pages()) {
        sizes.push(batch.length)
        numbers.push(...batch.map(page => page.number))
      }
      assert.ok(sizes.length > 1)
      assert.deepEqual(
        numbers,
        many.map(page => page.number),
      )
    })
  })

  describe('site facts: groups', () => {
    const shared = (path: string, number: number, columns: Partial<PageColumns>): TestRecord => ({
      path,
      number,
      columns,
    })
    const records = [
      shared('/1', 1, { titleKey: 'pair', h1Key: '', textHash: 'x' }),
      shared('/2', 2, { titleKey: 'trio', h1Key: '' }),
      shared('/3', 3, { titleKey: 'pair', metaDescriptionKey: 'd' }),
      shared('/4', 4, { titleKey: 'trio', metaDescriptionKey: 'd' }),
      shared('/5', 5, { titleKey: 'trio', textHash: 'x', h1Key: 'h' }),
      shared('/6', 6, { titleKey: 'late pair', h1Key: 'h' }),
      shared('/7', 7, { titleKey: 'late pair' }),
      shared('/8', 8, { titleKey: 'pair', isEligible: false }),
    ]
    const cases: [GroupKey, [string, string[]][]][] = [
      [
        'title',
        [
          ['trio', ['/2', '/4', '/5']],
          ['pair', ['/1', '/3']],
          ['late pair', ['/6', '/7']],
        ],
      ],
      ['metaDescription', [['d', ['/3', '/4']]]],
      ['h1', [['h', ['/5', '/6']]]],
      ['textHash', [['x', ['/1', '/5']]]],
    ]
    it('hold eligible pages that share a value, the largest first, then by first member', async () => {
      const results = await readFacts({ open, records }, async site => {
        const groups = await Promise.all(cases.map(([key]) => collect(site.groups(key))))
        return groups.map(ofKey => ofKey.map(({ value, pages, total }) => ({ value, paths: paths(pages), total })))
      })
      for (const [index, [key, expected]] of cases.entries()) {
        assert.deepEqual(
          results[index],
          expected.map(([value, members]) => ({ value, paths: members, total: members.length })),
          key,
        )
      }
    })

    it('count the members that they do not show', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      const pages = Array.from({ length: 250 }, (_, index) => shared(`/${index}`, index + 1, { titleKey: 'same' }))
      await crawl.commit(pages)
      const site = await store.crawls.siteFacts(crawl.crawlId)
      const [group, ...others] = await collect(site.groups('title'))
      assert.equal(group?.total, 250)
      assert.equal(group?.pages.length, 200)
      assert.equal(group?.pages.at(-1)?.number, 200)
      assert.equal(others.length, 0)
    })
  })
}

async function siteFactsOf(
  store: Store,
  about: { crawlLimit?: number; skipReason?: 'limit' | 'robots'; isStopped?: boolean },
): Promise<SiteFacts> {
  const crawl = await startTestCrawl(store, { crawlLimit: about.crawlLimit ?? 100 })
  await crawl.commit([{ path: '/', number: 1 }])
  if (about.skipReason) await crawl.commitRows([{ url: `${SITE}/x`, state: 'skipped', skipReason: about.skipReason }])
  if (about.isStopped) await store.crawls.requestStop(crawl.crawlId)
  return await store.crawls.siteFacts(crawl.crawlId)
}
