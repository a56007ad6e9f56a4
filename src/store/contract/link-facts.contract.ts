import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MAX_MISSING_PER_TARGET } from '#shared/limits.ts'
import type { TargetFilter } from '#shared/site-facts.ts'
import { hop, paths, readFacts } from './read-facts.ts'
import { collect, type OpenStore, SITE, startTestCrawl, type TestRecord } from './test-crawl.ts'

export function linkFactsContract(open: OpenStore): void {
  describe('site facts: targets', () => {
    const records: TestRecord[] = [
      {
        path: '/',
        number: 1,
        links: [
          { url: `${SITE}/gone` },
          { url: `${SITE}/pic.png`, kind: 'image' },
          { url: `${SITE}/gone`, kind: 'image' },
          { url: `${SITE}/never` },
        ],
      },
      { path: '/gone', number: 2, depth: 1, columns: null, fetched: { status: 404 } },
      { path: '/old', number: 3, fetched: hop('/old', '/gone') },
      { path: '/dead', number: 4, fetched: { status: null, failure: 'tls', failureDetail: 'expired' } },
      {
        path: '/pic.png',
        number: 0,
        state: 'probed',
        columns: null,
        fetched: { status: 503, isBotChallenge: true, fileHeaders: { hasValidator: true } },
      },
      { path: '/a.css', number: 0, state: 'probed', columns: null, fetched: hop('/a.css', '/b.css') },
    ]
    const cases: [string, TargetFilter, string[]][] = [
      ['all that were requested', {}, ['/', '/gone', '/old', '/dead', '/a.css', '/pic.png']],
      ['scope', { scope: 'external' }, []],
      ['kinds', { kinds: ['image', 'script'] }, ['/gone', '/pic.png']],
      ['responded', { response: 'responded' }, ['/', '/gone', '/pic.png']],
      ['failed', { response: 'failed' }, ['/dead']],
      ['redirected', { response: 'redirected' }, ['/old', '/a.css']],
      ['skipped', { response: 'skipped' }, []],
      ['status', { statusFrom: 404, statusTo: 503 }, ['/gone', '/pic.png']],
      ['status of the first response', { statusFrom: 300, statusTo: 399 }, ['/old', '/a.css']],
    ]
    it('are chosen by a filter, in the order of number and then of URL', async () => {
      const results = await readFacts({ open, records }, async site => {
        const targets = await Promise.all(cases.map(([, filter]) => collect(site.targets(filter))))
        return targets.map(paths)
      })
      for (const [index, [name, , expected]] of cases.entries()) assert.deepEqual(results[index], expected, name)
    })

    it('give the result of requesting them', async () => {
      const results = await readFacts({ open, records }, async site => ({
        gone: await site.target(`${SITE}/gone`),
        old: await site.target(`${SITE}/old`),
        picture: await site.target(`${SITE}/pic.png`),
        never: await site.target(`${SITE}/never`),
      }))
      assert.deepEqual(results.gone, {
        url: `${SITE}/gone`,
        scope: 'internal',
        number: 2,
        depth: 1,
        status: 404,
        failure: null,
        failureDetail: '',
        skipReason: null,
        hops: [],
        finalUrl: `${SITE}/gone`,
        finalStatus: 404,
        mediaType: 'text/html',
        bytes: 1_000,
        attempts: [],
        isBotChallenge: false,
        fileHeaders: null,
        kinds: ['anchor', 'image', 'redirect'],
      })
      assert.equal(results.old?.status, 301)
      assert.equal(results.old?.finalStatus, 200)
      assert.equal(results.picture?.number, null)
      assert.equal(results.picture?.isBotChallenge, true)
      assert.deepEqual(results.picture?.fileHeaders, { hasValidator: true })
      assert.equal(results.never, null, 'it was neither requested nor skipped')
    })

    it('include those that were omitted, with the reason', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      await crawl.commitRows([
        { url: 'https://else.test/', state: 'skipped', skipReason: 'probe-budget' },
        { url: `${SITE}/a`, state: 'skipped', skipReason: 'robots' },
        { url: `${SITE}/b`, state: 'found', skipReason: 'limit' },
      ])
      const site = await store.crawls.siteFacts(crawl.crawlId)
      const skipped = await collect(site.targets({ response: 'skipped' }))
      assert.deepEqual(
        skipped.map(target => [target.url, target.skipReason, target.status]),
        [
          ['https://else.test/', 'probe-budget', null],
          [`${SITE}/a`, 'robots', null],
        ],
      )
    })

    it('come in batches that leave nothing out', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      const links = Array.from({ length: 3_000 }, (_, index) => ({ url: `${SITE}/${index}` }))
      await crawl.commit([{ path: '/', number: 1, links }])
      await crawl.commitRows(
        links.map(({ url }, index) =>
          index < 1_500
            ? { url, state: 'skipped' as const, skipReason: 'stopped' as const, number: index + 2 }
            : { url, state: 'skipped' as const, skipReason: 'stopped' as const },
        ),
      )
      const site = await store.crawls.siteFacts(crawl.crawlId)
      const targets = await collect(site.targets({ response: 'skipped' }))
      const numbered = links.slice(0, 1_500).map(link => link.url)
      const others = links
        .slice(1_500)
        .map(link => link.url)
        .sort()
      assert.deepEqual(
        targets.map(target => target.url),
        [...numbered, ...others],
      )
    })
  })

  describe('site facts: inlinks', () => {
    const target = `${SITE}/t`
    const records: TestRecord[] = [
      { path: '/', number: 1, links: [{ url: `${SITE}/far` }] },
      {
        path: '/far',
        number: 2,
        depth: 2,
        links: [
          { url: target, kind: 'image', text: 'picture' },
          { url: target, text: 'first', line: 3 },
          { url: target, text: 'second' },
        ],
      },
      { path: '/image', number: 3, depth: 2, links: [{ url: target, kind: 'image', region: 'footer' }] },
      { path: '/moved', number: 4, depth: 2, fetched: hop('/moved', '/t') },
      { path: '/t', number: 5, depth: 3, links: [{ url: target, fragment: 'self' }] },
    ]

    it('are distinct pages by frontier number, with the first link of each', async () => {
      const inlinks = await readFacts({ open, records }, site => site.inlinks(target, { limit: 10 }))
      assert.equal(inlinks.total, 3)
      assert.deepEqual(
        inlinks.places.map(place => [place.sourceNumber, place.sourceDepth, place.kind, place.text, place.region]),
        [
          [2, 2, 'image', 'picture', 'main'],
          [3, 2, 'image', 'text', 'footer'],
          [4, 2, 'redirect', '', 'body'],
        ],
      )
    })

    it('are narrowed by kind, and cut by the limit but counted', async () => {
      const inlinks = await readFacts({ open, records }, site =>
        site.inlinks(target, { limit: 1, kinds: ['anchor', 'redirect'] }),
      )
      assert.equal(inlinks.total, 2)
      assert.deepEqual(inlinks.places, [
        {
          sourceUrl: `${SITE}/far`,
          sourceNumber: 2,
          sourceDepth: 2,
          kind: 'anchor',
          text: 'first',
          region: 'main',
          path: 'body > a',
          line: 3,
          isNofollow: false,
        },
      ])
    })

    it('are of high priority in a landmark or on the start page', async () => {
      const results = await readFacts({ open, records }, async site => ({
        footer: await site.inlinks(target, { limit: 1 }),
        footerOfOtherKind: await site.inlinks(target, { limit: 1, kinds: ['anchor'] }),
        home: await site.inlinks(`${SITE}/far`, { limit: 0 }),
        none: await site.inlinks(`${SITE}/nowhere`, { limit: 5 }),
      }))
      assert.equal(results.footer.isHighPriority, true, 'beyond the limit, too')
      assert.equal(results.footerOfOtherKind.isHighPriority, false)
      assert.deepEqual(results.home, { total: 1, places: [], isHighPriority: true })
      assert.deepEqual(results.none, { total: 0, places: [], isHighPriority: false })
    })

    it('are of high priority on the tenth of pages with the highest link scores', async () => {
      // Ten pages, of which /hub alone is linked by many; the start page names the first of a path that leads to them.
      const others = Array.from({ length: 7 }, (_, index) => `/o${index}`)
      const site: TestRecord[] = [
        { path: '/', number: 1, links: [{ url: `${SITE}/second` }] },
        { path: '/second', number: 2, depth: 1, links: others.map(path => ({ url: SITE + path })) },
        ...others.map((path, index) => ({ path, number: 3 + index, depth: 2, links: [{ url: `${SITE}/hub` }] })),
        { path: '/hub', number: 10, depth: 3, links: [{ url: `${SITE}/from-hub` }] },
      ]
      const question = async (committed: readonly TestRecord[]) => {
        await using store = await open()
        const crawl = await startTestCrawl(store)
        await crawl.commit(committed)
        await crawl.commitRows([{ url: `${SITE}/from-hub`, state: 'skipped', skipReason: 'robots' }])
        await store.crawls.indexLinks(crawl.claim)
        const before = await (await store.crawls.siteFacts(crawl.crawlId)).inlinks(`${SITE}/from-hub`, { limit: 5 })
        await store.crawls.scoreLinks(crawl.claim)
        const facts = await store.crawls.siteFacts(crawl.crawlId)
        return {
          before: before.isHighPriority,
          fromHub: (await facts.inlinks(`${SITE}/from-hub`, { limit: 5 })).isHighPriority,
          beyondLimit: (await facts.inlinks(`${SITE}/from-hub`, { limit: 0 })).isHighPriority,
          hub: (await facts.inlinks(`${SITE}/hub`, { limit: 5 })).isHighPriority,
          linkScores: await facts.linkScores([`${SITE}/hub`, `${SITE}/`, `${SITE}/o1`, `${SITE}/nowhere`]),
        }
      }
      const { linkScores, ...ten } = await question(site)
      assert.deepEqual(ten, { before: false, fromHub: true, beyondLimit: true, hub: false })
      assert.deepEqual(
        [...linkScores].map(([url, { isHighPriority }]) => [url.replace(SITE, ''), isHighPriority]),
        [
          ['/hub', true],
          ['/', true],
          ['/o1', false],
        ],
      )
      assert.equal(linkScores.get(`${SITE}/hub`)?.linkScore, 100)
      assert.equal(linkScores.get(`${SITE}/`)?.linkScore, 0)
      // Of nine pages none is a tenth.
      const nine = await question(site.filter(({ path }) => path !== '/o6'))
      assert.equal(nine.fromHub, false)
    })

    it('may be indexed again, and after more pages have come', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      await crawl.commit(records.slice(0, 3))
      await crawl.commitRows([{ url: target, state: 'skipped', skipReason: 'robots' }])
      const total = async () => {
        const site = await store.crawls.siteFacts(crawl.crawlId)
        return (await site.inlinks(target, { limit: 1 })).total
      }
      assert.equal(await total(), 0, 'not indexed yet')
      await store.crawls.indexLinks(crawl.claim)
      await store.crawls.indexLinks(crawl.claim)
      assert.equal(await total(), 2)
      await crawl.commit(records.slice(3))
      await store.crawls.indexLinks(crawl.claim)
      assert.equal(await total(), 3)
    })

    it('are indexed in several parts when there are many', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      const links = Array.from({ length: 10_000 }, (_, index) => ({ url: `${SITE}/${index}` }))
      const sources = Array.from({ length: 26 }, (_, index) => ({
        ...{ path: `/s${index}`, number: index + 1 },
        links: index < 25 ? links : [...links, { url: `${SITE}/77`, kind: 'area' as const }],
      }))
      for (const source of sources) await crawl.commit([source])
      await crawl.commitRows([{ url: `${SITE}/77`, state: 'skipped', skipReason: 'robots' }])
      await store.crawls.indexLinks(crawl.claim)
      const site = await store.crawls.siteFacts(crawl.crawlId)
      const inlinks = await site.inlinks(`${SITE}/77`, { limit: 100 })
      assert.equal(inlinks.total, 26)
      assert.deepEqual(
        inlinks.places.map(place => place.sourceNumber),
        sources.map(source => source.number),
      )
      // Only a link in the last part is of this kind.
      for (const kinds of [['anchor'], ['area'], ['script']] as const) {
        const [first] = (await site.inlinks(`${SITE}/77`, { limit: 1, kinds })).places
        const expected = first && { sourceUrl: first.sourceUrl, sourceDepth: first.sourceDepth }
        const found = await site.firstInlinks([`${SITE}/77`, `${SITE}/s3`, `${SITE}/77`], kinds)
        assert.deepEqual([...found], expected ? [[`${SITE}/77`, expected]] : [])
      }
      assert.deepEqual(await site.firstInlinks([], ['anchor']), new Map())
    })
  })

  describe('site facts: missing fragments', () => {
    const to = (path: string, fragment: string) => ({ url: SITE + path, fragment })
    const records: TestRecord[] = [
      {
        path: '/',
        number: 1,
        ids: ['here'],
        links: [
          to('/', 'here'),
          to('/', 'nowhere'),
          to('/b', 'known'),
          to('/b', 'unknown'),
          to('/b', 'unknown'),
          { ...to('/b', 'picture'), kind: 'image' },
        ],
      },
      { path: '/b', number: 2, ids: ['known', 'größe'], links: [to('/b', 'größe'), to('/b', 'unknown')] },
      {
        path: '/c',
        number: 3,
        links: [
          ...['', 'top', 'TOP', ':~:text=words', '/route', '!hashbang'].map(fragment => to('/b', fragment)),
          to('/b', 'known:~:text=words'),
          to('/shell', 'x'),
          to('/gone', 'x'),
          to('/moved', 'x'),
          to('/pdf', 'x'),
          to('/never', 'x'),
          to('/noindex', 'x'),
          to('/challenge', 'x'),
        ],
      },
      { path: '/shell', number: 4, columns: { isEligible: false }, facts: { isAppShell: true } },
      { path: '/gone', number: 5, fetched: { status: 404 } },
      { path: '/moved', number: 6, fetched: hop('/moved', '/b') },
      { path: '/pdf', number: 7, columns: null, isPage: false },
      { path: '/noindex', number: 8, columns: { isEligible: false } },
      { path: '/challenge', number: 9, columns: { isEligible: false }, fetched: { isBotChallenge: true } },
    ]

    it('are those that a crawled page proves to be missing, by page that names them', async () => {
      const missing = await readFacts({ open, records }, site => collect(site.missingFragments()))
      assert.deepEqual(
        missing.map(each => [
          each.targetUrl.replace(SITE, ''),
          each.fragment,
          each.total,
          each.places.map(place => place.sourceUrl.replace(SITE, '')),
        ]),
        [
          ['/', 'nowhere', 1, ['/']],
          ['/b', 'unknown', 2, ['/', '/b']],
          ['/noindex', 'x', 1, ['/c']],
        ],
      )
      assert.deepEqual(missing[0]?.places[0], {
        sourceUrl: `${SITE}/`,
        text: 'text',
        region: 'main',
        path: 'body > a',
        line: 7,
      })
    })

    it('of one page are cut, so that those of others have room', async () => {
      const links = Array.from({ length: MAX_MISSING_PER_TARGET + 1 }, (_, index) => to('/', `none-${index}`))
      const many = [
        { path: '/', number: 1, ids: ['here'], links: [...links, to('/b', 'unknown')] },
        { path: '/b', number: 2, ids: ['known'] },
      ]
      const missing = await readFacts({ open, records: many }, site => collect(site.missingFragments()))
      assert.equal(missing.length, MAX_MISSING_PER_TARGET + 1)
      assert.deepEqual([missing.at(-2)?.fragment, missing.at(-1)?.fragment], [links.at(-2)?.fragment, 'unknown'])
    })
  })
}
