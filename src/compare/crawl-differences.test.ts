import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crawlRowWith } from '#report/test-rows.ts'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import type { CrawlRow } from '#store/store.ts'
import { crawlDifferences } from './crawl-differences.ts'

/** The differences of two crawls that ran these checks. */
async function differences(
  earlier: Partial<CrawlRow>,
  later: Partial<CrawlRow>,
  { ranEarlier = [], ranLater = [] }: { ranEarlier?: string[]; ranLater?: string[] } = {},
) {
  const ran = (checkIds: string[]) => checkIds.map(checkId => ({ checkId, passed: 1, failed: 0, skipped: {} }))
  const found = await crawlDifferences(
    { checkCounters: async id => ran(id === 1 ? ranEarlier : ranLater) },
    { earlier: crawlRowWith({ ...earlier, id: 1 }), later: crawlRowWith({ ...later, id: 2 }) },
  )
  return found.map(row => [row.label, row.earlier, row.later])
}

const withOptions = (changes: Partial<CrawlRow['options']>) => ({ options: { ...defaultCrawlOptions, ...changes } })

describe('crawlDifferences()', () => {
  it('has none between crawls with the same settings', async () => assert.deepEqual(await differences({}, {}), []))

  it('has the limits and how the crawls ended', async () => {
    const later = { seedUrl: 'https://staging.test/', crawlLimit: 50, endReason: null }
    assert.deepEqual(await differences({}, later), [
      ['Start URL', 'https://example.com/', 'https://staging.test/'],
      ['Page limit', '100', '50'],
      ['End of the crawl', 'Whole site crawled', 'Not ended'],
    ])
  })

  it('has the thresholds of checks in alphabetical order, and the switches', async () => {
    const thresholds = [
      { checkId: 'title-too-long', name: 'maxWidth', value: 70 },
      { checkId: 'response-slow', name: 'slowMs', value: 900 },
    ]
    const changed = withOptions({ thresholds, rendersJavaScript: true, isListOnly: true, dropParameters: ['a', 'b'] })
    assert.deepEqual(
      (await differences(withOptions({}), changed)).map(([, ...values]) => values),
      [
        ['no', 'yes'],
        ['none', 'a, b'],
        ['no', 'yes'],
        ['the defaults', 'response-slow slowMs 900, title-too-long maxWidth 70'],
      ],
    )
  })

  it('names ten checks that only one crawl ran', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `own-${String.fromCharCode(97 + index)}`)
    const named = async (ranLater: string[]) => (await differences({}, {}, { ranEarlier: ['own-a'], ranLater }))[0]
    const label = 'Checks that only one crawl ran'
    assert.equal(await named(['own-a']), undefined)
    assert.deepEqual(await named(['title-missing']), [label, 'own-a', 'Missing title'])
    assert.deepEqual(await named(ids.slice(0, 11)), [label, 'none', ids.slice(1, 11).join(', ')])
    assert.deepEqual(await named(ids), [label, 'none', `${ids.slice(1, 11).join(', ')}, and 1 more`])
  })
})
