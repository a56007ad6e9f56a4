import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PageCheck } from '#checks/check.ts'
import { titleTooLong } from '#checks/titles/title-too-long.ts'
import { extractStoredPage } from '#crawl/visit/stored-page.ts'
import { testVisitJob } from '#crawl/visit/test-visit-job.ts'
import { visit } from '#crawl/visit/visit.ts'
import { sitePages, startDemoSite } from '#demo-site/site.ts'
import { openFetcher } from '#fetch/test-server.ts'
import type { PageFacts } from '#shared/facts.ts'
import type { RenderedPage } from '#shared/rendering.ts'
import { compileSearches } from '#shared/text-searches.ts'
import { startFixtureSite } from '../fixtures/fixture-site.ts'
import { fixturePages } from '../fixtures/pages.ts'
import { openTestProduct, startTestCrawl, waitForEnd } from '../support/product.ts'
import { assertFactsAsChecked } from '../support/stored-facts.ts'

const { signal } = new AbortController()
const { elements: _, check: __, ...checkHead } = titleTooLong

/** Visits a page and extracts what is stored of it: the facts that the checks had, and those that come back. */
async function bothFacts(
  url: string,
  rendered: RenderedPage | null,
): Promise<{ checked: PageFacts[]; again: PageFacts[] }> {
  await using fetcher = openFetcher()
  const checked: PageFacts[] = []
  const noting: PageCheck = {
    ...checkHead,
    applies: 'any',
    check(page) {
      // Of a canonical the checks say that it is the page's own, and then that it is not.
      const { isCanonicalOwn: _own, ...facts } = page
      checked.push(facts)
      return []
    },
  }
  const record = await visit(
    testVisitJob({ url, depth: 3, isSeed: true, isRendered: rendered !== null, dropParameters: ['utm_source'] }),
    {
      fetcher,
      now: Date.now,
      checks: [noting],
      searches: compileSearches({ requiredTexts: ['bread'], unwantedTexts: ['text:rye*flour'] }),
      refusesHop: () => null,
      onReading: () => {},
      render: async () => rendered ?? { ok: false, why: 'it is not to be rendered' },
      reportCheckError: (_check, _url, error) => {
        throw error
      },
    },
    signal,
  )
  return { checked: checked.slice(0, 1), again: record.facts ? [extractStoredPage(record.facts.page)] : [] }
}

const drawn = new TextEncoder().encode(
  '<!doctype html><html lang="en"><title>Drawn by a script</title><h1 id="top">Fresh bread</h1><a href="/breads">All</a>',
)
const renderings: [name: string, rendered: RenderedPage | null][] = [
  ['as they came', null],
  ['rendered', { ok: true, html: drawn, isTruncated: false, isCut: true, redirectUrl: null, loadedBytes: 12 }],
  ['that could not be rendered', { ok: false, why: 'It took too long.' }],
]

describe('facts extracted from what is stored are those that were checked', () => {
  for (const [name, rendered] of renderings) {
    test(`of pages ${name}`, async () => {
      await using demo = await startDemoSite()
      await using fixtures = await startFixtureSite()
      const urls = [
        ...sitePages.map(({ path }) => new URL(path, demo.url).href),
        ...fixturePages.map(({ path }) => new URL(path, fixtures.origin).href),
      ]
      let compared = 0
      for (const url of urls) {
        const { checked, again } = await bothFacts(url, rendered)
        assert.deepEqual(again, checked, url)
        compared += checked.length
      }
      assert.ok(compared > urls.length / 2, `${compared} of ${urls.length} pages`)
    })
  }

  test('of a crawl', async () => {
    await using demo = await startDemoSite()
    await using opened = await openTestProduct()
    const crawlId = await startTestCrawl(opened.product, { url: demo.url })
    await waitForEnd(opened.product, crawlId)
    const { folder, product } = opened
    assert.ok((await assertFactsAsChecked(product.store.reading, { folder, crawlId })) > 50)
  })
})
