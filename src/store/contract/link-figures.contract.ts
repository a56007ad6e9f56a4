import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { linkKinds, pageLinkKinds, regions } from '#shared/model.ts'
import type { LinkFigures } from '#store/pages/page-row.ts'
import { naiveFigures } from './naive-link-figures.ts'
import { hop } from './read-facts.ts'
import { type OpenStore, SITE, startTestCrawl, type TestCrawl, type TestRecord } from './test-crawl.ts'

const ELSEWHERE = 'https://elsewhere.test/'

/** Mulberry32. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

async function figuresOf({ store, crawlId }: TestCrawl): Promise<Record<string, LinkFigures | null>> {
  const pages = await store.reading.pages(crawlId, {})
  return Object.fromEntries(pages.map(page => [page.url.replace(SITE, ''), page.linkFigures]))
}

async function scored(crawl: TestCrawl) {
  await crawl.store.crawls.indexLinks(crawl.claim)
  await crawl.store.crawls.scoreLinks(crawl.claim)
  return await figuresOf(crawl)
}

/** What a small site can have: every kind and region of links, redirects, pages that are gone, skipped or not stored. */
function randomSite(seed: number): TestRecord[] {
  const random = randomOf(seed)
  const size = 3 + random(35)
  const url = () => (random(8) === 0 ? ELSEWHERE : `${SITE}/${random(size + 2)}`)
  return Array.from({ length: size }, (_, index): TestRecord => {
    const page = { path: `/${index}`, number: index + 1, isDropping: random(15) === 0 }
    const target = random(size)
    if (random(6) === 0 && target !== index) return { ...page, fetched: hop(page.path, `/${target}`) }
    if (random(10) === 0) return { ...page, columns: null, fetched: { status: 404 } }
    const links = Array.from({ length: random(12) }, () => ({
      url: url(),
      kind: (random(2) === 0 ? 'anchor' : linkKinds[random(linkKinds.length)]) ?? 'anchor',
      region: regions[random(regions.length)] ?? 'main',
      isNofollow: random(5) === 0,
    }))
    const isNoindex = random(8) === 0
    const canonicalUrl = random(8) === 0 ? `${SITE}/${random(size)}` : null
    const isEligible = !isNoindex && canonicalUrl === null && random(4) > 0
    return { ...page, links, columns: { isNoindex, canonicalUrl, isEligible } }
  })
}

export function linkFiguresContract(open: OpenStore): void {
  describe('link figures', () => {
    it('count what leads to a page and away from it', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      await crawl.commit([
        {
          path: '/',
          number: 1,
          links: [
            { url: `${SITE}/a` },
            { url: `${SITE}/a`, region: 'footer', isNofollow: true },
            { url: `${SITE}/`, text: 'itself' },
            { url: `${SITE}/old` },
            { url: `${SITE}/pic.png`, kind: 'image' },
            { url: ELSEWHERE },
          ],
        },
        { path: '/a', number: 2, links: [{ url: `${SITE}/`, isNofollow: true }] },
        { path: '/old', number: 3, fetched: hop('/old', '/a') },
        { path: '/hidden', number: 4, columns: { isNoindex: true, isEligible: false }, links: [{ url: `${SITE}/a` }] },
      ])
      await crawl.commitRows([{ url: ELSEWHERE, scope: 'external' }])
      assert.deepEqual(await figuresOf(crawl), { '/': null, '/a': null, '/old': null, '/hidden': null })
      const none = { outlinks: 0, outlinkTargets: 0, followedOutlinks: 0, externalOutlinks: 0 }
      assert.deepEqual(await scored(crawl), {
        '/': {
          ...{ score: 0, inlinks: 1, followedInlinkPages: 0 },
          ...{ outlinks: 4, outlinkTargets: 3, followedOutlinks: 3, externalOutlinks: 1 },
        },
        '/a': {
          ...{ score: 100, inlinks: 4, followedInlinkPages: 3 },
          ...{ outlinks: 1, outlinkTargets: 1, followedOutlinks: 0, externalOutlinks: 0 },
        },
        '/old': { score: null, inlinks: 1, followedInlinkPages: 1, ...none },
        '/hidden': {
          ...{ score: null, inlinks: 0, followedInlinkPages: 0 },
          ...{ outlinks: 1, outlinkTargets: 1, followedOutlinks: 1, externalOutlinks: 0 },
        },
      })
    })

    it('are read with the structure and with the pages that link to a page', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      await crawl.commit([
        { path: '/', number: 1, links: [{ url: `${SITE}/a` }] },
        { path: '/a', number: 2 },
        { path: '/gone', number: 3, columns: null, fetched: { status: 404 } },
      ])
      await scored(crawl)
      const structure = await store.reading.structurePages(crawl.crawlId, { limit: 9 })
      assert.deepEqual(
        structure.map(page => page.linkScore),
        [0, 100, null],
      )
      const { pages } = await store.reading.inlinkPages(crawl.crawlId, { url: `${SITE}/a`, offset: 0, limit: 9 })
      assert.deepEqual(
        pages.map(page => page.linkScore),
        [0],
      )
    })

    it('are those of the definition for any site, in any order of commits', async () => {
      for (let seed = 1; seed <= 6; seed++) {
        const site = randomSite(seed)
        const expected = naiveFigures(site, { site: SITE, pageLinkKinds })
        const results: Awaited<ReturnType<typeof scored>>[] = []
        for (const order of [site, site.toReversed()]) {
          await using store = await open()
          const crawl = await startTestCrawl(store)
          for (const record of order) await crawl.commit([record])
          if (site.some(({ links }) => links?.some(({ url }) => url === ELSEWHERE)))
            await crawl.commitRows([{ url: ELSEWHERE, scope: 'external' }])
          results.push(await scored(crawl))
        }
        const [first = {}, second] = results
        assert.deepEqual(second, first, `seed ${seed}: the figures depend on the order of arrival`)
        for (const [path, { score: expectedScore, ...expectedCounts }] of Object.entries(expected)) {
          const { score = null, ...counts } = first[path] ?? {}
          assert.deepEqual(counts, expectedCounts, `seed ${seed}: ${path}`)
          // Rounded, and found by another way.
          const difference =
            score === expectedScore ? 0 : Math.abs((score ?? Number.NaN) - (expectedScore ?? Number.NaN))
          assert.ok(difference <= 1, `seed ${seed}: ${path} has ${score}, not ${expectedScore}`)
        }
      }
    })

    it('come to the same after an interruption', async () => {
      await using store = await open()
      const crawl = await startTestCrawl(store)
      await crawl.commit(randomSite(7))
      await store.crawls.indexLinks(crawl.claim)
      await store.crawls.scoreLinks(crawl.claim, AbortSignal.abort())
      assert.ok(Object.values(await figuresOf(crawl)).every(figures => figures === null))
      const first = await scored(crawl)
      assert.ok(Object.values(first).every(figures => figures !== null))
      assert.deepEqual(await scored(crawl), first)
    })
  })
}
