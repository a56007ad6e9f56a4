import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type DefaultTreeAdapterMap, parse } from 'parse5'
import { ourCatalogue } from '#checks/index.ts'
import { defaultReportChoices, type ReportChoices, reportPapers } from '#shared/api/client-report.ts'
import { OWN_CHECKS, subjects } from '#shared/health-score.ts'
import type { Evidence } from '#shared/model.ts'
import { plainText } from '#shared/plain-text.ts'
import { MAX_SEGMENTS } from '#shared/segments.ts'
import type { CrawlRow, Store } from '#store/store.ts'
import { XSS_FUNCTION, xssCorpus } from '../../../test/attack/xss-corpus.ts'
import { openTestStore } from '../../../test/support/storage.ts'
import { comparisonWithEarlier } from '../comparison/chosen-crawls.ts'
import { addCrawl, type TestPage, testIssue } from '../test-crawl.ts'
import { reportSegments } from './report-segments.ts'
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
  return crawlOfOwner(ownerId, { pages, isEnded, nowMs: Date.UTC(2026, 0, 2, 12) })
}

async function crawlOfOwner(
  ownerId: number,
  crawled: { pages: TestPage[]; isEnded?: boolean; nowMs: number; crawlLimit?: number },
): Promise<CrawlRow> {
  const { crawlId } = await addCrawl(store, { ownerId, url: home, ...crawled })
  const crawl = await store.reading.crawl(crawlId)
  if (!crawl) throw new Error('the crawl is gone')
  return crawl
}

async function textOf(crawl: CrawlRow, chosen: Partial<ReportChoices> = {}): Promise<string> {
  const { reading } = store
  const choices = { ...defaultReportChoices, ...chosen }
  const comparison = await comparisonWithEarlier(store, crawl)
  const segments = await reportSegments(store, { reading, crawl, choices, comparison })
  const parts = writeClientReport({ reading, crawl, choices, segments, listFile: 'urls.csv', comparison })
  return (await Array.fromAsync(parts)).join('')
}

/** The titles of the pages after the cover. */
function pagesOf(text: string): string[] {
  return [...text.matchAll(/<h2 [^>]*>([^<]*)<\/h2>/g)].map(match => match[1] ?? '')
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
  'html head meta title style body main section div span b i p h1 h2 h3 bdi code dl dt dd nav ol ul li a header article svg symbol circle ' +
  'path rect use text line polyline g table caption thead tbody tr th td'
).split(' ')
const attributes = (
  'lang charset http-equiv content name class href width height aria-hidden id viewbox viewBox d cx cy r rx x y x1 x2 y1 y2 dir ' +
  'aria-label aria-labelledby pathLength stroke-dasharray transform scope data-label role points text-anchor'
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
    checkId: `gone-${index}`,
    type: 'broken_link',
    message: text,
    details: { sourceUrl: text, targetUrl: text, evidence },
  })
  return { url, title: text, issues: [issue] }
}

const TEXTS_AT_ONCE = 12

/** Enough checks for every page of the report, in pages of every kind. */
const checkIds = [...ourCatalogue.keys()]
const manyIssues = (url: string) =>
  checkIds.map(checkId => {
    const { type = 'meta_issue', severity = 'error' } = ourCatalogue.get(checkId) ?? {}
    return testIssue(url, { checkId, type, severity })
  })

