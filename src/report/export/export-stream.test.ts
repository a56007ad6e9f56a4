import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import Papa from 'papaparse'
import { exportParts } from '#shared/api/streams.ts'
import type { ImageFact } from '#shared/element-facts.ts'
import { startTestCrawl, testIssue } from '#store/contract/test-crawl.ts'
import type { CrawlRow, Store } from '#store/store.ts'
import { openTestStore } from '../../../test/support/storage.ts'
import { REPORT_VERSION } from '../baseline/baseline-schema.ts'
import { type ExportRequest, exportFileName, exportStream } from './export-stream.ts'

const SITE = 'https://site.test'
const noImage: ImageFact = {
  src: null,
  tag: '<img>',
  alt: null,
  isDecorative: false,
  hasOtherName: false,
  width: null,
  height: null,
  hasInlineSize: false,
  isTiny: false,
  isInNoscript: false,
  isSvg: false,
  figureCaption: null,
  soleContentOf: null,
  region: 'main',
  path: 'body > img',
  line: 4,
}
/** Longer than several batches of any part. */
const PAGES = 1_205

async function crawlOf(store: Store): Promise<CrawlRow> {
  const crawl = await startTestCrawl(store)
  await crawl.commit([
    {
      path: '/',
      number: 1,
      links: [
        { url: `${SITE}/gone`, text: '=cmd', fragment: 'x', rel: ['nofollow', 'noopener'], isNofollow: true, line: 9 },
        { url: 'https://elsewhere.test/', region: 'footer', line: 0 },
        { url: `${SITE}/pic.png`, kind: 'image', text: 'A ship' },
      ],
      facts: {
        images: [
          { ...noImage, src: `${SITE}/pic.png`, alt: 'A ship', width: 640, height: 480.5 },
          { ...noImage, alt: ' ', isDecorative: true, line: 0 },
          noImage,
        ],
      },
      issues: [testIssue({ severity: 'warning', details: { sourceUrl: `${SITE}/b`, statusCode: 404, evidence: [] } })],
    },
    { path: '/gone', number: 2, columns: null, fetched: { status: 404, mediaType: '' } },
    {
      path: '/old',
      number: 3,
      fetched: {
        hops: [{ url: `${SITE}/old`, status: 301, location: `${SITE}/`, elapsedMs: 5 }],
        finalUrl: `${SITE}/`,
      },
    },
    {
      path: '/pic.png',
      number: 0,
      state: 'probed',
      columns: null,
      fetched: { mediaType: 'image/png', bytes: 2_048 },
    },
    ...Array.from({ length: PAGES - 3 }, (_, index) => ({
      path: `/page-${index}`,
      number: index + 4,
      links: [{ url: `${SITE}/` }],
      facts: { images: [{ ...noImage, alt: `${index}` }] },
      issues: [testIssue({ path: `/page-${index}`, message: `No title ${index % 2 === 0 ? 'even' : 'odd'}` })],
    })),
  ])
  await crawl.commitRows([{ url: 'https://elsewhere.test/', state: 'skipped', skipReason: 'stopped' }])
  await store.crawls.end(crawl.claim, { reason: 'finished', sentence: 'Done.', endedMs: 9_000 })
  const row = await store.reading.crawl(crawl.crawlId)
  if (!row) throw new Error('no such crawl')
  return row
}

/** Of each part alone, so that parts keep their filters. */
type Without<Request, Key extends string> = Request extends unknown ? Omit<Request, Key> : never
type ExportOptions = Without<ExportRequest, 'reading' | 'crawl' | 'hasBom' | 'isStable'> & { hasBom?: boolean }
type ListOptions = Without<ExportOptions, 'format'>

