import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { columnsWith } from '#report/test-rows.ts'
import { pageFieldNames } from '#shared/changes.ts'
import type { PageColumns } from '#shared/page-record.ts'
import { movedUrls } from '#shared/path-map.ts'
import type { ComparablePage } from '#store/store.ts'
import { changedFields, fieldsOf, hasField, pageValues } from './page-fields.ts'

type Changes = Partial<Omit<ComparablePage, 'columns' | 'columnsText'>> & { columns?: Partial<PageColumns> | null }

function pageWith({ columns: changed = {}, ...changes }: Changes = {}): ComparablePage {
  const columns = changed && columnsWith(changed)
  return {
    urlId: 1,
    number: 1,
    url: 'https://site.test/page',
    isHtml: true,
    isRequested: true,
    status: 200,
    hasRedirects: false,
    finalUrl: 'https://site.test/page',
    indexability: 'indexable',
    bytes: 1_000,
    inlinks: 3,
    outlinks: 4,
    columnsText: columns && JSON.stringify(columns),
    columns: () => columns,
    ...changes,
  }
}

const unmoved = (url: string) => url
const changesOf = (later: ComparablePage, earlier: ComparablePage, moved = unmoved) =>
  fieldsOf(changedFields({ later, earlier }, moved))

const cases: [name: string, later: Changes, fields: string[]][] = [
  ['nothing', {}, []],
  ['what is not compared', { urlId: 2, number: 5, finalUrl: 'https://site.test/else', columns: { lang: 'de' } }, []],
  ['its status', { status: 404 }, ['status']],
  ['its indexability', { indexability: 'noindex' }, ['indexability']],
  ['its title', { columns: { title: 'A page about lead linen' } }, ['title']],
  ['its description', { columns: { metaDescription: 'Other' } }, ['description']],
  ['its canonical', { columns: { canonicalUrl: 'https://site.test/' } }, ['canonical']],
  ['its robots directives', { columns: { robotsDirectives: 'nofollow' } }, ['robots']],
  ['its first heading', { columns: { h1: 'Other' } }, ['h1']],
  ['its words', { columns: { wordCount: 241 } }, ['words']],
  ['its text', { columns: { textHash: 'beef' } }, ['text']],
  ['its structured data', { columns: { structuredData: 'Article' } }, ['structuredData']],
  ['the links to it', { inlinks: 4 }, ['inlinks']],
  ['the links on it', { outlinks: null }, ['outlinks']],
  ['its size', { bytes: 1_001 }, ['size']],
  ['its score', { columns: { h1Count: 2 } }, ['score']],
  ['its URL alone, with the score of a URL of words', { url: 'https://site.test/page-two' }, ['score']],
  [
    'several fields, in their order',
    { bytes: 9, status: 500, columns: { title: '' } },
    ['status', 'title', 'size', 'score'],
  ],
]

describe('changedFields()', () => {
  for (const [name, later, fields] of cases) {
    it(`finds in a page that differs in ${name}: ${fields.join(', ') || 'no field'}`, () => {
      assert.deepEqual(changesOf(pageWith(later), pageWith()), fields)
      assert.deepEqual(changesOf(pageWith(), pageWith(later)), fields)
    })
  }

  it('finds a canonical that only follows the website to another host the same, and no other one', () => {
    const moved = movedUrls({ from: 'https://old.test/', to: 'https://site.test/' })
    const canonical = (canonicalUrl: string) => pageWith({ columns: { canonicalUrl } })
    const later = canonical('https://site.test/page')
    assert.deepEqual(changesOf(later, canonical('https://old.test/page'), moved), [])
    assert.deepEqual(changesOf(later, canonical('https://old.test/other'), moved), ['canonical'])
    assert.deepEqual(changesOf(later, canonical('https://old.test/page')), ['canonical'])
  })

  it('finds all that is known of a page that the other crawl could not read', () => {
    const unread = pageWith({ columns: null })
    // Its canonical is null in both.
    const known = ['title', 'description', 'robots', 'h1', 'words', 'text', 'structuredData', 'score']
    assert.deepEqual(changesOf(unread, pageWith()), known)
    assert.deepEqual(pageValues(unread), {
      ...{ status: 200, indexability: 'indexable', inlinks: 3, outlinks: 4, size: 1_000 },
      ...{ title: null, description: null, canonical: null, robots: null, h1: null, words: null, text: null },
      ...{ structuredData: null, score: null },
    })
  })
})

describe('hasField()', () => {
  it('tells the fields of a mask from all others', () => {
    const mask = changedFields({ later: pageWith({ status: 404, bytes: 1 }), earlier: pageWith() }, unmoved)
    assert.deepEqual(
      pageFieldNames.filter(field => hasField(mask, field)),
      ['status', 'size'],
    )
  })
})
