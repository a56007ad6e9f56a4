import assert from 'node:assert/strict'
import { createServer, type ServerOptions } from 'node:https'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { makeCertificate, type TestCertificate, testAuthority } from '#fetch/test-certificate-authority.ts'
import { testKey } from '#fetch/test-certificates.ts'
import { dayWords } from '#shared/certificate.ts'
import { type InProcessEngine, openInProcessEngine } from '../support/in-process-engine.ts'

/** Whole crawls over TLS that is not in order: what is said at the end, and what the site's owner can act on. */

const DAY_MS = 86_400_000
const nowMs = Date.now()
const page = (title: string, links: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${links}</html>`

interface TlsSite extends AsyncDisposable {
  origin: string
  port: number
}

/** Responds to `/` with a page that links `link` with its own port in place of PORT. */
async function serveTls(
  certificate: Partial<TestCertificate>,
  options: ServerOptions & { link?: string } = {},
): Promise<TlsSite> {
  const { link = '/', ...tls } = options
  const cert = makeCertificate({
    names: ['localhost', '127.0.0.1'],
    fromMs: nowMs - DAY_MS,
    toMs: nowMs + 90 * DAY_MS,
    ...certificate,
  })
  const server = createServer({ key: testKey, cert, ...tls }, ({ url }, response) => {
    if (url === '/robots.txt') response.writeHead(404).end()
    else response.setHeader('content-type', 'text/html').end(page('Start', `<a href="${link}">Link</a>`))
  })
  return listening(server)
}

async function listening(server: ReturnType<typeof createServer> | ReturnType<typeof createTcpServer>) {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => open.add(socket))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return {
    origin: `https://localhost:${port}`,
    port,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

describe('a crawl over TLS', () => {
  let engine: InProcessEngine
  before(async () => {
    engine = await openInProcessEngine({ trustedCertificates: [testAuthority(nowMs)] })
  })
  after(async () => {
    await engine[Symbol.asyncDispose]()
    assert.deepEqual(engine.logged, [])
  })

  const certificateIssues = async (url: string) => {
    const { crawl, report } = await engine.crawl({ url })
    const issues = report.issues.filter(issue => issue.check === 'certificate-problem')
    return { crawl, report, issues: issues.map(({ pageUrl, severity, message }) => ({ pageUrl, severity, message })) }
  }

  const refused: [name: string, certificate: Partial<TestCertificate>, words: string][] = [
    [
      'has expired',
      { fromMs: nowMs - 9 * DAY_MS, toMs: nowMs - 2 * DAY_MS },
      `it expired on ${dayWords(nowMs - 2 * DAY_MS)}`,
    ],
    ['is not valid yet', { fromMs: nowMs + 2 * DAY_MS }, `it is not valid before ${dayWords(nowMs + 2 * DAY_MS)}`],
    [
      'is made out for another name',
      { names: ['other.test', 'a.test', 'b.test', 'c.test'] },
      'it is valid for other.test, a.test, b.test and 1 more, not for localhost',
    ],
    ['is self-signed', { subject: 'localhost', issuer: 'localhost' }, 'it is self-signed'],
    [
      'comes without its issuer’s',
      { issuer: 'An authority that sends no certificate' },
      'the server does not send the certificate of its issuer',
    ],
  ]
  for (const [name, certificate, words] of refused) {
    test(`ends with a sentence and one issue when the certificate ${name}`, async () => {
      await using site = await serveTls(certificate)
      const { crawl, report, issues } = await certificateIssues(`${site.origin}/`)
      assert.equal(crawl.endReason, 'start-unreachable')
      assert.equal(
        crawl.endSentence,
        `The start page ${site.origin}/ gave no page: Certificate not trusted: ${words}. Check the URL, or try again later.`,
      )
      const message = `Certificate not trusted: ${words} (localhost:${site.port})`
      assert.deepEqual(issues, [{ pageUrl: `${site.origin}/`, severity: 'error', message }])
      assert.equal(report.pages.length, 0)
    })
  }

  test('warns of a certificate that expires soon, and crawls', async () => {
    const toMs = nowMs + 9.5 * DAY_MS
    await using site = await serveTls({ toMs })
    const { crawl, issues } = await certificateIssues(`${site.origin}/`)
    assert.equal(crawl.endReason, 'finished')
    const message = `Certificate expires in 9 days, on ${dayWords(toMs)} (localhost:${site.port})`
    assert.deepEqual(issues, [{ pageUrl: `${site.origin}/`, severity: 'warning', message }])
  })

  test('says nothing of a certificate that is in order', async () => {
    await using site = await serveTls({})
    const { crawl, issues } = await certificateIssues(`${site.origin}/`)
    assert.deepEqual([crawl.endReason, crawl.counts.pagesCrawled, issues], ['finished', 1, []])
  })

  test('a person who typed no scheme gets the site over http, and the issue of its https host', async () => {
    await using secure = await serveTls({ toMs: nowMs - DAY_MS / 2 })
    const { crawl, report } = await engine.crawl({ url: `${secure.origin}/`, isHttpsAssumed: true })
    // Both schemes cannot share a port here, so nothing responds over http; what counts is what was learned on the way.
    assert.equal(crawl.endReason, 'start-unreachable')
    assert.deepEqual(crawl.notes, ['The site does not respond over https, so it was crawled over http.'])
    assert.deepEqual(
      report.issues.filter(issue => issue.check === 'certificate-problem').map(issue => issue.pageUrl),
      [`${secure.origin}/`],
    )
  })

  test('handshakes that fail are distinguished, and are no matter of certificates', async () => {
    const weak = { ciphers: 'ALL:@SECLEVEL=0' }
    await using old = await serveTls({}, { ...weak, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' })
    await using ciphers = await serveTls({}, { maxVersion: 'TLSv1.2', ciphers: 'ADH-AES128-SHA256:@SECLEVEL=0' })
    await using cut = await listening(createTcpServer(socket => void socket.once('data', () => socket.end())))
    await using plain = await listening(
      createTcpServer(socket => void socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    )
    const rows: [TlsSite, string][] = [
      [old, 'The server offers no version of TLS that browsers still accept'],
      [ciphers, 'The server refused the handshake: no cipher in common, or it requires a client certificate'],
      [cut, 'The server closed the connection while it was being secured.'],
      [plain, `The server does not speak TLS on port ${plain.port}.`],
    ]
    for (const [site, words] of rows) {
      const { crawl, issues } = await certificateIssues(`${site.origin}/`)
      assert.equal(crawl.endReason, 'start-unreachable')
      assert.ok(crawl.endSentence.includes(words), crawl.endSentence)
      assert.deepEqual(issues, [])
    }
  })

  test('a link to another site with such a certificate says why it could not be verified', async () => {
    await using other = await serveTls({ toMs: nowMs - DAY_MS / 2 })
    await using site = await serveTls({}, { link: `https://127.0.0.1:${other.port}/` })
    const { report } = await engine.crawl({ url: `${site.origin}/` })
    const links = report.issues.filter(issue => issue.check === 'external-link-unverifiable')
    assert.deepEqual(
      links.map(({ message }) => message),
      [`Link could not be verified: certificate not trusted: https://127.0.0.1:${other.port}/ (linked from 1 page)`],
    )
    assert.deepEqual(
      report.issues.filter(issue => issue.check === 'certificate-problem'),
      [],
    )
  })
})
