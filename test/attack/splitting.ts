import { contentDisposition } from '#api/stream-response.ts'
import { isWebsiteAccess } from '#shared/api/contract.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { sampled } from '../support/measure.ts'
import { until } from '../support/until.ts'
import type { FamilyReport } from './family.ts'
import { isGoodDisposition } from './response-faults.ts'
import { rows, streamRows } from './rows.ts'
import { getAs, jsonPost, type Target } from './target.ts'
import { headersOf, sendBytes, type WireResponse } from './wire.ts'
import { xssCorpus } from './xss-corpus.ts'

/** Line breaks that would end a header of ours and begin one of the attacker's, and requests that hide in others. */
export async function splitting(target: Target, family: FamilyReport): Promise<void> {
  const cookie = await target.sessionOf('admin')
  const check = async (what: string, send: () => Promise<WireResponse>) => family.tried(what, injected(await send()))
  for (const { name, method, path, parameters } of rows)
    for (const text of sampled(BREAKS, 3)) {
      const query = [...new Set([...PARAMETERS, ...parameters])].map(each => `${each}=${text}`).join('&')
      const requestPath = `${path.replace(':id', `1${text}`)}?${query}`
      await check(`${name} with ${text}`, () =>
        target.send({ method, path: requestPath, headers: [['Cookie', cookie]] }),
      )
    }
  for (const text of BREAKS) {
    for (const path of [`/${text}`, `/dashboard/1${text}`, `/assets/${text}`, `/dashboard?next=${text}`])
      await check(path, () => target.send({ path }))
    for (const header of REFLECTED)
      await check(`${header} with ${text}`, () => target.send({ path: '/', headers: [[header, `x${text}`]] }))
    await check(`a method with ${text}`, () => target.send({ method: `GET${text}`, path: '/' }))
  }
  for (const [what, bytes] of Object.entries(rawRequests(target.host))) {
    const response = await sendBytes(target.origin, Buffer.from(bytes, 'latin1'), { isHalfClosed: true })
    family.tried(what, injected(target.look(what, { ...response, trailing: '' })) ?? smuggled(response))
  }
}

/** Names of files are made of what was crawled: text that would end the name, the header or the folder. Ends with all of them read. */
export async function fileNames(target: Target, family: FamilyReport, siteUrl: string): Promise<void> {
  const cookie = await target.newVisitor()
  let named = 0
  for (const url of seeds(new URL(siteUrl).port)) {
    const started = await target.send(jsonPost('/api/crawl', { cookie, body: { url, crawlLimit: 1 } }))
    family.refused(`a crawl of ${JSON.stringify(url)}`, started, [200, 400])
    if (started.status !== 200) continue
    const { websiteId, crawlId } = endpoints.startCrawl.response.parse(JSON.parse(started.body))
    await until(async () => (await target.store.reading.crawl(crawlId))?.status === 'complete')
    for (const { name, path } of streamRows.filter(each => isWebsiteAccess(each.access))) {
      const response = await target.send(getAs(cookie, `${path.replace(':id', String(websiteId))}?download=true`))
      const names = headersOf(response, 'content-disposition')
      family.tried(`${name} of ${url}`, names.every(isGoodDisposition) ? injected(response) : names.join())
      named += names.length
    }
  }
  family.tried('names of files', named >= 9 ? null : `only ${named} were there to look at`)
  for (const { name, text } of xssCorpus) {
    const header = contentDisposition({ isDownload: true, fileName: text })
    family.tried(`a file named ${name}`, /^[\x20-\x7e]+$/.test(header) && isWholeName(header) ? null : header)
  }
}

/** However little of the name is left, it is one quoted text and one in percent signs, with no folder in it. */
function isWholeName(header: string): boolean {
  return /^attachment; filename="[\w.-]*"; filename\*=UTF-8''(?:[\w.!~-]|%[0-9A-F]{2})*$/.test(header)
}

/** On this machine or nowhere. */
const seeds = (port: string): string[] => [
  ...[`http://127.0.0.1:${port}/`, `http://localhost:${port}/"; filename="x.html`, `http://0x7f.1:${port}/../../x`],
  ...[`http://127.0.0.1:${port}/%0d%0aX-Injected:%20yes`, `http://127.0.0.1:${port}/\r\nX-Injected: yes`],
  ...[`http://127.0.0.1%0d%0aX-Injected:%20yes/`, `http://127.0.0.1:${port}\r\nX-Injected: yes/`, 'http://*.invalid/'],
  ...[
    `http://127.0.0.1:${port}\\..\\x`,
    'http://"; x=".invalid/',
    'http://..%2f..%2fetc.invalid/',
    'http://a\u2028b.invalid/',
  ],
  ...[
    `http://user:"\r\n@127.0.0.1:${port}/`,
    `http://127.0.0.1:${port}/?a\r\n\r\n<html>`,
    `http://127.0.0.1:${port}/#\r\nb`,
  ],
]

