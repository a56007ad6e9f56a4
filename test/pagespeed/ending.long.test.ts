import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { browsers } from '#browser/find-browser.ts'
import { shortTemporaryFolder } from '#browser/private-folder.ts'
import { type LoopbackServer, serveHttp } from '#fetch/test-server.ts'
import { createLocalLighthouse, type LocalLighthouseDeps } from '#pagespeed/local-lighthouse.ts'
import { testSandbox } from '../support/settings.ts'
import { leftovers } from './leftovers.ts'

/** Every way in which a measurement may end early. A page that never responds keeps it going until then. */

const DEADLINE_MS = 120_000

let folder: string
let silent: LoopbackServer & { requested(): Promise<void> }
const temporary = process.env.TMPDIR

before(async () => {
  folder = mkdtempSync(path.join(shortTemporaryFolder(), 'ending-'))
  process.env.TMPDIR = folder
  let next = Promise.withResolvers<void>()
  const server = await serveHttp(() => next.resolve())
  silent = {
    ...server,
    async requested() {
      await next.promise
      next = Promise.withResolvers()
    },
  }
})
after(async () => {
  await silent[Symbol.asyncDispose]()
  if (temporary === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = temporary
  rmSync(folder, { recursive: true, force: true })
})

function start(overrides: Partial<LocalLighthouseDeps> = {}, url = `${silent.origin}/`) {
  const logged: string[] = []
  const leaving = new AbortController()
  let runOut = () => {}
  const local = createLocalLighthouse({
    policy: { targets: 'any', allow: [] },
    browsers,
    sandbox: testSandbox,
    yieldsToCrawls: false,
    environment: { ...process.env, SITESOUNDER_PAGESPEED_KEY: 'secret', HTTPS_PROXY: 'http://127.0.0.1:1' },
    after: (ms, callback) => {
      if (ms === DEADLINE_MS) runOut = callback
      const timer = setTimeout(callback, ms)
      return () => clearTimeout(timer)
    },
    log: event => void logged.push(event),
    ...overrides,
  })
  const { signal } = leaving
  const measuring = local.measure({ url, device: 'mobile', signal, onPhase: () => {} })
  return { measuring, leaving, logged, runOut: () => runOut() }
}

/** Numbers of the processes whose command line holds all of these words. */
function processes(...words: string[]): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).split('\n')
  return lines.filter(line => words.every(word => line.includes(word))).map(line => Number.parseInt(line, 10))
}

const browserProcess = () => processes(`--user-data-dir=${folder}`).filter(pid => !isHelper(pid))
const isHelper = (pid: number) => processes('--type=', folder).includes(pid)
const measuringProcess = () => processes('lighthouse-process.ts', String(process.pid))

describe('a measurement ends, and leaves nothing behind,', () => {
  const rows: [name: string, end: (run: ReturnType<typeof start>) => void, code: string, logged: string[]][] = [
    ['when its time has run out', run => run.runOut(), 'timed-out', []],
    [
      'when the browser dies',
      () => browserProcess().forEach(pid => void process.kill(pid, 'SIGKILL')),
      'browser-failed',
      ['a page-speed measurement broke'],
    ],
    [
      'when the process that measures dies',
      () => measuringProcess().forEach(pid => void process.kill(pid, 'SIGKILL')),
      'browser-failed',
      ['a page-speed measurement broke'],
    ],
  ]
  for (const [name, end, code, logged] of rows) {
    test(name, async () => {
      const run = start()
      await silent.requested()
      assert.ok(leftovers(folder).length > 0)
      end(run)
      const result = await run.measuring
      assert.ok(!result.ok)
      assert.deepEqual([result.failure.code, run.logged], [code, logged])
      assert.deepEqual(leftovers(folder), [])
    })
  }

  test('when the browser cannot be started', async () => {
    const { measuring, logged } = start({
      browsers: async function* () {
        yield { path: path.join(folder, 'none'), env: {}, from: '' }
      },
    })
    const result = await measuring
    assert.ok(!result.ok)
    assert.deepEqual([result.failure.code, logged], ['browser-failed', ['the browser cannot be started']])
    assert.deepEqual(leftovers(folder), [])
  })

  test('when the page takes all the memory', { skip: process.platform !== 'linux' }, async () => {
    const script = 'const kept = []; for (;;) kept.push(new Uint8Array(5e7).fill(1))'
    await using server = await serveHttp((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><p>text<script>${script}</script>`),
    )
    const result = await start({}, `${server.origin}/`).measuring
    const message = 'The page takes more memory than a measured page may have.'
    assert.equal(result.ok || result.failure.message, message)
    assert.deepEqual(leftovers(folder), [])
  })

  test('when the client has gone; and no setting, secret or proxy of ours was in its environment', async () => {
    const run = start()
    await silent.requested()
    const pids = process.platform === 'linux' ? [...browserProcess(), ...measuringProcess()] : []
    const environments = pids.map(pid => readFileSync(`/proc/${pid}/environ`, 'latin1'))
    run.leaving.abort()
    const result = await run.measuring
    assert.ok(!result.ok && result.failure.code === 'cancelled')
    assert.deepEqual(leftovers(folder), [])
    if (process.platform === 'linux') assert.equal(environments.length, 2)
    for (const environment of environments) assert.doesNotMatch(environment, /SITESOUNDER_|secret|_PROXY/)
  })
})
