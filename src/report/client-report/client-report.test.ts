import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type DefaultTreeAdapterMap, parse } from 'parse5'
import type { Evidence, NewIssue } from '#shared/model.ts'
import { plainText } from '#shared/plain-text.ts'
import type { CrawlRow, Store } from '#store/store.ts'
import { XSS_FUNCTION, xssCorpus } from '../../../test/attack/xss-corpus.ts'
import { openTestStore } from '../../../test/support/storage.ts'
import { addCrawl, type TestPage, testIssue } from '../test-crawl.ts'
import { MAX_ISSUES_PER_CHECK } from './findings.ts'
import { writeClientReport } from './write-client-report.ts'

const home = 'https://example.com/'

let store: Store
let visitors = 0

before(async () => {
  store = await openTestStore()
})
after(async () => {
  await store[Symbol.asyncDispose]()
})

async function crawlOf(pages: TestPage[], isEnded = true): Promise<CrawlRow> {
  visitors++
  const ownerId = await store.visitors.createOwner(`visitor ${visitors}`, 0)
  const { crawlId } = await addCrawl(store, { ownerId, url: home, pages, nowMs: Date.UTC(2026, 0, 2, 12), isEnded })
  const crawl = await store.reading.crawl(crawlId)
  if (!crawl) throw new Error('the crawl is gone')
  return crawl
}

async function textOf(crawl: CrawlRow): Promise<string> {
  return (await Array.fromAsync(writeClientReport({ reading: store.reading, crawl }))).join('')
}

interface Seen {
  names: Set<string>
  attributes: Map<string, Set<string>>
  text: string
}

/** What a browser would make of the document. */
function seenIn(document: string): Seen {
  const seen: Seen = { names: new Set(), attributes: new Map(), text: '' }
  const walk = (node: DefaultTreeAdapterMap['node']) => {
    if ('tagName' in node) seen.names.add(node.tagName)
    if ('attrs' in node)
      for (const { name, value } of node.attrs)
        seen.attributes.set(name, (seen.attributes.get(name) ?? new Set()).add(value))
    if ('value' in node && node.nodeName === '#text') seen.text += node.value
    if ('childNodes' in node) for (const child of node.childNodes) walk(child)
  }
  walk(parse(document))
  return seen
}

const names = (
  'html head meta title style body a svg symbol circle path rect use g text header p h1 span bdi dl div dt dd time nav ol li ' +
  'main section h2 table caption thead tbody tr th td h3 article ul figure figcaption pre code br footer'
).split(' ')
const attributes = (
  'lang charset http-equiv content name class href width height aria-hidden id viewbox viewBox d cx cy r rx x y dir rel datetime ' +
  'aria-label aria-labelledby pathLength stroke-dasharray stroke-dashoffset transform scope data-label'
).split(' ')

/** One text in every place of a page and of an issue where a site may write. */
function hostilePage(text: string, index: number): TestPage {
  const url = URL.parse(`${home}${index}/${text}`)?.href ?? `${home}${index}`
  const evidence: Evidence[] = [
    { kind: 'text', label: text, text },
    { kind: 'code', label: text, code: text, line: 3 },
    { kind: 'url', label: 'u', url: text },
    { kind: 'urls', label: 'us', urls: [text, url], total: 9 },
    { kind: 'hops', label: 'h', hops: [{ url: text, status: 301, location: text, elapsedMs: 1 }] },
    { kind: 'attempts', label: 'a', attempts: [{ atMs: 1, method: 'GET', status: null, failure: text }] },
    {
      kind: 'places',
      label: 'p',
      places: [{ sourceUrl: text, text, region: 'main', path: text, line: 1 }],
      total: 2,
    },
    { kind: 'table', label: 't', columns: [text, 'b'], rows: [[text, text]] },
  ]
  const issue = testIssue(url, {
    checkId: `gone-${index % 7}`,
    type: 'broken_link',
    message: text,
    details: { sourceUrl: text, targetUrl: text, evidence },
  })
  return { url, title: text, issues: [issue] }
}

