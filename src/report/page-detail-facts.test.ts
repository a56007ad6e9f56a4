import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { imageWith, pageFactsWith, renderedWith } from '#checks/test-facts.ts'
import type { MarkupItemFact } from '#shared/element-facts.ts'
import { pageFactsSchema } from '#shared/page-detail.ts'
import { pageFactsResponse, renderingResponse } from './page-detail-facts.ts'

const many = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index))
const src = 'https://example.com/a.png'

describe('pageFactsResponse()', () => {
  it('fits the contract', () => {
    const response = pageFactsResponse(pageFactsWith(), new Map())
    assert.deepEqual(pageFactsSchema.parse(response), response)
  })

  it('cuts every long list and says how much there was', () => {
    const facts = pageFactsWith({
      images: many(150, () => imageWith({ src })),
      headings: many(300, line => ({ level: 2, text: 'x', isHidden: false, isInMain: true, path: 'h2', line })),
      jsonLd: many(30, () => ({ raw: 'x'.repeat(20_000), line: 1, error: null, types: [] })),
      openGraph: many(100, index => [`og:${index}`, 'x']),
    })
    const { images, headings, structuredData, openGraph } = pageFactsResponse(facts, new Map())
    const sizes = [images, headings, structuredData, openGraph].map(list => [list.total, list.items.length])
    assert.deepEqual(sizes, [
      [150, 100],
      [300, 200],
      [30, 20],
      [100, 60],
    ])
    assert.deepEqual([structuredData.items[0]?.code.length, structuredData.items[0]?.isCut], [10_000, true])
  })

  it('has the tags for search engines as they are written', () => {
    const canonical = { raw: '/a', url: src, source: 'tag', line: 3 } as const
    const directive = { source: 'header', agent: 'googlebot', raw: 'noindex', line: 0 } as const
    const hreflang = { code: 'en', raw: 'EN', url: src, source: 'tag', line: 5 } as const
    const facts = pageFactsWith({
      canonicals: many(50, () => ({ ...canonical, isRelative: true, hasFragment: false })),
      robotsDirectives: many(50, () => ({ ...directive, tokens: ['noindex'] })),
      hreflangs: many(300, () => ({ ...hreflang, isAbsolute: true })),
      titles: many(50, line => ({ text: 'x', line })),
      metaDescriptions: many(50, line => ({ text: 'x', line })),
    })
    const { canonicals, robotsDirectives, hreflangs, titles, metaDescriptions } = pageFactsResponse(facts, new Map())
    const lists = [canonicals, robotsDirectives, hreflangs, titles, metaDescriptions]
    assert.deepEqual(
      lists.map(({ total, items }) => [total, items.length]),
      [
        [50, 20],
        [50, 20],
        [300, 200],
        [50, 20],
        [50, 20],
      ],
    )
    assert.deepEqual(
      [canonicals.items[0], robotsDirectives.items[0], hreflangs.items[0]],
      [canonical, directive, hreflang],
    )
  })

  it('knows of headings beyond those that are kept', () => {
    const heading = { level: 2 as const, text: 'x', isHidden: false, isInMain: true, path: 'h2', line: 1 }
    const counts = { h1Count: 1, h2Count: 600, h3Count: 20, h4Count: 3, h5Count: 4, h6Count: 5 }
    const totalOf = (kept: number, of: typeof counts) =>
      pageFactsResponse(pageFactsWith({ headings: many(kept, () => heading), ...of }), new Map()).headings.total
    assert.equal(totalOf(500, counts), 633)
    assert.equal(totalOf(500, { ...counts, h2Count: 10 }), 500)
    assert.equal(totalOf(499, counts), 499)
  })

  it('says what of the page was left unread', () => {
    const facts = pageFactsWith({
      totalLinks: 10_001,
      totalImages: 2_000,
      response: { bodyBytes: 15 * 1024 * 1024, isTruncated: true },
    })
    assert.deepEqual(pageFactsResponse(facts, new Map()).limitsReached, [
      'Page larger than 15 MB: the first 15 MB were read.',
      'More than 10,000 links: the first 10,000 of 10,001 were followed.',
    ])
    assert.deepEqual(pageFactsResponse(pageFactsWith(), new Map()).limitsReached, [])
  })

  it('gives of each image the result of requesting its file', () => {
    const file = {
      url: src,
      isExternal: false,
      statusCode: 404,
      failure: null,
      failureDetail: '',
      skipReason: null,
      mediaType: '',
      bytes: 12,
    }
    const facts = pageFactsWith({ images: [imageWith({ src }), imageWith({ src: null })] })
    const { images } = pageFactsResponse(facts, new Map([[src, file]]))
    assert.deepEqual(
      images.items.map(image => [image.statusCode, image.bytes]),
      [
        [404, 12],
        [null, null],
      ],
    )
  })

  it('shows Microdata and RDFa behind JSON-LD', () => {
    const item: MarkupItemFact = { syntax: 'microdata', raw: '{}', types: ['Product'], path: 'body > div', line: 3 }
    const jsonLd = [{ raw: '{}', line: 9, error: null, types: [] }]
    const { total, items } = pageFactsResponse(pageFactsWith({ jsonLd, markupItems: [item] }), new Map()).structuredData
    assert.equal(total, 2)
    assert.deepEqual(items, [
      { syntax: 'json-ld', types: [], code: '{}', isCut: false, error: null, line: 9 },
      { syntax: 'microdata', types: ['Product'], code: '{}', isCut: false, error: null, line: 3 },
    ])
  })

  it('says where a block of structured data cannot be read', () => {
    const error = { message: 'Unexpected end', line: 2, column: 5 }
    const facts = pageFactsWith({ jsonLd: [{ raw: '{', line: 9, error, types: [] }] })
    const [block] = pageFactsResponse(facts, new Map()).structuredData.items
    assert.equal(block?.error, 'Unexpected end (line 2, column 5 of the block)')
  })
})

