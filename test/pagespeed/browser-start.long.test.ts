import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Browser, browsers, findBrowser } from '#browser/find-browser.ts'
import { type LoopbackServer, serveHttp } from '#fetch/test-server.ts'
import { createLocalLighthouse, type LocalLighthouseDeps } from '#pagespeed/local-lighthouse.ts'
import { printPdf } from '#runtime/print-pdf.ts'
import { launchBrowser } from '../support/browser-page.ts'
import { atFullMeasure } from '../support/measure.ts'
import { testSandbox } from '../support/settings.ts'

/**
 * Every way in which the product and its tests start a browser, with a TMPDIR in which the socket of Chromium would have no room, and
 * with a browser that ends at once.
 */

const variables = ['TMPDIR', 'CHROME_PATH', 'PATH'] as const
const environment = Object.fromEntries(variables.map(name => [name, process.env[name]]))
let folder: string
let chromium: Browser
let site: LoopbackServer

before(async () => {
  chromium = await findBrowser()
  folder = mkdtempSync(path.join(tmpdir(), 'sitesounder-browser-start-'))
  const long = path.join(folder, 'l'.repeat(120))
  mkdirSync(long)
  process.env.TMPDIR = long
  writeFileSync(
    path.join(folder, 'without-sandbox'),
    '#!/bin/sh\necho "[1:FATAL:zygote_host_impl_linux.cc:128] No usable sandbox! If you are running on …" >&2\nexit 1\n',
  )
  chmodSync(path.join(folder, 'without-sandbox'), 0o755)
  writeFileSync(
    path.join(folder, 'chromium'),
    '#!/bin/sh\necho "[1:ERROR:main.cc:1] The snap is missing." >&2\nexit 7\n',
  )
  chmodSync(path.join(folder, 'chromium'), 0o755)
  site = await serveHttp((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><html lang="en"><title>One</title><h1>One'),
  )
})
after(async () => {
  await site[Symbol.asyncDispose]()
  for (const name of variables) restore(name)
  rmSync(folder, { recursive: true, force: true })
})

function restore(name: string): void {
  const value = environment[name]
  if (value === undefined) delete process.env[name]
  else process.env[name] = value
}

const broken = (): Browser => ({ path: path.join(folder, 'chromium'), env: {}, from: '' })

function measure(overrides: Partial<LocalLighthouseDeps> = {}) {
  const logged: Record<string, unknown>[] = []
  const local = createLocalLighthouse({
    policy: { targets: 'any', allow: [] },
    browsers,
    environment: process.env,
    sandbox: testSandbox,
    yieldsToCrawls: false,
    after: (ms, callback) => {
      const timer = setTimeout(callback, ms)
      return () => clearTimeout(timer)
    },
    log: (event, details) => void logged.push({ event, ...details }),
    ...overrides,
  })
  const { signal } = new AbortController()
  const measuring = local.measure({ url: `${site.origin}/`, device: 'desktop', signal, onPhase: () => {} })
  return { measuring, logged }
}

async function print(sandbox = testSandbox): Promise<string> {
  const output = path.join(folder, 'report.pdf')
  const html = (async function* () {
    yield '<!doctype html><title>One</title><p>one'
  })()
  await printPdf({ html, output, paper: 'A4', sandbox })
  return (await readFile(output)).toString('latin1', 0, 5)
}

const isPosix = process.platform !== 'win32'

describe('with a long TMPDIR a browser starts', { skip: !isPosix }, () => {
  test('to measure a page', atFullMeasure, async () => {
    const { measuring, logged } = measure()
    const result = await measuring
    assert.deepEqual(logged, [])
    assert.ok(result.ok, JSON.stringify(result))
  })

  test('to print', async () => assert.equal(await print(), '%PDF-'))

  test('for an end-to-end test', async () => {
    const browser = await launchBrowser()
    await browser.close()
  })
})

describe('a browser that ends at once', { skip: !isPosix }, () => {
  test('is followed by the next one, and logged with its last words', async () => {
    const { measuring, logged } = measure({
      browsers: async function* () {
        yield broken()
        yield chromium
      },
    })
    const result = await measuring
    assert.ok(result.ok, JSON.stringify(result))
    const [{ event, browser, cause } = {}, ...more] = logged
    assert.deepEqual([event, browser, more], ['the browser cannot be started', broken().path, []])
    assert.match(String(cause), /code 7.*The snap is missing\./)
  })

  test('alone is reported with the end of its standard error', async () => {
    const { measuring } = measure({
      browsers: async function* () {
        yield broken()
      },
    })
    const result = await measuring
    assert.ok(!result.ok)
    const message = 'The browser of this server cannot be started. It says: The snap is missing.'
    assert.deepEqual([result.failure.code, result.failure.message], ['browser-failed', message])
  })

  test('is the only one tried where CHROME_PATH names it', async () => {
    process.env.CHROME_PATH = broken().path
    try {
      await assert.rejects(print(), { message: /\(CHROME_PATH\) cannot be started .*The snap is missing\.$/ })
    } finally {
      restore('CHROME_PATH')
    }
  })

  const bringsOne = process.platform === 'linux' && process.arch === 'x64'
  test('is followed by the one that npm brought where it is installed', { skip: !bringsOne }, async () => {
    delete process.env.CHROME_PATH
    process.env.PATH = folder
    try {
      assert.equal(await print(), '%PDF-')
    } finally {
      restore('CHROME_PATH')
      restore('PATH')
    }
  })
})

const WITHOUT_NAMESPACES =
  'Chromium has no sandbox on this machine: allow user namespaces to the user of this program, or set SITESOUNDER_CHROMIUM_SANDBOX=off to go without.'
const isRoot = process.getuid?.() === 0

describe('a browser without its sandbox', { skip: !isPosix }, () => {
  test('neither prints nor measures for root', { skip: !isRoot }, async () => {
    const AS_ROOT = /^Chromium has no sandbox when root starts it.*SITESOUNDER_CHROMIUM_SANDBOX=off/
    await assert.rejects(print('required'), { message: AS_ROOT })
    const result = await measure({ sandbox: 'required' }).measuring
    assert.match(result.ok ? '' : result.failure.message, AS_ROOT)
  })

  test('is reported with what to do where the machine cannot give it one', async () => {
    const { measuring } = measure({
      browsers: async function* () {
        yield { ...broken(), path: path.join(folder, 'without-sandbox') }
      },
    })
    const result = await measuring
    const message = `The browser of this server cannot be started. It says: ${WITHOUT_NAMESPACES}`
    assert.equal(result.ok || result.failure.message, message)
  })
})
