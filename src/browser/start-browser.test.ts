import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, test } from 'node:test'
import { AppError } from '#shared/errors.ts'
import { type Browser, browsers } from './find-browser.ts'
import { BrowserStartError, lastWords, startBrowser, startProblem } from './start-browser.ts'

async function* from(...paths: string[]): AsyncGenerator<Browser> {
  for (const each of paths) yield { path: each, env: {}, from: each === '/chosen' ? 'CHROME_PATH' : each }
}

/** Starts only what is called so. */
const only = (path: string) => async (browser: Browser) => {
  if (browser.path !== path) throw new BrowserStartError('it ended', `no ${browser.path}`)
  return browser.path
}

const problems: [what: string, error: unknown, words: string][] = [
  ['any other error', new Error('/home/secret'), 'the browser of this server cannot be started'],
  ['no browser', new AppError('unavailable', 'No Chromium was found'), 'No Chromium was found'],
  [
    'a browser that said nothing',
    new AppError('unavailable', '/usr/bin/chromium: it ended', { cause: new BrowserStartError('it ended', '') }),
    'the browser of this server cannot be started',
  ],
  [
    'a browser with last words',
    new AppError('unavailable', '/usr/bin/chromium: it ended', {
      cause: new BrowserStartError('it ended', 'No display'),
    }),
    'the browser of this server cannot be started: No display',
  ],
]
for (const [what, error, words] of problems)
  test(`startProblem() of ${what}`, () => assert.equal(startProblem(error), words))

describe('of the browsers of a machine', () => {
  test('the first that can be started is', async () => {
    assert.equal(await startBrowser(only('/a'), from('/a', '/b')), '/a')
    assert.equal(await startBrowser(only('/c'), from('/a', '/b', '/c')), '/c')
  })

  test('none: each is named with its last words', async () => {
    await assert.rejects(startBrowser(only('/c'), from('/a', '/b')), (error: unknown) => {
      assert.ok(error instanceof AppError && error.cause instanceof BrowserStartError)
      assert.deepEqual([error.code, error.cause.words], ['unavailable', 'no /a'])
      const each = '/a: it ended: no /a; /b: it ended: no /b'
      const advice = 'None of the browsers of this machine can be started (set CHROME_PATH to another one).'
      assert.equal(error.message, `${advice} ${each}`)
      return true
    })
  })

  test('the one that CHROME_PATH names is said to be that', async () => {
    const message =
      'The browser /chosen (CHROME_PATH) cannot be started (set CHROME_PATH to another one): it ended: no /chosen'
    await assert.rejects(startBrowser(only('/a'), from('/chosen')), { message })
  })

  test('there is none to try', async () => {
    await assert.rejects(startBrowser(only('/a'), from()), (error: unknown) => {
      return error instanceof AppError && error.cause === undefined && error.message.startsWith('No Chromium was found')
    })
  })

  test('what is no failure to start is not hidden by another try', async () => {
    const fault = new TypeError('a fault')
    await assert.rejects(
      startBrowser(() => Promise.reject(fault), from('/a', '/b')),
      fault,
    )
  })

  test('CHROME_PATH is tried alone, else those that are installed, each program once', async () => {
    const { CHROME_PATH, PATH } = process.env
    const folder = mkdtempSync(path.join(tmpdir(), 'sitesounder-browsers-'))
    const place = (name: string) => path.join(folder, name)
    writeFileSync(place('google-chrome'), '#!/bin/sh\n')
    writeFileSync(place('chromium'), '#!/bin/sh\n')
    chmodSync(place('google-chrome'), 0o755)
    chmodSync(place('chromium'), 0o755)
    symlinkSync(place('chromium'), place('chromium-browser'))
    const installed = async () => {
      const found: string[] = []
      for await (const browser of browsers()) {
        found.push(browser.path)
        if (found.length === 2) break
      }
      return found
    }
    try {
      process.env.PATH = folder
      process.env.CHROME_PATH = '/chosen'
      assert.deepEqual(await installed(), ['/chosen'])
      delete process.env.CHROME_PATH
      assert.deepEqual(await installed(), [place('chromium'), place('google-chrome')])
    } finally {
      process.env.PATH = PATH
      if (CHROME_PATH !== undefined) process.env.CHROME_PATH = CHROME_PATH
      rmSync(folder, { recursive: true })
    }
  })
})

describe('the last words of a browser', () => {
  const rows: [name: string, stderr: string, words: string][] = [
    ['nothing', '', ''],
    ['a line of its log', '[1122/215954.567:ERROR:chrome/main.cc:12] Socket path too long\n', 'Socket path too long'],
    [
      'what it ended of, not what its parts said afterwards',
      '[1:1:1122/2.0:FATAL:chrome/single.cc:3] Socket path too long: /x\n[1122/2.1:ERROR:zygote.cc:6] write: Broken pipe\n',
      'Socket path too long: /x',
    ],
    ['the last of many lines', 'one\r\ntwo\n\n', 'two'],
    ['no control characters', 'a \u001b[31mred\u0007\u202e text\n', 'a [31mred text'],
  ]
  for (const [name, stderr, words] of rows) test(name, () => assert.equal(lastWords(stderr), words))

  test('are bounded', () => {
    const words = lastWords('x'.repeat(100_000))
    assert.equal(words.length, 300)
    assert.ok(words.endsWith('…'))
  })
})