const INJECTED = 'x-injected'
const BREAKS = [
  ...[
    '%0d%0a',
    '%0a',
    '%0d',
    '%250d%250a',
    '%0d%0a%20',
    '%0d%0a%09',
    '%E5%98%8D%E5%98%8A',
    '%c4%8d%c4%8a',
    '%u000d%u000a',
  ],
  ...['%E2%80%A8', '%C2%85', '%0b', '%0c', '%00%0d%0a', '%23%0d%0a', '\\r\\n', '&#13;&#10;', '%0d%0a%0d%0a<html>'],
].map(text => `${text}${INJECTED}:%20yes${text}Set-Cookie:%20${INJECTED}=1`)
const PARAMETERS = [
  'crawl',
  'search',
  'check',
  'type',
  'severity',
  'category',
  'url',
  'status',
  'after',
  'offset',
  'everywhere',
]
const REFLECTED = [
  'Cookie',
  'Origin',
  'Referer',
  'X-Forwarded-For',
  'Accept-Encoding',
  'If-None-Match',
  'Sec-Purpose',
  'User-Agent',
]

/** What came through to the response's head. */
function injected({ headers }: WireResponse): string | null {
  const found = headers.find(([name, value]) => name === INJECTED || /\bx-injected\b/i.test(value))
  return found ? `header ${found.join(': ')}` : null
}

/** A second response to one request: the next visitor of a proxy would get it. */
function smuggled({ trailing }: WireResponse): string | null {
  return trailing.includes('HTTP/1.1 200') ? `a second response: ${trailing.slice(0, 60)}` : null
}

const HIDDEN = 'GET /api/users HTTP/1.1\r\nHost: HOST\r\nX-Injected: yes\r\n\r\n'

function rawRequests(host: string): Record<string, string> {
  const post = (headers: string, body: string) =>
    `POST /api/logout HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n\r\n${body.replaceAll('HOST', host)}`
  const both = (transferEncoding: string) => post(`Content-Length: 4\r\n${transferEncoding}`, `0\r\n\r\n${HIDDEN}`)
  return {
    'a length and chunks': both('Transfer-Encoding: chunked'),
    'chunks under a bent name': both('Transfer-Encoding : chunked'),
    'chunks with a blank': both(' Transfer-Encoding: chunked'),
    'chunks, misspelt': both('Transfer-Encoding: xchunked'),
    'chunks after a tab': both('Transfer-Encoding:\tchunked'),
    'chunks twice': both('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity'),
    'chunks after a vertical tab': both('Transfer-Encoding: \x0bchunked'),
    'chunks in a folded line': both('X: y\r\n Transfer-Encoding: chunked'),
    'two lengths': post('Content-Length: 0\r\nContent-Length: 70', HIDDEN),
    'a list of lengths': post('Content-Length: 0, 70', HIDDEN),
    'a signed length': post('Content-Length: +0', HIDDEN),
    'a length in hexadecimal': post('Content-Length: 0x0', HIDDEN),
    'a chunk size with a minus': post('Transfer-Encoding: chunked', `-1\r\n\r\n${HIDDEN}`),
    'a chunk size that overflows': post('Transfer-Encoding: chunked', `ffffffffffffffff1\r\n\r\n${HIDDEN}`),
    'a chunk that ends in a line feed': post('Transfer-Encoding: chunked', `1\na\n0\n\n${HIDDEN}`),
    'lines that end in a line feed': `GET /api/session HTTP/1.1\nHost: ${host}\n\n${HIDDEN}`,
    'a carriage return within a header': `GET / HTTP/1.1\r\nHost: ${host}\r\nA: b\rX-Injected: yes\r\n\r\n`,
    'a NUL within a header': `GET / HTTP/1.1\r\nHost: ${host}\r\nA: b\0X-Injected: yes\r\n\r\n`,
    'a header without a name': `GET / HTTP/1.1\r\nHost: ${host}\r\n: X-Injected\r\n\r\n`,
    'a blank line first': `\r\n\r\nGET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    'a third version': `GET / HTTP/3.0\r\nHost: ${host}\r\n\r\n`,
    'a target with blanks': `GET / x HTTP/1.1\r\nX-Injected: yes HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  }
}
