import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { EndReason } from '#shared/model.ts'
import { type Respond, startHostileServer } from '../hostile/hostile-server.ts'
import { byDrops, octets, plain, redirect, resetAfter, silentAfter, whole } from '../hostile/responses.ts'
import { type InProcessEngine, openInProcessEngine } from '../support/in-process-engine.ts'

/** Start pages that give nothing, or little: each crawl ends with one sentence that says why, and what to try. */

const FIRST_BYTE_MS = 400
const HTML_HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n'

interface StartPage {
  name: string
  respond: Respond
  endReason: EndReason
  /** Of the sentence, after the URL of the start page where it is named. */
  words: RegExp
  pages?: number
}

const says = (status: string, ...headers: string[]): Respond => whole({ status, headers, body: status })
const ofType = (type: string, body: string | Buffer = 'x'): Respond =>
  whole({ headers: [`content-type: ${type}`], body })
const unreachable = (name: string, respond: Respond, words: RegExp): StartPage => ({
  name,
  respond,
  endReason: 'start-unreachable',
  words,
})
const notHtml = (name: string, respond: Respond, words: RegExp): StartPage => ({
  name,
  respond,
  endReason: 'start-not-html',
  words,
})
const onePage = (name: string, respond: Respond): StartPage => ({
  name,
  respond,
  endReason: 'finished',
  words: /^The whole site was crawled: 1 page\.$/,
  pages: 1,
})

const startPages: readonly StartPage[] = [
  unreachable('is not found', says('404 Not Found'), /it responds with 404\. Check the URL/),
  unreachable('is forbidden', says('403 Forbidden'), /it responds with 403\./),
  unreachable('wants a password', says('401 Unauthorized', 'www-authenticate: Basic'), /it responds with 401\./),
  unreachable('fails', says('500 Internal Server Error'), /it responds with 500\./),
  unreachable('is overloaded', says('503 Service Unavailable', 'retry-after: 99999'), /it responds with 503\./),
  unreachable('is silent', () => {}, /No response within 0\.4 s\. Check/),
  unreachable('comes by drops', byDrops(`${HTML_HEAD}\r\n`, ' '), /stopped after 1\.2 s, read \d+ bytes\. Check/),
  unreachable('stops in the middle', silentAfter(`${HTML_HEAD}content-length: 99\r\n\r\n<p>`), /stopped after 1\.2 s/),
  unreachable('is reset', resetAfter(''), /Connection closed before a response arrived\. Check/),
  unreachable('is cut', octets(`${HTML_HEAD}content-length: 99\r\n\r\n<p>`), /closed before the page was complete/),
  unreachable('is no HTTP', octets('220 mail.example ESMTP\r\n'), /The server's response is not HTTP/),
  unreachable(
    'has headers without end',
    octets(`${HTML_HEAD}x: ${'y'.repeat(99_000)}\r\n\r\n`),
    /headers are larger than 64 KB/,
  ),
  unreachable(
    'cannot be decoded',
    says('200 OK', 'content-type: text/html', 'content-encoding: gzip'),
    /cannot be decoded \(Content-Encoding: gzip\)/,
  ),
  unreachable('redirects in a loop', redirect('/'), /redirects in a loop/),
  unreachable('redirects nowhere', redirect('javascript:alert(1)'), /not http\(s\)/),
  unreachable('redirects to a page that is gone', redirect('/gone'), /it responds with 404/),
  notHtml('is a picture', ofType('image/png'), /is no HTML page \(image\/png\)/),
  notHtml('is a document', ofType('application/pdf'), /is no HTML page \(application\/pdf\)/),
  notHtml('is binary and says nothing', whole({ headers: [], body: Buffer.alloc(99, 0xa7) }), /is no HTML page/),
  onePage('is empty', ofType('text/html', '')),
  onePage('leads nowhere', plain('Alone')),
  onePage(
    'links to itself alone',
    plain('Alone', '<a href="/">Home</a><a href="#top">Top</a><a href="mailto:a@b.c">Mail</a>'),
  ),
]

describe('a start page', () => {
  let engine: InProcessEngine
  before(async () => {
    engine = await openInProcessEngine({
      limits: { firstByteTimeoutMs: FIRST_BYTE_MS, totalTimeoutMs: 3 * FIRST_BYTE_MS },
    })
  })
  after(async () => {
    await engine[Symbol.asyncDispose]()
    assert.deepEqual(engine.logged, [])
  })

  for (const { name, respond, endReason, words, pages = 0 } of startPages) {
    test(`that ${name} ends the crawl with a sentence`, async () => {
      await using site = await startHostileServer(new Map([['/', respond]]), says('404 Not Found'))
      const { crawl } = await engine.crawl({ url: `${site.origin}/` })
      assert.deepEqual([crawl.endReason, crawl.counts.pagesCrawled], [endReason, pages])
      assert.match(crawl.endSentence, words)
      assert.doesNotMatch(crawl.endSentence, /\.\.|undefined|null/)
    })
  }
})
