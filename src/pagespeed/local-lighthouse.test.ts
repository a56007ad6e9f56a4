import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { SHORT_PARENT } from '#browser/private-folder.ts'
import { createLocalLighthouse, type LocalLighthouseDeps } from './local-lighthouse.ts'
import type { PageSpeedResult } from './result.ts'

const DEADLINE_MS = 120_000
const BROKE_OFF = { code: 'browser-failed', status: 503, message: 'The measurement broke off. Please try again.' }

describe('createLocalLighthouse()', () => {
  let folder: string
  const { TMPDIR } = process.env
  before(() => {
    // Short, so that folders are made in it.
    folder = mkdtempSync(path.join(SHORT_PARENT, 'l-'))
    process.env.TMPDIR = folder
  })
  after(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
    rmSync(folder, { recursive: true })
  })

  interface Scene {
    result: PageSpeedResult
    phases: string[]
    logged: [event: string, details: Record<string, unknown>][]
  }

  /** A measurement by a program in place of Node.js; `onPhase` is called for the phases that it sends. */
  async function measureBy(
    executable: string,
    {
      signal = new AbortController().signal,
      onPhase = () => {},
      deps = {},
    }: { signal?: AbortSignal; onPhase?: () => void; deps?: Partial<LocalLighthouseDeps> } = {},
  ): Promise<Scene> {
    const logged: Scene['logged'] = []
    const phases: string[] = []
    const local = createLocalLighthouse({
      policy: { targets: 'any', allow: [] },
      async *browsers() {
        yield { path: '/nowhere/chromium', env: {}, from: 'a test' }
      },
      environment: {},
      sandbox: 'off',
      yieldsToCrawls: false,
      after: () => () => {},
      log: (event, details) => void logged.push([event, details]),
      ...deps,
    })
    const { execPath } = process
    process.execPath = executable
    try {
      const result = await local.measure({
        url: 'https://site.test/',
        device: 'mobile',
        signal,
        onPhase(phase) {
          phases.push(phase)
          onPhase()
        },
      })
      return { result, phases, logged }
    } finally {
      process.execPath = execPath
    }
  }

  test('a measurement of which the process cannot be started has broken off', { timeout: 10_000 }, async () => {
    const { result, logged } = await measureBy('/nowhere/node')
    assert.deepEqual(result, { ok: false, failure: BROKE_OFF })
    assert.deepEqual(
      logged.map(([event]) => event),
      ['a page-speed measurement broke'],
    )
  })

  test('a measurement that no one waits for any more starts no process', async () => {
    const { result, logged } = await measureBy('/nowhere/node', { signal: AbortSignal.abort() })
    assert.deepEqual([result.ok ? null : result.failure.code, logged], ['cancelled', []])
  })

  test('Lighthouse can run where there is a browser', async () => {
    const obstacleWith = (browsers: LocalLighthouseDeps['browsers']) =>
      createLocalLighthouse({
        policy: { targets: 'any', allow: [] },
        browsers,
        environment: {},
        sandbox: 'off',
        yieldsToCrawls: false,
        after: () => () => {},
        log: () => {},
      }).obstacle()
    const one = async function* () {
      yield { path: '/nowhere/chromium', env: {}, from: 'a test' }
    }
    assert.equal(await obstacleWith(one), null)
    assert.match((await obstacleWith(async function* () {})) ?? '', /^No Chromium was found/)
  })

  describe('the process of a measurement', { skip: process.platform === 'win32' }, () => {
    const { execPath } = process

    /** A program that does this when it has its job. */
    function programOf(code: string): string {
      const file = path.join(folder, 'program')
      const script = path.join(folder, 'script.cjs')
      writeFileSync(
        script,
        `const say = (message, then) => process.send(message, then)\nprocess.once('message', job => {${code}})\n`,
      )
      writeFileSync(file, `#!/bin/sh\nexec '${execPath}' '${script}'\n`)
      chmodSync(file, 0o755)
      return file
    }

    const unloadable = 'The page could not be loaded:'
    const ends: [name: string, message: object, failure: object][] = [
      [
        'a page of too many bytes',
        { kind: 'too-large' },
        { code: 'page-failed', status: 422, message: 'The page loads more than can be measured.' },
      ],
      [
        'a page that takes too much memory',
        { kind: 'too-much-memory' },
        { code: 'page-failed', status: 422, message: 'The page takes more memory than a measured page may have.' },
      ],
      [
        'a name that has no address',
        { kind: 'out-of-reach', reason: 'unknown' },
        { code: 'page-failed', status: 422, message: `${unloadable} its domain name cannot be resolved.` },
      ],
      [
        'a server that is away',
        { kind: 'out-of-reach', reason: 'unreachable' },
        { code: 'page-failed', status: 422, message: `${unloadable} its server cannot be reached.` },
      ],
      [
        'an error of Lighthouse',
        { kind: 'unmeasured', code: 'NO_FCP', message: '' },
        { code: 'page-failed', status: 422, message: 'The page showed nothing, so there is nothing to measure.' },
      ],
    ]
    for (const [name, message, failure] of ends)
      test(`says what came of ${name}, and leaves nothing`, async () => {
        const scene = await measureBy(
          programOf(`say({ kind: 'phase', phase: 'loading' }); say(${JSON.stringify(message)})`),
        )
        assert.deepEqual(scene, { result: { ok: false, failure }, phases: ['loading'], logged: [] })
        assert.deepEqual(
          readdirSync(folder).filter(each => each.startsWith('sitesounder-lighthouse-')),
          [],
        )
      })

    test('has logged how it broke off, by itself or by the end of its last words', async () => {
      const broken = await measureBy(programOf(`say({ kind: 'broken', cause: 'a reason' })`))
      assert.deepEqual(broken.result, { ok: false, failure: BROKE_OFF })
      const url = 'https://site.test/'
      assert.deepEqual(broken.logged, [['a page-speed measurement broke', { url, cause: 'a reason' }]])
      const words = await measureBy(
        programOf(`process.stderr.write('a' + 'b'.repeat(3_999) + 'c', () => process.exit(1))`),
      )
      assert.deepEqual(words.result, { ok: false, failure: BROKE_OFF })
      assert.deepEqual(words.logged, [['a page-speed measurement broke', { url, cause: `${'b'.repeat(3_999)}c` }]])
      const silent = await measureBy(programOf('process.exit(1)'))
      const cause = 'the process ended without a word'
      assert.deepEqual(silent.logged, [['a page-speed measurement broke', { url, cause }]])
    })

    test('has logged why its browser does not start', async () => {
      const { result, logged } = await measureBy(
        programOf(`say({ kind: 'browser-failed', cause: 'a reason', words: 'No display' })`),
      )
      assert.deepEqual(result, {
        ok: false,
        failure: {
          code: 'browser-failed',
          status: 503,
          message: 'The browser of this server cannot be started. It says: No display',
        },
      })
      assert.deepEqual(logged, [['the browser cannot be started', { browser: '/nowhere/chromium', cause: 'a reason' }]])
    })

    // It does not end by itself, nor when its channel is closed.
    const hangs = `
    setTimeout(() => {}, 60_000)
    const browser = require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { detached: true, stdio: 'ignore' })
    say({ kind: 'browser', pid: browser.pid })
    browser.once('exit', () => require('node:fs').writeFileSync(__filename + '.ended', ''))
    say({ kind: 'phase', phase: 'loading' })`

    test('is ended with its browser when no one waits for it any more, or its time has run out', async () => {
      for (const code of ['cancelled', 'timed-out']) {
        const leaving = new AbortController()
        let runOut = () => {}
        const { result, logged } = await measureBy(programOf(hangs), {
          signal: leaving.signal,
          onPhase: () => (code === 'cancelled' ? leaving.abort() : runOut()),
          deps: {
            after: (ms, callback) => {
              if (ms === DEADLINE_MS) runOut = callback
              else whenEnded(callback)
              return () => {}
            },
          },
        })
        assert.deepEqual([result.ok ? null : result.failure.code, logged], [code, []])
      }
    })

    /** Calls back once the browser has ended, which the process notes. */
    function whenEnded(callback: () => void): void {
      const note = 'script.cjs.ended'
      if (readdirSync(folder).includes(note)) {
        rmSync(path.join(folder, note))
        callback()
      } else setImmediate(whenEnded, callback)
    }
  })
})