describe('renderingResponse()', () => {
  it('says nothing of a page whose scripts were not run', () => assert.equal(renderingResponse(pageFactsWith()), null))

  it('says why a page could not be rendered', () => {
    const rendering = { isRendered: false, why: 'it made its browser tab crash' } as const
    assert.deepEqual(renderingResponse(pageFactsWith({ rendering })), rendering)
  })

  it('names what the source says otherwise, and nothing else', () => {
    const rendering = renderedWith({
      isCut: true,
      addedWordCount: 20,
      raw: { title: 'Loading', wordCount: 300, lang: null },
    })
    assert.deepEqual(renderingResponse(pageFactsWith({ rendering })), {
      isRendered: true,
      isCut: true,
      isTruncated: false,
      redirectUrl: null,
      addedWordCount: 20,
      differences: [
        { name: 'Title', source: 'Loading', rendered: 'Sounding the harbour' },
        { name: 'Language', source: '', rendered: 'en' },
        { name: 'Words in the main text', source: '300', rendered: '320' },
      ],
    })
  })

  it('names the robots directives in one text', () => {
    const directive = { source: 'meta', agent: 'robots', raw: '', line: 1 } as const
    const robotsDirectives = [
      { ...directive, tokens: ['noindex', 'nofollow'] },
      { ...directive, tokens: ['noarchive'] },
    ]
    const response = renderingResponse(pageFactsWith({ rendering: renderedWith(), robotsDirectives }))
    const differences = response?.isRendered ? response.differences : []
    assert.deepEqual(differences, [{ name: 'Robots directives', source: '', rendered: 'noindex, nofollow, noarchive' }])
  })

  it('fits the contract', () => {
    const response = pageFactsResponse(
      pageFactsWith({ rendering: renderedWith({ redirectUrl: 'https://example.com/new' }) }),
      new Map(),
    )
    assert.deepEqual(pageFactsSchema.parse(response), response)
  })
})