describe('exportStream()', () => {
  let store: Store
  let crawl: CrawlRow

  before(async () => {
    store = await openTestStore()
    crawl = await crawlOf(store)
  })
  after(async () => {
    await store[Symbol.asyncDispose]()
  })

  const textOf = async (options: ExportOptions) => {
    const request: ExportRequest = { reading: store.reading, crawl, hasBom: false, isStable: false, ...options }
    return (await Array.fromAsync(exportStream(request).text)).join('')
  }
  const csvOf = async (options: ListOptions) => {
    const { data, meta } = Papa.parse<Record<string, string>>(await textOf({ ...options, format: 'csv' }), {
      header: true,
      skipEmptyLines: true,
    })
    assert.equal(meta.linebreak, '\r\n')
    return data
  }
  const jsonOf = async (options: ListOptions) => JSON.parse(await textOf({ ...options, format: 'json' }))

  it('gives each link with what came of its target', async () => {
    const { format, version, filter, links } = await jsonOf({ part: 'links' })
    assert.deepEqual([format, version, filter], ['sitesounder-links', REPORT_VERSION, {}])
    assert.equal(links.length, PAGES - 3 + 3 + 1)
    const element = { region: 'main', path: 'body > a', failure: '', skipReason: null }
    assert.deepEqual(links.slice(0, 4), [
      {
        ...element,
        sourceUrl: `${SITE}/`,
        targetUrl: `${SITE}/gone`,
        fragment: 'x',
        text: '=cmd',
        kind: 'anchor',
        rel: 'nofollow noopener',
        isNofollow: true,
        isExternal: false,
        statusCode: 404,
        line: 9,
      },
      {
        ...element,
        sourceUrl: `${SITE}/`,
        targetUrl: 'https://elsewhere.test/',
        fragment: null,
        text: 'text',
        kind: 'anchor',
        region: 'footer',
        skipReason: 'stopped',
        rel: '',
        isNofollow: false,
        isExternal: true,
        statusCode: null,
        line: null,
      },
      {
        ...element,
        sourceUrl: `${SITE}/`,
        targetUrl: `${SITE}/pic.png`,
        fragment: null,
        text: 'A ship',
        kind: 'image',
        rel: '',
        isNofollow: false,
        isExternal: false,
        statusCode: 200,
        line: 7,
      },
      {
        ...element,
        sourceUrl: `${SITE}/old`,
        targetUrl: `${SITE}/`,
        fragment: null,
        text: '',
        kind: 'redirect',
        region: 'body',
        rel: '',
        isNofollow: false,
        isExternal: false,
        statusCode: 200,
        path: '',
        line: null,
      },
    ])
    const [row] = await csvOf({ part: 'links' })
    assert.deepEqual(row, {
      Source: `${SITE}/`,
      Target: `${SITE}/gone`,
      Fragment: 'x',
      Text: "'=cmd",
      Kind: 'anchor',
      Region: 'main',
      Rel: 'nofollow noopener',
      Nofollow: 'true',
      External: 'false',
      'Status code': '404',
      Failure: '',
      'Not requested because': '',
      Element: 'body > a',
      Line: '9',
    })
  })

  it('gives each image with what came of its file', async () => {
    const { images } = await jsonOf({ part: 'images' })
    assert.equal(images.length, PAGES - 3 + 3)
    assert.deepEqual(images[0], {
      pageUrl: `${SITE}/`,
      src: `${SITE}/pic.png`,
      altState: 'text',
      alt: 'A ship',
      isDecorative: false,
      width: 640,
      height: 480.5,
      statusCode: 200,
      failure: '',
      skipReason: null,
      contentType: 'image/png',
      size: 2_048,
      region: 'main',
      path: 'body > img',
      line: 4,
    })
    assert.deepEqual(
      images.slice(1, 3).map((image: Record<string, unknown>) => [image.altState, image.alt, image.src, image.line]),
      [
        ['empty', ' ', null, null],
        ['missing', null, null, 4],
      ],
    )
  })

  it('gives the same rows in both formats, every one of them once', async () => {
    const lists = [
      { part: 'issues', key: 'pageUrl', head: 'Page' },
      { part: 'pages', key: 'url', head: 'URL' },
      { part: 'links', key: 'targetUrl', head: 'Target' },
    ] as const
    for (const { part, key, head } of lists) {
      const entries: Record<string, string>[] = (await jsonOf({ part }))[part]
      const rows = await csvOf({ part })
      assert.deepEqual(
        entries.map(entry => entry[key]),
        rows.map(row => row[head]),
        part,
      )
      if (part !== 'links') assert.equal(new Set(rows.map(row => row[head])).size, rows.length, part)
    }
  })

  it('filters issues and pages as the lists do, in their order', async () => {
    for (const filter of [
      { severity: 'error' as const },
      { search: 'ODD' },
      { search: 'page-1', severity: 'error' as const },
    ]) {
      const report = await jsonOf({ part: 'issues', filter })
      assert.deepEqual(report.filter, filter)
      const listed = await store.reading.issues(crawl.id, { ...filter, limit: PAGES })
      assert.ok(listed.length > 100 && listed.length < PAGES)
      assert.deepEqual(
        report.issues.map((issue: { pageUrl: string }) => issue.pageUrl),
        listed.map(issue => issue.pageUrl),
      )
    }
    for (const filter of [
      { statusClass: '4xx' as const },
      { search: 'PAGE-2' },
      { isPassed: true },
      { kind: 'ok' as const },
    ]) {
      const rows = await csvOf({ part: 'pages', filter })
      const listed = await store.reading.pages(crawl.id, { ...filter, limit: PAGES })
      assert.ok(listed.length > 0 && listed.length < PAGES)
      assert.deepEqual(
        rows.map(row => row.URL),
        listed.map(page => page.url),
      )
    }
  })

  it('gives an empty list where nothing fits', async () => {
    const filter = { search: 'nowhere' }
    assert.deepEqual((await jsonOf({ part: 'pages', filter })).pages, [])
    assert.equal((await textOf({ part: 'issues', format: 'csv', filter })).split('\r\n').length, 2)
  })

  it('begins CSV, and nothing else, with a byte order mark when requested', async () => {
    for (const part of exportParts) {
      const csv = await textOf({ part, format: 'csv', hasBom: true })
      assert.equal(csv, `\ufeff${await textOf({ part, format: 'csv' })}`)
      assert.ok((await textOf({ part, format: 'json', hasBom: true })).startsWith('{'))
    }
  })

  it('says what file it is', () => {
    const about = (options: ExportOptions) =>
      exportStream({ reading: store.reading, crawl, hasBom: false, isStable: false, ...options })
    const { mediaType, fileName } = about({ part: 'links', format: 'csv' })
    assert.deepEqual([mediaType, fileName], ['text/csv; charset=utf-8', 'sitesounder-site.test-links-1970-01-01.csv'])
    assert.equal(about({ part: 'report', format: 'json' }).mediaType, 'application/json; charset=utf-8')
  })

  it('breaks off when the crawl is cleared meanwhile, so that no half file looks whole', async () => {
    const owner = await store.visitors.findOwner('owner', 1_000)
    const { text } = exportStream({
      reading: store.reading,
      crawl,
      part: 'pages',
      format: 'json',
      hasBom: false,
      isStable: false,
    })
    await assert.rejects(
      async () => {
        let isCleared = false
        for await (const _ of text) if (!isCleared) isCleared = await store.websites.clear(crawl.websiteId, owner ?? 0)
      },
      { code: 'not-found', message: 'The crawl was cleared while it was being exported' },
    )
  })
})

