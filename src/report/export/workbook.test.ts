import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { streamXlsxRows } from 'hucre/xlsx'
import type { PageColumnId } from '#shared/page-columns.ts'
import { openTestStore } from '../../../test/support/storage.ts'
import { addCrawl } from '../test-crawl.ts'
import { exportWorkbook } from './workbook.ts'

const HOME = 'https://site.test/'

/** The cells of a workbook with the pages of a crawl, and its file. */
async function workbookOf(titles: string[], columns: PageColumnId[]) {
  await using store = await openTestStore()
  const ownerId = await store.visitors.createOwner('owner', 1)
  const pages = titles.map((title, index) => ({ url: `${HOME}${index || ''}`, title }))
  const { crawlId } = await addCrawl(store, { ownerId, url: HOME, pages, nowMs: Date.UTC(2026, 0, 2) })
  const crawl = await store.reading.crawl(crawlId)
  assert.ok(crawl)
  const { bytes, ...file } = exportWorkbook({ reading: store.reading, crawl, isStable: false, part: 'pages', columns })
  const whole = Buffer.concat(await Array.fromAsync(bytes))
  const rows: unknown[][] = []
  for await (const { values } of streamXlsxRows(whole)) rows.push(values)
  return { rows, file }
}

describe('exportWorkbook()', () => {
  it('has the columns and rows of the list, numbers as numbers', async () => {
    const { rows, file } = await workbookOf(['Home', 'Über uns'], ['canonical', 'url', 'status', 'title'])
    assert.deepEqual(rows, [
      ['Canonical URL', 'URL', 'Status', 'Title'],
      [null, HOME, 200, 'Home'],
      [null, `${HOME}1`, 200, 'Über uns'],
    ])
    assert.deepEqual(file, {
      mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      fileName: 'sitesounder-site.test-pages-2026-01-02.xlsx',
    })
  })

  const titles: [string, string, string][] = [
    [
      'a text that begins as a formula, as it is',
      '=HYPERLINK("https://evil.test/")',
      '=HYPERLINK("https://evil.test/")',
    ],
    ['a text of digits as text', '0042', '0042'],
    ['markup', '</t></is><f>1</f>&amp;', '</t></is><f>1</f>&amp;'],
    ['invisible characters so that they are seen', 'a\u202eb\u0000', 'a[U+202E]b[U+0000]'],
    ['a long text cut to what a cell may hold', 'x'.repeat(40_000), 'x'.repeat(32_767)],
    ['no half of a character at the cut', `${'x'.repeat(32_766)}😀`, `${'x'.repeat(32_766)}\ufffd`],
  ]
  for (const [name, title, expected] of titles)
    it(`writes ${name}`, async () => {
      const { rows } = await workbookOf([title], ['title'])
      assert.deepEqual(rows, [['Title'], [expected]])
    })
})