describe('a client report', () => {
  it('is one document that loads nothing and runs nothing', async () => {
    const text = await textOf(await crawlOf([{ url: home, issues: [testIssue(home)] }]))
    assert.match(text, /^<!doctype html>\n/)
    assert.match(text, /http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src/)
    assert.doesNotMatch(text, /<script|<link|<img|<iframe|@import|url\(|\ssrc=|\sstyle=/)
    assert.match(text, /<\/html>\n$/)
  })

  it('does nothing that a site wrote, and shows it', async () => {
    const texts = [...xssCorpus.map(payload => payload.text), `<img src=x onerror="${XSS_FUNCTION}()">`]
    const document = await textOf(await crawlOf(texts.map(hostilePage)))
    const seen = seenIn(document)
    assert.deepEqual(
      [...seen.names].filter(name => !names.includes(name)),
      [],
    )
    assert.deepEqual(
      [...seen.attributes.keys()].filter(name => !attributes.includes(name)),
      [],
    )
    const hrefs = [...(seen.attributes.get('href') ?? [])]
    assert.deepEqual(
      hrefs.filter(href => !/^(?:https?:\/\/|#)/.test(href)),
      [],
    )
    assert.ok(hrefs.length > xssCorpus.length)
    assert.doesNotMatch(
      document,
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/,
    )
    const shown = seen.text.replaceAll(/\s+/g, ' ')
    const beginnings = texts.map(text => plainText(text).slice(0, 60).replaceAll(/\s+/g, ' ').trim())
    const missing = beginnings.filter(each => !each.includes('[') && !shown.includes(each))
    assert.deepEqual(missing, [])
  })

  it('says the numbers of the crawl', async () => {
    const broken: Partial<NewIssue> = {
      checkId: 'gone',
      type: 'broken_link',
      details: { statusCode: 404, evidence: [] },
    }
    const crawl = await crawlOf([
      { url: home, issues: [testIssue(home)] },
      { url: `${home}a`, issues: [testIssue(`${home}a`, broken), testIssue(`${home}a`, { severity: 'info' })] },
      { url: `${home}old`, status: 301 },
    ])
    const text = await textOf(crawl)
    const figures = [...text.matchAll(/<div><dt>([\w ]+)<\/dt><dd>(\d+)<\/dd><\/div>/g)].map(match => [
      match[1],
      match[2],
    ])
    assert.deepEqual(Object.fromEntries(figures), {
      'Health score': '85',
      'Total pages': '3',
      'Indexable pages': '2',
      Errors: '2',
      Warnings: '0',
      Infos: '1',
      Redirects: '0',
      Duplicates: '0',
      Passed: '1',
      'Page limit': '100',
    })
    assert.match(text, /<time datetime="2026-01-02T12:00:00\.000Z">2 January 2026, 12:00 UTC<\/time>/)
    assert.match(text, /<td class="number" data-label="Points"><div>\+\d+\.\d<\/div><\/td>/)
    assert.match(text, /Every page was crawled\./)
    assert.equal(await textOf(crawl), text)
  })

  it('shows the first issues of a check and says how many there are', async () => {
    const pages = Array.from({ length: 70 }, (_, index) => {
      const url = `${home}${index}`
      return { url, issues: [testIssue(url)] }
    })
    const text = await textOf(await crawlOf(pages))
    assert.equal(text.match(/<li><p class="where">/g)?.length, MAX_ISSUES_PER_CHECK)
    assert.match(text, /70 issues/)
    assert.match(text, /and 20 more/)
  })

  it('lists the first thousand pages and the first five hundred broken links of more, and says so', async () => {
    const pages = Array.from({ length: 1_100 }, (_, index) => {
      const url = `${home}${index}`
      return { url, issues: [testIssue(url, { checkId: 'gone', type: 'broken_link' })] }
    })
    const text = await textOf(await crawlOf(pages))
    const rowsOf = (id: string) => text.split(`<section id="${id}"`)[1]?.split('</table>')[0]?.match(/<tr>/g)?.length
    assert.equal(rowsOf('pages'), 1_001)
    assert.equal(rowsOf('broken-links'), 501)
    assert.match(text, /The first 1,000 of 1,100 pages/)
    assert.match(text, /The first 500 of 1,100;/)
  })

  it('is whole for a crawl that found nothing, and for one that runs', async () => {
    assert.match(
      await textOf(await crawlOf([])),
      /No issues were found\..*No link, image or file of the site was found broken\./s,
    )
    const running = await crawlOf([{ url: home }], false)
    assert.match(await textOf(running), /The crawl is still running/)
  })
})