const manySegments = Array.from({ length: MAX_SEGMENTS }, (_, index) => ({
  name: `Segment ${index} with a name that takes several lines of a cell`,
  conditions: 'depth:under:9',
}))

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
    // As many at once as the page of all fixes has rows for.
    for (let start = 0; start < texts.length; start += TEXTS_AT_ONCE) {
      const some = texts.slice(start, start + TEXTS_AT_ONCE)
      const document = await textOf(await crawlOf(some.map(hostilePage)))
      const seen = seenIn(document)
      assert.deepEqual(
        [...seen.names].filter(name => !names.includes(name)),
        [],
      )
      assert.deepEqual(
        [...seen.attributes.keys()].filter(name => !attributes.includes(name)),
        [],
      )
      assert.deepEqual(
        [...(seen.attributes.get('href') ?? [])].filter(href => !href.startsWith('#')),
        [],
      )
      assert.doesNotMatch(
        document,
        /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/,
      )
      const shown = seen.text.replaceAll(/\s+/g, ' ')
      const beginnings = some.map(text => plainText(text).slice(0, 30).replaceAll(/\s+/g, ' ').trim())
      assert.deepEqual(
        beginnings.filter(each => !each.includes('[') && !shown.includes(each)),
        [],
      )
    }
  })

  it('says the numbers of the crawl on its cover', async () => {
    const crawl = await crawlOf([
      { url: home, issues: [testIssue(home)] },
      { url: `${home}a`, issues: [testIssue(`${home}a`), testIssue(`${home}a`, { severity: 'info' })] },
      { url: `${home}old`, status: 301 },
    ])
    const text = await textOf(crawl)
    const figures = /<dl class="figures">(.*?)<\/dl>/s.exec(text)?.[1] ?? ''
    assert.deepEqual(
      [...figures.matchAll(/<dt>([^<]*)<\/dt><dd class="[^"]*">([^<]*)<\/dd>/g)].map(([, name, value]) => [
        name,
        value,
      ]),
      [
        ['Pages crawled', '2'],
        ['Errors', '2'],
        ['Warnings', '0'],
        ['Pages checked', '100 %'],
      ],
    )
    assert.match(text, /<span class="muted">Jan 2, 2026<\/span>/)
    assert.match(text, /aria-label="Health score: \d+ of 100"/)
    assert.match(text, /Full URL lists: <bdi>urls\.csv<\/bdi>/)
    assert.equal(await textOf(crawl), text)
  })

  it('says of a site of one page whether that page can be indexed', async () => {
    const one = (text: string) => /its page (?:can|cannot) be indexed/.exec(text)?.[0]
    assert.equal(one(await textOf(await crawlOf([{ url: home }]))), 'its page can be indexed')
    assert.equal(
      one(await textOf(await crawlOf([{ url: home, facts: { isNoindex: true } }]))),
      'its page cannot be indexed',
    )
  })

  it('has ten pages at most, however much was found', async () => {
    const pages = Array.from({ length: 400 }, (_, index) => ({
      url: `${home}${index}`,
      issues: index < 2 ? manyIssues(`${home}${index}`) : [],
    }))
    const crawl = await crawlOf(pages)
    for (const paper of reportPapers) {
      const text = await textOf(crawl, { paper })
      assert.deepEqual(pagesOf(text), [
        'Summary',
        'What was covered',
        'All fixes',
        'Indexability and security',
        'Links and redirects',
        'Titles, headings and languages',
        'Content and structured data',
        'Images, speed and accessibility',
        'Method and score',
      ])
      assert.deepEqual(
        [...text.matchAll(/<span>(\d+ of \d+)<\/span><\/div>/g)].map(match => match[1]),
        Array.from({ length: 9 }, (_, index) => `${index + 2} of 10`),
      )
      assert.match(text, /\d+ fixes of less gain: see urls\.csv\./)
      assert.ok(text.length < 100_000)
    }
  })

  it('has ten pages at most with the changes, too', async () => {
    const ownerId = await store.visitors.createOwner('who compares much', 0)
    await crawlOfOwner(ownerId, { pages: [{ url: home, issues: manyIssues(home) }], nowMs: Date.UTC(2026, 0, 2) })
    const pages = [home, `${home}a`].map(url => ({ url, issues: manyIssues(url) }))
    const crawl = await crawlOfOwner(ownerId, { pages, nowMs: Date.UTC(2026, 0, 9) })
    assert.deepEqual(pagesOf(await textOf(crawl)), [
      'Summary',
      'Changes',
      'What was covered',
      'All fixes',
      'Indexability and security',
      'Links and redirects',
      'Titles, content and languages',
      'Images, speed and accessibility',
      'Method and score',
    ])
    // Own checks have a page before all others, and two others share one then.
    const own = (url: string) => testIssue(url, { checkId: 'price-missing', type: 'own_issue', severity: 'error' })
    const withOwn = pages.map(({ url, issues }) => ({ url, issues: [...issues, own(url)] }))
    const checkedByOwn = await crawlOfOwner(ownerId, { pages: withOwn, nowMs: Date.UTC(2026, 0, 16) })
    assert.deepEqual(pagesOf(await textOf(checkedByOwn)).slice(4, -1), [
      'Own checks',
      'Indexability, security and links',
      'Titles, content and languages',
      'Images, speed and accessibility',
    ])
    // The segments have a page, too.
    await store.settings.setSegments(crawl.websiteId, manySegments)
    const most = await textOf(checkedByOwn)
    assert.deepEqual(pagesOf(most).slice(1, 3), ['Changes', 'Segments'])
    assert.deepEqual(pagesOf(most).slice(5, -1), [
      'Own checks, indexability and links',
      'Titles, content and languages',
      'Images, speed and accessibility',
    ])
    assert.equal(pagesOf(most).length, 9)
    await store.settings.setSegments(crawl.websiteId, [])
    // As many as without the changes where there is room.
    const sections = ['changes', 'subjects'] as const
    assert.equal(pagesOf(await textOf(crawl, { sections })).length, 6)
  })

  it('has the score of each segment, and what it was in the earlier crawl', async () => {
    const ownerId = await store.visitors.createOwner('who divides', 0)
    const [good, worse] = [`${home}good`, `${home}worse`]
    const earlier = await crawlOfOwner(ownerId, { pages: [{ url: good }, { url: worse }], nowMs: Date.UTC(2026, 0, 2) })
    const pages = [{ url: good }, { url: worse, issues: [testIssue(worse)] }]
    const crawl = await crawlOfOwner(ownerId, { pages, nowMs: Date.UTC(2026, 0, 9) })
    await store.settings.setSegments(crawl.websiteId, [
      { name: 'Good <b>', conditions: 'url:contains:good' },
      { name: 'Worse', conditions: 'url:contains:worse' },
      { name: 'None', conditions: 'depth:over:9' },
    ])
    const rowsOf = async (of: CrawlRow) => {
      const body = /<tbody>(.*?)<\/tbody>/s.exec(await textOf(of, { sections: ['segments'] }))?.[1] ?? ''
      return body.split('</tr>').map(row =>
        row
          .replaceAll(/<[^>]*>/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      )
    }
    const [first, second, third] = await rowsOf(crawl)
    assert.equal(first, 'Good &lt;b&gt; 100 0 1 0 0 –')
    assert.match(second ?? '', /^Worse \d\d −\d+ 1 1 0 Missing title$/)
    assert.equal(third, 'None – – 0 0 0 –')
    assert.equal((await rowsOf(earlier))[0], 'Good &lt;b&gt; 100 1 0 0 –')
    assert.ok(!(await textOf(crawl, { sections: ['summary'] })).includes('Worse'))
  })

  it('says what changed, and first of all how the crawls differ', async () => {
    const ownerId = await store.visitors.createOwner('who compares', 0)
    const missing = (url: string) => ({ url, issues: [testIssue(url)] })
    const nowMs = Date.UTC(2026, 0, 2, 12)
    const [kept, fixed, gone, added] = ['kept', 'fixed', 'gone', 'added'].map(name => home + name)
    assert.ok(kept && fixed && gone && added)
    await crawlOfOwner(ownerId, { pages: [kept, fixed, gone].map(missing), nowMs, crawlLimit: 50 })
    const pages = [
      { ...missing(kept), title: 'Bread', facts: { isNoindex: true } },
      { url: fixed, title: 'Cakes' },
      missing(added),
    ]
    const crawl = await crawlOfOwner(ownerId, { pages, nowMs: Date.UTC(2026, 0, 9, 12) })
    const text = await textOf(crawl, { sections: ['changes'] })
    assert.deepEqual(pagesOf(text), ['Changes'])
    const headings = [...text.matchAll(/<h3>([^<]*)<\/h3>/g)].map(match => match[1])
    assert.deepEqual(headings, [
      'The crawls differ',
      'Issues',
      'New issues by check',
      'Fixed issues by check',
      'Pages',
      'What changed on pages',
      'Pages added',
      'Pages removed',
    ])
    const seen = seenIn(text).text.replaceAll(/\s+/g, ' ')
    assert.match(seen, /Since Jan 2, 2026, 1 issue was fixed and 1 issue is new\. The score is 93 as before\./)
    assert.match(seen, /Page limit50100/)
    assert.match(seen, /All\+1−1110/)
    // What changed on most pages comes first.
    assert.match(seen, /What changed on pages Title2 pagesIndexability1 page/)
    assert.match(seen, /Pages added \/added/)
    assert.match(seen, /Pages removed \/gone/)
  })

  it('says whether the score rose or fell', async () => {
    const ownerId = await store.visitors.createOwner('who repairs', 0)
    const leads: (string | undefined)[] = []
    for (const [day, issues] of [[], [testIssue(home)], []].entries()) {
      const crawl = await crawlOfOwner(ownerId, { pages: [{ url: home, issues }], nowMs: Date.UTC(2026, 0, 2 + day) })
      leads.push(/The score [^.]*\./.exec(await textOf(crawl, { sections: ['changes'] }))?.[0])
    }
    assert.deepEqual(leads, [undefined, 'The score fell from 100 to 93.', 'The score rose from 93 to 100.'])
  })

  it('names the time of an earlier crawl of the same day', async () => {
    const ownerId = await store.visitors.createOwner('who crawls twice a day', 0)
    const pages = [{ url: home, issues: [testIssue(home)] }]
    await crawlOfOwner(ownerId, { pages, nowMs: Date.UTC(2026, 0, 2, 8) })
    const crawl = await crawlOfOwner(ownerId, { pages, nowMs: Date.UTC(2026, 0, 2, 12) })
    const text = await textOf(crawl, { sections: ['summary'] })
    assert.match(text, /What changed since Jan 2, 2026, 08:00 UTC</)
  })

  it('names eight fixes where there is no earlier crawl to compare with, else five with the trend and the changes', async () => {
    const ownerId = await store.visitors.createOwner('who crawls twice', 0)
    const pages = [{ url: home, issues: manyIssues(home) }]
    const first = await textOf(await crawlOfOwner(ownerId, { pages, nowMs: Date.UTC(2026, 0, 2) }))
    const second = await textOf(await crawlOfOwner(ownerId, { pages, nowMs: Date.UTC(2026, 0, 9) }))
    const parts = (text: string) => [
      /<div class="first-fixes">.*?<\/table>/s.exec(text)?.[0].match(/<tr>/g)?.length,
      text.includes('class="trend"'),
      text.includes('What changed since Jan 2, 2026'),
      text.includes('Score since Jan 2<'),
    ]
    assert.deepEqual(parts(first), [8 + 1, false, false, false])
    assert.deepEqual(parts(second), [5 + 1, true, true, true])
  })

  it('has a row for each subject, and one for own checks only where they found something', async () => {
    const url = `${home}points`
    const rowsOf = async (own: boolean) => {
      const issues = [
        ...['title-missing', 'title-too-long'].map(checkId => testIssue(url, { checkId, type: 'meta_issue' })),
        ...(own ? [testIssue(url, { checkId: 'price-missing', type: 'own_issue' })] : []),
      ]
      const text = await textOf(await crawlOf([{ url, issues }]), { sections: ['method'] })
      const body = /Points by subject<\/caption>.*?<tbody>(.*?)<\/tbody>/s.exec(text)?.[1] ?? ''
      return Array.from(body.matchAll(/<tr>(.*?)<\/tr>/g), ([, row = '']) =>
        Array.from(row.matchAll(/<td class="(\w+)".*?<div>(.*?)<\/div>/g), ([, kind, cell]) => `${kind} ${cell}`),
      )
    }
    const row = (name: string, found: number, taken: string, cap: number) => [
      `text ${name}`,
      `number ${found}`,
      `number ${taken}`,
      `number ${cap}`,
    ]
    const rows = await rowsOf(false)
    const caps = subjects.map(({ name, cap }) => ({ name, cap })).filter(({ name }) => name !== OWN_CHECKS)
    assert.deepEqual(
      rows,
      caps.map(({ name, cap }) =>
        name === 'Titles and descriptions' ? row(name, 2, '7.0', cap) : row(name, 0, '0.0', cap),
      ),
    )
    assert.deepEqual((await rowsOf(true)).slice(caps.length), [row(OWN_CHECKS, 1, '10.0', 10)])
  })

  it('explains each fix of a subject, and counts URLs by their depth', async () => {
    const issues = ['title-missing', 'title-too-long'].map(checkId => testIssue(home, { checkId, type: 'meta_issue' }))
    const pages = [{ url: home, issues }, ...['a', 'b'].map(name => ({ url: home + name }))]
    const text = await textOf(await crawlOf(pages), { sections: ['coverage', 'subjects'] })
    assert.equal(text.match(/<article class="fix">/g)?.length, 2)
    assert.doesNotMatch(text, /Also found/)
    const depths = Array.from(text.matchAll(/data-label="Depth"><div>([^<]*)<.*?<div>(\d+)</g), ([, ...row]) => row)
    assert.deepEqual(depths, [
      ['0 (start page)', '1'],
      ['1', '2'],
    ])
  })

  it('has the sections, names and logo that were chosen', async () => {
    const crawl = await crawlOf([{ url: home, issues: [testIssue(home)] }])
    const logo = 'data:image/png;base64,iVBORw0KGgo='
    const text = await textOf(crawl, {
      sections: ['method', 'summary'],
      name: 'Northlight <b>Studio</b>',
      client: 'Example & Sons',
      logo,
    })
    assert.deepEqual(pagesOf(text), ['Summary', 'Method and score'])
    assert.ok(
      text.includes(`<div class="logo"><img src="${logo}" alt=""><b>Northlight &lt;b&gt;Studio&lt;/b&gt;</b></div>`),
    )
    assert.ok(text.includes('Prepared for Example &amp; Sons'))
    assert.deepEqual(pagesOf(await textOf(crawl, { sections: [] })), [])
  })

  it('is whole for a crawl that found nothing, and for one that runs', async () => {
    const nothing = await textOf(await crawlOf([{ url: home }]))
    assert.match(nothing, /No issues were found\./)
    assert.deepEqual(pagesOf(nothing), ['Summary', 'What was covered', 'All fixes', 'Method and score'])
    assert.match(await textOf(await crawlOf([])), /No page was read, so there is no score\./)
    assert.match(await textOf(await crawlOf([{ url: home }], false)), /The crawl is still running/)
  })
})
