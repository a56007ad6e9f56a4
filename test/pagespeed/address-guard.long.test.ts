import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { chromium } from 'playwright-core'
import { temporaryFolderVariables } from '#browser/browser-environment.ts'
import { browsers, findBrowser } from '#browser/find-browser.ts'
import { shortTemporaryFolder } from '#browser/private-folder.ts'
import { sandboxFlags } from '#browser/sandbox.ts'
import { type LoopbackServer, serveHttp } from '#fetch/test-server.ts'
import { createLocalLighthouse } from '#pagespeed/local-lighthouse.ts'
import { testSandbox } from '../support/settings.ts'
import { until } from '../support/until.ts'
import { httpWays, intrudingPage, openForbidden, otherWays } from './intruder.ts'

/** A page on a public server, as far as the guard knows, measured by a real Chromium while it tries to reach this machine. */

/** Trusted enough by browsers for everything that they keep from plain HTTP. */
const PUBLIC_NAME = 'page.localhost'
const PRIVATE_NAME = 'private.test'
const hosts = { [PUBLIC_NAME]: ['127.0.0.1'], [PRIVATE_NAME]: ['127.0.0.1'] }

/** For what never arrives: then the test says which. */
const PATIENCE_MS = 15_000

async function servePage(html: () => string): Promise<LoopbackServer & { requested: string[] }> {
  const requested: string[] = []
  const server = await serveHttp((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
    requested.push(pathname)
    const to = searchParams.get('to')
    if (pathname === '/redirect' && to !== null) response.writeHead(302, { location: to }).end()
    else if (pathname === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(html())
    else response.writeHead(404).end()
  })
  return { ...server, requested }
}

/** Of a server for strangers, with one URL that counts as public. */
function lighthouseFor(port: number) {
  return createLocalLighthouse({
    policy: { targets: 'public', allow: [`${PUBLIC_NAME}:${port}`] },
    hosts,
    browsers,
    environment: process.env,
    sandbox: testSandbox,
    yieldsToCrawls: false,
    after: (ms, callback) => {
      const timer = setTimeout(callback, ms)
      return () => clearTimeout(timer)
    },
    log: (event, details) => console.error(event, details),
  })
}

const measure = (port: number, path: string) =>
  lighthouseFor(port).measure({
    url: `http://${PUBLIC_NAME}:${port}${path}`,
    device: 'desktop',
    signal: new AbortController().signal,
    onPhase: () => {},
  })

describe('a page that tries to reach this machine', () => {
  test('gets everywhere in an ordinary browser: the attempts are real', async () => {
    await using forbidden = await openForbidden()
    await using server = await servePage(() => intrudingPage(forbidden.ports, ['127.0.0.1']))
    const found = await findBrowser()
    const browser = await chromium.launch({
      executablePath: found.path,
      env: { PATH: process.env.PATH ?? '', ...found.env, ...temporaryFolderVariables(shortTemporaryFolder()) },
      args: [...sandboxFlags(testSandbox)],
    })
    try {
      const page = await browser.newPage()
      // Not until it has loaded: what is forbidden need not respond.
      await page.goto(`http://${PUBLIC_NAME}:${server.port}/`, { waitUntil: 'commit' })
      const wanted = [...httpWays.map(way => `127.0.0.1 /${way}`), ...otherWays].sort()
      const patience = AbortSignal.timeout(PATIENCE_MS)
      await until(() => patience.aborted || wanted.every(way => forbidden.arrivals().includes(way)))
      assert.deepEqual(new Set(wanted).difference(new Set(forbidden.arrivals())), new Set())
    } finally {
      await browser.close()
    }
  })

  test('gets nowhere while it is measured', async () => {
    await using forbidden = await openForbidden()
    const targets = ['127.0.0.1', '[::1]', 'localhost', PRIVATE_NAME]
    await using server = await servePage(() => intrudingPage(forbidden.ports, targets))
    const result = await measure(server.port, '/')
    assert.deepEqual(forbidden.arrivals(), [])
    assert.ok(result.ok, JSON.stringify(result))
    assert.ok(server.requested.includes('/redirect'), 'its own server got requests')
    assert.match(result.pageSpeed.warnings.join(' '), /may not be reached were refused: .*127\.0\.0\.1/)
  })

  test('is not measured where it leads to this machine', async () => {
    await using forbidden = await openForbidden()
    await using server = await servePage(() => '')
    const result = await measure(server.port, `/redirect?to=http://127.0.0.1:${forbidden.ports.http}/img`)
    assert.deepEqual(forbidden.arrivals(), [])
    assert.ok(!result.ok)
    assert.deepEqual(
      [result.failure.code, result.failure.message],
      ['target-refused', 'This address is not on the public internet.'],
    )
  })
})
