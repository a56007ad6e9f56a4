import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import { linkKinds } from '#shared/model.ts'
import { kindsToMask } from '#shared/page-record.ts'
import type { StyleFile } from '#shared/site-facts.ts'
import type { UrlRow } from '#store/store.ts'
import {
  openScriptedCrawls,
  type ScriptedCrawl,
  type ScriptedCrawls,
  type ScriptedWeb,
} from '../test-scripted-crawl.ts'
import { noteStyleFiles, styleSheetsToRead } from './style-sheets.ts'

const SITE = 'https://site.example'
const FONTS = 'https://fonts.test'
const css = (text: string) => ({ type: 'text/css', text })
const page = (...urls: string[]) => ({
  type: 'text/html',
  text: `<!doctype html><title>Start</title>${urls.map(url => `<link rel=stylesheet href="${url}">`).join('')}`,
})

let crawls: ScriptedCrawls
before(async () => {
  crawls = await openScriptedCrawls()
})
after(() => crawls[Symbol.asyncDispose]())

async function crawlOf(web: ScriptedWeb, options: ScriptedCrawl['options'] = {}) {
  const { crawl, jobs } = await crawls.run({ web, url: `${SITE}/`, options: { ...defaultCrawlOptions, ...options } })
  const site = await crawls.store.crawls.siteFacts(crawl.id)
  const statusOf = async (url: string) => (await site.target(url))?.finalStatus
  return { jobs, statusOf, styleFiles: site.crawl.styleFiles }
}

describe('what style sheets name', () => {
  it('is requested like any other file, and each style sheet once', async () => {
    const { jobs, statusOf, styleFiles } = await crawlOf({
      [`${SITE}/`]: page('/a.css', `${FONTS}/b.css`),
      [`${SITE}/a.css`]: css('@import "c.css"; main { background: url(img/gone.png) }'),
      [`${SITE}/c.css`]: css('main { background: url(never-read.png) }'),
      [`${FONTS}/b.css`]: css('@font-face { src: url(b.woff2) }'),
      [`${FONTS}/b.woff2`]: { type: 'font/woff2', text: 'font' },
    })
    assert.deepEqual(styleFiles, [
      { url: `${FONTS}/b.woff2`, styleSheetUrl: `${FONTS}/b.css` },
      { url: `${SITE}/c.css`, styleSheetUrl: `${SITE}/a.css` },
      { url: `${SITE}/img/gone.png`, styleSheetUrl: `${SITE}/a.css` },
    ])
    assert.equal(await statusOf(`${SITE}/img/gone.png`), 404)
    assert.equal(await statusOf(`${FONTS}/b.woff2`), 200)
    for (const url of [`${SITE}/a.css`, `${SITE}/c.css`, `${FONTS}/b.css`])
      assert.equal(jobs.filter(job => job === `probe ${url}`).length, 1, url)
  })

  it('is requested from other sites only where their URLs are', async () => {
    const { jobs, styleFiles } = await crawlOf(
      { [`${SITE}/`]: page('/a.css'), [`${SITE}/a.css`]: css(`main { background: url(${FONTS}/a.png) }`) },
      { probesExternal: false },
    )
    assert.deepEqual(styleFiles, [{ url: `${FONTS}/a.png`, styleSheetUrl: `${SITE}/a.css` }])
    assert.ok(!jobs.some(job => job.includes(FONTS)))
  })

  it('is limited for each style sheet, with fewer files of other hosts', async () => {
    const names = (start: string, count: number) =>
      Array.from({ length: count }, (_, index) => `a { background: url(${start}${index}.png) }`).join('\n')
    const { styleFiles } = await crawlOf({
      [`${SITE}/`]: page('/own.css', '/foreign.css'),
      [`${SITE}/own.css`]: css(names('', 100)),
      [`${SITE}/foreign.css`]: css(names(`${FONTS}/`, 100)),
    })
    const countOf = (name: string) => styleFiles?.filter(({ styleSheetUrl }) => styleSheetUrl.endsWith(name)).length
    assert.deepEqual([countOf('/own.css'), countOf('/foreign.css')], [30, 5])
  })

  it('is not looked for in other responses', async () => {
    const { styleFiles } = await crawlOf({
      [`${SITE}/`]: page('/a.css', '/gone.css'),
      [`${SITE}/a.css`]: { type: 'text/html', text: 'url(a.png)' },
      [`${SITE}/gone.css`]: { ...css('url(b.png)'), status: 404 },
    })
    assert.equal(styleFiles, undefined)
  })
})

describe('styleSheetsToRead()', () => {
  const row = (id: number, changes: Partial<UrlRow> = {}) => ({
    id,
    scope: 'internal' as const,
    firstNumber: 1,
    firstPosition: id,
    kinds: kindsToMask(['stylesheet'], linkKinds),
    ...changes,
  })

  it('takes the first of the site and of other sites', () => {
    const own = Array.from({ length: 20 }, (_, index) => row(20 - index))
    const foreign = Array.from({ length: 9 }, (_, index) => row(30 + index, { scope: 'external' }))
    assert.deepEqual([...styleSheetsToRead([...own, ...foreign])], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 30, 31, 32, 33, 34])
  })

  it('does not take images, and what only a style sheet names', () => {
    assert.deepEqual(
      [...styleSheetsToRead([row(1, { kinds: kindsToMask(['image'], linkKinds) }), row(2, { firstNumber: 0 })])],
      [],
    )
  })
})

describe('noteStyleFiles()', () => {
  const record = (name: string, ...urls: string[]) => ({
    url: `${SITE}/${name}`,
    found: urls.map(url => ({ url, kinds: 8, isFollowed: false })),
  })
  it('gives one list whatever the order of arrival, and however often', () => {
    const records = [record('b.css', 'x'), record('a.css', 'y', 'x'), record('c.css')]
    const listOf = (all: typeof records) => {
      const checkpoint: { styleFiles?: StyleFile[] } = {}
      for (const each of all) noteStyleFiles(checkpoint, each)
      return checkpoint.styleFiles
    }
    const expected = [
      { url: 'y', styleSheetUrl: `${SITE}/a.css` },
      { url: 'x', styleSheetUrl: `${SITE}/a.css` },
      { url: 'x', styleSheetUrl: `${SITE}/b.css` },
    ]
    assert.deepEqual(listOf(records), expected)
    assert.deepEqual(listOf([...records.toReversed(), ...records]), expected)
  })
})
