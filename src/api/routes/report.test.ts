import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { addCrawl, testIssue } from '#report/test-crawl.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { AppError } from '#shared/errors.ts'
import { openTestApp, type TestApp } from '../test-app.ts'
import type { TestVisitor } from '../test-visitor.ts'

const home = 'https://example.com/'
const FILE = 'sitesounder-example.com-report-2026-01-02'
const inLetters = (html: string) =>
  html
    .replace('--paper-width: 210mm; --paper-height: 297mm;', '--paper-width: 215.9mm; --paper-height: 279.4mm;')
    .replace('@page { size: A4; }', '@page { size: Letter; }')
const PNG = 'data:image/png;base64,iVBORw0KGgo='
const shown = (extension: string) => `inline; filename="${FILE}.${extension}"; filename*=UTF-8''${FILE}.${extension}`

describe('GET /api/report/{id}', () => {
  let test: TestApp
  let visitor: TestVisitor
  let websiteId = 0
  let foreignCrawlId = 0
  let ownPrinter: TestApp['printer']['print']

  before(async () => {
    test = await openTestApp()
    ownPrinter = test.printer.print
    visitor = test.visitor()
    await visitor.get('/')
    const pages = [{ url: home, issues: [testIssue(home, { message: 'Missing title <script>alert(1)</script>' })] }]
    const crawl = { ownerId: await visitor.ownerId(), url: home, pages, nowMs: test.clock.nowMs }
    ;({ websiteId, crawlId: foreignCrawlId } = await addCrawl(test.store, crawl))
  })
  after(() => test[Symbol.asyncDispose]())
  beforeEach(() => {
    test.printer.print = ownPrinter
  })

  const send = (query: string) => visitor.get(`/api/report/${websiteId}?${query}`)

  it('is a document to look at, in which nothing runs', async () => {
    const response = await send('')
    const text = await response.text()
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.equal(response.headers.get('content-disposition'), shown('html'))
    assert.match(text, /<title>Website audit of example\.com<\/title>/)
    assert.doesNotMatch(text, /<script/)
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1]?.replaceAll('&#39;', "'")
    assert.equal(response.headers.get('content-security-policy'), `${policy}; frame-ancestors 'none'`)
    assert.match(policy ?? '', /^default-src 'none'; /)
  })

  it('compares with the crawl that is named, by a share link too, and with none that the caller does not see', async () => {
    const owner = test.visitor()
    await test.addAccount('ann')
    await owner.signIn('ann')
    const ownerId = await owner.ownerId()
    const days = [1, 2, 3].map(day => Date.UTC(2026, 0, day, 12))
    const crawlIds: number[] = []
    let id = 0
    for (const nowMs of days) {
      const crawl = await addCrawl(test.store, { ownerId, url: home, pages: [{ url: home }], nowMs })
      id = crawl.websiteId
      crawlIds.push(crawl.crawlId)
    }
    const sinceOf = async (reader: TestVisitor, path: string) =>
      /What changed since ([^<]*)</.exec(await (await reader.get(path)).text())?.[1]
    const since = (query: string) => sinceOf(owner, `/api/report/${id}?${query}`)
    assert.equal(await since(''), 'Jan 2, 2026')
    assert.equal(await since(`with=${crawlIds[0]}`), 'Jan 1, 2026')
    const chosen = await owner.post(`/api/report/${id}?with=${crawlIds[0]}`, { sections: ['changes'] })
    assert.match(await chosen.text(), /<h2 id="changes-title">Changes</)
    assert.equal((await owner.get(`/api/report/${id}?with=${foreignCrawlId}`)).status, 404)
    // A share link has its own earlier crawl.
    const shared = { parts: ['report', 'comparison'], earlierCrawlId: crawlIds[0] }
    const { url } = endpoints.addShareLink.response.parse(
      await (await owner.post(`/api/websites/${id}/shares`, shared)).json(),
    )
    assert.equal(await sinceOf(test.visitor(), `${new URL(url).pathname}/api/report/${id}`), 'Jan 1, 2026')
  })

  it('is a download when requested', async () =>
    assert.equal(
      (await send('download=true')).headers.get('content-disposition'),
      shown('html').replace('inline', 'attachment'),
    ))

  it('is printed on the paper that is requested', async () => {
    const html = await (await send('')).text()
    for (const [query, paper] of [
      ['format=pdf', 'A4'],
      ['format=pdf&paper=Letter', 'Letter'],
    ]) {
      const response = await send(query ?? '')
      assert.equal(response.headers.get('content-type'), 'application/pdf')
      assert.equal(response.headers.get('content-disposition'), shown('pdf'))
      assert.equal(await response.text(), `%PDF ${paper} ${paper === 'A4' ? html : inLetters(html)}`)
    }
  })

  it('is refused as a PDF, with the reason, where there is no browser', async () => {
    test.printer.print = () => Promise.reject(new AppError('unavailable', 'No Chromium was found.'))
    const response = await send('format=pdf')
    assert.deepEqual([response.status, await response.text()], [503, 'No Chromium was found.'])
    assert.equal(response.headers.get('retry-after'), '30')
    assert.equal((await send('')).status, 200)
  })

  it('is printed one at a time; one more of a visitor waits, and further ones are refused while others get theirs', async () => {
    const other = test.visitor()
    await other.get('/')
    const crawl = { ownerId: await other.ownerId(), url: home, pages: [{ url: home }], nowMs: test.clock.nowMs }
    const { websiteId: otherId } = await addCrawl(test.store, crawl)
    const finish: (() => void)[] = []
    const begun: (() => void)[] = []
    const nextBegun = () => new Promise<void>(resolve => begun.push(resolve))
    test.printer.print = () =>
      new Promise(resolve => {
        finish.push(() => resolve(new TextEncoder().encode('%PDF')))
        begun.shift()?.()
      })
    const first = nextBegun()
    const own = Array.from({ length: 3 }, () => send('format=pdf'))
    const ofOther = other.get(`/api/report/${otherId}?format=pdf`)
    await first
    const refused = await Promise.race(own)
    assert.deepEqual(
      [refused.status, refused.headers.get('retry-after'), await refused.text()],
      [503, '30', 'The server is busy. Please try again in a moment.'],
    )
    for (let printed = 1; printed <= 3; printed++) {
      assert.equal(finish.length, printed, 'one at a time')
      const next = nextBegun()
      finish.at(-1)?.()
      if (printed < 3) await next
    }
    assert.deepEqual((await Promise.all(own)).map(each => each.status).sort(), [200, 200, 503])
    assert.equal((await ofOther).status, 200)
  })

  it('is not printed for a visitor who left while it waited', async () => {
    const printed = Promise.withResolvers<Uint8Array>()
    const begun = Promise.withResolvers<void>()
    let prints = 0
    test.printer.print = () => {
      prints += 1
      begun.resolve()
      return printed.promise
    }
    const first = send('format=pdf')
    await begun.promise
    const leaving = new AbortController()
    const left = test.app.request(`/api/report/${websiteId}?format=pdf`, {
      headers: { cookie: visitor.cookie },
      signal: leaving.signal,
    })
    const last = send('format=pdf')
    leaving.abort()
    printed.resolve(new TextEncoder().encode('%PDF'))
    await Promise.all([first, left, last])
    assert.equal(prints, 2)
  })

  const refusals: [string, number, string][] = [
    ['format=doc', 400, 'format must be one of html, pdf'],
    ['paper=A3', 400, 'paper must be one of A4, Letter'],
    ['download=1', 400, 'download must be one of true, false'],
    ['crawl=4711', 404, 'Crawl not found'],
  ]
  for (const [query, status, text] of refusals)
    it(`responds with ${status} to ?${query}`, async () => {
      const response = await send(query)
      assert.deepEqual([response.status, await response.text()], [status, text])
    })

  it('has the names, logo and sections of the body, as a file to keep', async () => {
    const body = { name: ' Studio ', client: 'Bakery', logo: PNG, sections: ['summary'] }
    const response = await visitor.post(`/api/report/${websiteId}`, body)
    const text = await response.text()
    assert.equal(response.headers.get('content-disposition'), shown('html').replace('inline', 'attachment'))
    assert.ok(text.includes(`<img src="${PNG}" alt=""><b>Studio</b>`))
    assert.ok(text.includes('Prepared for Bakery'))
    assert.deepEqual(
      [...text.matchAll(/<h2 [^>]*>([^<]*)</g)].map(match => match[1]),
      ['Summary'],
    )
    const printed = await visitor.post(`/api/report/${websiteId}`, { ...body, format: 'pdf', paper: 'Letter' })
    assert.equal(await printed.text(), `%PDF Letter ${inLetters(text)}`)
  })

  const badBodies: [string, Record<string, unknown>, string][] = [
    ['a drawing as logo', { logo: 'data:image/svg+xml;base64,PHN2Zy8+' }, 'A logo is a PNG, JPEG, GIF or WebP image'],
    ['a URL as logo', { logo: 'https://example.com/logo.png' }, 'A logo is a PNG, JPEG, GIF or WebP image'],
    ['a logo of other bytes', { logo: 'data:image/png;base64,PHN2Zy8+' }, 'A logo is a PNG, JPEG, GIF or WebP image'],
    ['a long name', { name: 'x'.repeat(81) }, 'A name has at most 80 characters'],
    ['an unknown section', { sections: ['all'] }, 'There is no such section'],
    ['another format', { format: 'doc' }, 'The format is html or pdf'],
  ]
  for (const [name, body, message] of badBodies)
    it(`refuses ${name}`, async () => {
      const response = await visitor.post(`/api/report/${websiteId}`, body)
      assert.deepEqual([response.status, await response.text()], [400, message])
    })

  it('does not pass for a whole one when the crawl is cleared meanwhile', async () => {
    const other = test.visitor()
    await other.get('/')
    const crawl = { ownerId: await other.ownerId(), url: home, pages: [{ url: home }], nowMs: test.clock.nowMs }
    const cleared = await addCrawl(test.store, crawl)
    test.printer.print = async document => {
      await other.post(`/api/crawl/${cleared.websiteId}/clear`)
      return ownPrinter(document)
    }
    const response = await other.get(`/api/report/${cleared.websiteId}?format=pdf`)
    assert.deepEqual([response.status, await response.text()], [404, 'The crawl was cleared while it was being read'])
  })
})
