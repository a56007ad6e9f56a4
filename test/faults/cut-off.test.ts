import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type LoopbackServer, serveRaw } from '#fetch/test-server.ts'
import type { IssueRow, PageRow } from '#store/store.ts'
import { openTestProduct, startTestCrawl, type TestProduct, waitForEnd } from '../support/product.ts'

/** Pages that break off in the middle, at every attempt or at the first alone: real sockets, real crawl. */

const filler = (title: string) => Array.from({ length: 800 }, (_, index) => `${title} ${index * 7_919}`).join(', ')
/** Enough to be read, and far from its end. */
const beginning = (title: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><a href="/from-${title}">next</a><p>${filler(title)}`
const whole = (title: string, links: readonly string[] = []) =>
  `${beginning(title)}</p><h1>${title}</h1>${links.map(href => `<a href="${href}">to ${href}</a>`).join(' ')}</body></html>`

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/html; charset=utf-8\r\nconnection: close\r\n'
const plain = (body: string) => Buffer.from(`${HEAD}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
const cut = (body: string) => Buffer.from(`${HEAD}content-length: ${body.length + 9_000}\r\n\r\n${body}`)
const chunked = (body: string) =>
  Buffer.from(`${HEAD}transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n`)
function coded(coding: string, body: Buffer, lost: number): Buffer {
  const sent = body.subarray(0, body.length - lost)
  return Buffer.concat([
    Buffer.from(`${HEAD}content-encoding: ${coding}\r\ncontent-length: ${sent.length}\r\n\r\n`),
    sent,
  ])
}
const fastBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

/** Response of each URL, at the first attempt and at all later ones. */
const responses: Record<string, readonly Buffer[]> = {
  '/length': [cut(beginning('length'))],
  '/chunks': [chunked(beginning('chunks'))],
  '/gzip': [coded('gzip', gzipSync(whole('gzip')), 400)],
  '/br': [coded('br', brotliCompressSync(whole('br'), fastBrotli), 400)],
  '/gzip-without-check-sum': [coded('gzip', gzipSync(whole('complete')), 8)],
  '/once': [cut(beginning('once')), plain(whole('once'))],
  '/small': [cut('<!doctype html><title>small</title><a href="/from-small">next</a>')],
}
const cutPaths = ['/length', '/chunks', '/gzip', '/br']

let server: LoopbackServer
let opened: TestProduct
let pages: Map<string, PageRow>
let issues: IssueRow[]
const requested: string[] = []

before(async () => {
  server = await serveRaw((socket, request) => {
    const path = request.split(' ', 2)[1] ?? ''
    const known = responses[path]
    const attempt = requested.filter(each => each === path).length
    requested.push(path)
    const response = known?.[Math.min(attempt, known.length - 1)]
    const links = [...Object.keys(responses), '/length#beyond-the-end']
    if (response) socket.end(response)
    else if (path === '/') socket.end(plain(whole('start', links)))
    else if (path.startsWith('/from-')) socket.end(plain(`<!doctype html><title>${path}</title>`))
    else socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  })
  opened = await openTestProduct()
  const { product } = opened
  const crawlId = await startTestCrawl(product, { url: `${server.origin}/` })
  await waitForEnd(product, crawlId)
  const { reading } = product.store
  const rows = await reading.pages(crawlId, { limit: 1_000 })
  pages = new Map(rows.map(row => [row.url.slice(server.origin.length), row]))
  issues = await reading.issues(crawlId, { limit: 1_000 })
})
after(async () => {
  await opened[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

/** What a host does not do is shown under one of its pages. */
const OF_THE_HOST = 'text-not-compressed'
const checksOf = (path: string) =>
  issues
    .filter(issue => issue.pageUrl === server.origin + path && issue.checkId !== OF_THE_HOST)
    .map(issue => issue.checkId)

describe('a page that breaks off in its middle', () => {
  for (const path of cutPaths)
    it(`${path} is requested twice, and what had arrived is read and followed`, () => {
      const page = pages.get(path)
      assert.deepEqual([page?.statusCode, page?.failure, page?.columns?.title], [200, null, path.slice(1)])
      assert.equal(requested.filter(each => each === path).length, 2)
      assert.equal(pages.get(`/from-${path.slice(1)}`)?.statusCode, 200)
    })

  it('has one issue, and nothing is said of what is missing', () => {
    for (const path of cutPaths) assert.deepEqual(checksOf(path), ['html-cut-off'])
    assert.equal(issues.filter(issue => issue.checkId === 'fragment-link-broken').length, 0)
    assert.deepEqual(opened.logged, [])
  })

  it('is an ordinary page when it comes whole the second time', () => {
    assert.equal(pages.get('/once')?.columns?.h1, 'once')
    assert.ok(!checksOf('/once').includes('html-cut-off'))
  })

  it('is an ordinary page when only the check sum behind its end is missing', () => {
    assert.equal(pages.get('/gzip-without-check-sum')?.columns?.h1, 'complete')
    assert.ok(!checksOf('/gzip-without-check-sum').includes('html-cut-off'))
  })

  it('is a broken link when next to nothing arrived', () => {
    const page = pages.get('/small')
    assert.deepEqual([page?.statusCode, page?.failure], [null, 'reset'])
    assert.deepEqual(checksOf('/small'), ['internal-link-no-response'])
    assert.equal(pages.has('/from-small'), false)
  })
})
