import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { UNKNOWN_DEPTH } from '#shared/crawl-depth.ts'
import { type ColumnId, fieldColumnOf, type PageColumnId, pageColumnIds } from '#shared/page-columns.ts'
import type { PageRow, Store } from '#store/store.ts'
import { openTestStore } from '../../../test/support/storage.ts'
import { columnsWith, crawlRowWith, pageRowWith } from '../test-rows.ts'
import type { Cell } from './export-table.ts'
import { pageColumnTable } from './page-column-table.ts'

const url = 'https://example.com/deep-water/'

const whole = pageRowWith({
  url,
  depth: 2,
  linkFigures: {
    score: 41,
    inlinks: 9,
    followedInlinkPages: 3,
    outlinks: 8,
    outlinkTargets: 7,
    followedOutlinks: 6,
    externalOutlinks: 2,
  },
  columns: columnsWith({ missingAltTags: 2, emptyAltTags: 3, totalImages: 9, canonicalUrl: url }),
  issueCounts: { issues: 6, errors: 1, warnings: 4 },
  visits: { clicks: 7, impressions: 70, visits: 12, botRequests: 5, lastBotVisit: '2026-01-02' },
  copyOf: 'https://example.com/copied',
})

const redirect = pageRowWith({
  depth: UNKNOWN_DEPTH,
  statusCode: 301,
  mediaType: '',
  bytes: 0,
  hops: [{ url, status: 301, location: '/b', elapsedMs: 3 }],
  finalUrl: 'https://example.com/b',
  columns: null,
  foundBy: 'sitemap',
})

const bare = pageRowWith({ columns: columnsWith({ title: '', metaDescription: '', h1: '', lang: null }) })

const cases: { name: string; row: PageRow; expected: Record<PageColumnId, Cell> }[] = [
  {
    name: 'a page of HTML',
    row: whole,
    expected: {
      url,
      status: 200,
      indexability: 'Indexable',
      title: 'A page about lead lines',
      score: 85,
      words: 240,
      alt: 5,
      depth: 2,
      inlinks: 3,
      issues: 6,
      errors: 1,
      warnings: 4,
      titleLength: 23,
      description: 'How depth was measured.',
      descriptionLength: 23,
      canonical: url,
      h1: 'Lead lines',
      h1Count: 1,
      language: 'en',
      images: 9,
      outlinks: 8,
      links: 41,
      size: 4_000,
      ttfb: 12,
      time: 30,
      contentType: 'text/html',
      redirects: 0,
      redirectUrl: null,
      foundBy: 'Links',
      copyOf: 'https://example.com/copied',
      clicks: 7,
      impressions: 70,
      visits: 12,
      botRequests: 5,
      lastBotVisit: '2026-01-02',
    },
  },
  {
    name: 'a redirect that a sitemap lists, of a crawl that is under way',
    row: redirect,
    expected: {
      url: 'https://example.com/',
      status: 301,
      indexability: 'Redirect',
      title: null,
      score: 10,
      words: null,
      alt: null,
      depth: null,
      inlinks: null,
      issues: null,
      errors: null,
      warnings: null,
      titleLength: null,
      description: null,
      descriptionLength: null,
      canonical: null,
      h1: null,
      h1Count: null,
      language: null,
      images: null,
      outlinks: null,
      links: null,
      size: 0,
      ttfb: 12,
      time: 30,
      contentType: null,
      redirects: 1,
      redirectUrl: 'https://example.com/b',
      foundBy: 'Sitemap',
      copyOf: null,
      clicks: null,
      impressions: null,
      visits: null,
      botRequests: null,
      lastBotVisit: null,
    },
  },
]

describe('pageColumnTable()', () => {
  let store: Store
  before(async () => {
    store = await openTestStore()
  })
  after(() => store[Symbol.asyncDispose]())

  const entryOf = async (row: PageRow, columns: readonly ColumnId[]) => {
    const reading: Store['reading'] = { ...store.reading, pages: async () => [row], crawl: async () => crawlRowWith() }
    const walk = { reading, crawl: crawlRowWith(), isStable: false, filter: {} }
    const [[entry] = []] = await Array.fromAsync(pageColumnTable(columns).entries(walk))
    return entry?.value
  }

  for (const { name, row, expected } of cases)
    it(`has a value in each column for ${name}`, async () =>
      assert.deepEqual(await entryOf(row, pageColumnIds), expected))

  it('has length 0 for a title and a description that a page has not', async () => {
    assert.deepEqual(await entryOf(bare, ['titleLength', 'descriptionLength', 'title']), {
      titleLength: 0,
      descriptionLength: 0,
      title: null,
    })
  })

  it('has the columns in their order, with their units', () => {
    assert.deepEqual(pageColumnTable(['size', fieldColumnOf('Price'), 'url']).heads(false), [
      'Size (bytes)',
      'Price',
      'URL',
    ])
  })

  it('has a custom field as a number where it is one, and null where the page has none', async () => {
    const fields = [
      { name: 'Price', text: '€ 12', number: 12 },
      { name: 'Author', text: 'Ann', number: null },
      { name: 'Stock', text: '', number: null, error: 'Reading the page takes too long.' },
    ]
    const columns = ['Author', 'Price', 'Stock', 'Colour'].map(fieldColumnOf)
    assert.deepEqual(await entryOf(pageRowWith({ fields }), columns), {
      'field.Author': 'Ann',
      'field.Price': 12,
      'field.Stock': null,
      'field.Colour': null,
    })
    assert.deepEqual(await entryOf(pageRowWith(), columns.slice(3)), { 'field.Colour': null })
  })
})