const startedMs = Date.UTC(2026, 0, 31, 23, 59)
const names: [string, string][] = [
  ['https://example.com/', 'sitesounder-example.com-links-2026-01-31.csv'],
  ['https://www.Example.com:8443/shop?x=1', 'sitesounder-www.example.com-8443-links-2026-01-31.csv'],
  ['https://bücher.example/', 'sitesounder-xn--bcher-kva.example-links-2026-01-31.csv'],
  ['http://[2001:db8::1]:8080/', 'sitesounder-2001-db8-1-8080-links-2026-01-31.csv'],
  ['http://..%2F/', 'sitesounder-website-links-2026-01-31.csv'],
  ['http://example.com./', 'sitesounder-example.com-links-2026-01-31.csv'],
  [
    `http://${'a'.repeat(60)}.${'b'.repeat(60)}/`,
    `sitesounder-${'a'.repeat(60)}.${'b'.repeat(39)}-links-2026-01-31.csv`,
  ],
]

describe('exportFileName()', () => {
  for (const [seedUrl, expected] of names)
    it(`names a file of ${seedUrl.slice(0, 40)}`, () => {
      const name = exportFileName({ seedUrl, startedMs, createdMs: 0 }, { part: 'links', extension: 'csv' })
      assert.equal(name, expected)
      assert.match(name, /^[A-Za-z0-9.-]+$/)
    })

  it('takes the day on which a crawl was requested before it has started', () => {
    const crawl = { seedUrl: 'https://example.com/', startedMs: null, createdMs: startedMs }
    assert.match(exportFileName(crawl, { part: 'report', extension: 'json' }), /-report-2026-01-31\.json$/)
  })
})
