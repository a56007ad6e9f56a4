import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { browsers, findBrowser, mayHaveBrowser, unpackOnce } from './find-browser.ts'

const BLOCK = 512

/** A tar archive of one file. */
function tarOf(name: string, text: string): Buffer {
  const archive = Buffer.alloc(BLOCK + Math.ceil(text.length / BLOCK) * BLOCK + 2 * BLOCK)
  archive.write(name, 0)
  archive.write(text.length.toString(8).padStart(11, '0'), 124)
  archive.write('0', 156)
  archive.write(text, BLOCK)
  return archive
}

describe('the browser of a package', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sitesounder-packed-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  /** A package whose browser is a script. */
  function packageOf(version: string, script: string): string {
    const packed = path.join(folder, version)
    const place = (name: string, content: Buffer) =>
      writeFileSync(path.join(packed, 'bin', name), brotliCompressSync(content))
    mkdirSync(path.join(packed, 'bin'), { recursive: true })
    writeFileSync(path.join(packed, 'package.json'), JSON.stringify({ version }))
    place('chromium.br', Buffer.from(script))
    place('swiftshader.tar.br', tarOf('libEGL.so', 'graphics'))
    place('fonts.tar.br', tarOf('fonts/Open_Sans/a.ttf', 'x'.repeat(BLOCK + 1)))
    place('al2023.tar.br', tarOf('lib/libnss3.so', 'certificates'))
    return packed
  }

  it('is unpacked once for each version, with its libraries and fonts', async () => {
    const cache = path.join(folder, 'cache')
    const packed = packageOf('1.2.3', '#!/bin/sh\n')
    const target = path.join(cache, 'chromium-1.2.3')
    const { path: executable, from, env } = await unpackOnce(packed, cache)
    assert.deepEqual([executable, from], [path.join(target, 'chromium'), '@sparticuz/chromium 1.2.3'])
    assert.equal(env.LD_LIBRARY_PATH, undefined)
    const textOf = (name: string) => readFileSync(path.join(target, name), 'utf8')
    assert.equal(textOf('chromium'), '#!/bin/sh\n')
    assert.equal(textOf('libEGL.so'), 'graphics')
    assert.equal(textOf('fonts/Open_Sans/a.ttf'), 'x'.repeat(BLOCK + 1))
    assert.equal(textOf('al2023/lib/libnss3.so'), 'certificates')
    assert.ok(textOf('fonts.conf').includes(`<dir>${target}/fonts</dir>`))

    // What is there is taken as it is.
    rmSync(path.join(packed, 'bin'), { recursive: true })
    assert.equal((await unpackOnce(packed, cache)).path, executable)

    await unpackOnce(packageOf('1.2.4', '#!/bin/sh\n'), cache)
    assert.deepEqual(readdirSync(cache).sort(), ['chromium-1.2.3', 'chromium-1.2.4'])
  })

  it('has its own copies of system libraries where it cannot be started without them', async () => {
    const cache = path.join(folder, 'cache')
    const { env } = await unpackOnce(packageOf('2.0.0', '#!/bin/sh\nexit 127\n'), cache)
    assert.equal(env.LD_LIBRARY_PATH, path.join(cache, 'chromium-2.0.0', 'al2023', 'lib'))
  })
})

describe('a browser of this machine', { skip: process.platform === 'win32' }, () => {
  const { CHROME_PATH, PATH } = process.env
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sitesounder-installed-'))
    delete process.env.CHROME_PATH
    process.env.PATH = ['first', 'second'].map(name => path.join(folder, name)).join(path.delimiter)
    for (const name of ['first', 'second']) mkdirSync(path.join(folder, name))
  })
  afterEach(() => {
    rmSync(folder, { recursive: true })
    process.env.PATH = PATH
    if (CHROME_PATH === undefined) delete process.env.CHROME_PATH
    else process.env.CHROME_PATH = CHROME_PATH
  })

  const place = (name: string, mode = 0o755) => writeFileSync(path.join(folder, name), '', { mode })

  /** Those of the folders, in their order. */
  async function installedBrowsers(): Promise<string[]> {
    const found: string[] = []
    for await (const browser of browsers()) {
      if (!browser.path.startsWith(folder)) break
      assert.deepEqual(browser, { path: browser.path, env: {}, from: browser.path })
      found.push(path.relative(folder, browser.path))
    }
    return found
  }

  it('is the one that CHROME_PATH names, and no other', async () => {
    place('first/chromium')
    process.env.CHROME_PATH = '/none/chrome'
    assert.deepEqual(await Array.fromAsync(browsers()), [{ path: '/none/chrome', env: {}, from: 'CHROME_PATH' }])
    assert.equal(mayHaveBrowser(), false)
    place('mine')
    process.env.CHROME_PATH = path.join(folder, 'mine')
    assert.equal(mayHaveBrowser(), true)
    assert.equal((await findBrowser()).from, 'CHROME_PATH')
  })

  it('is found by its name in the folders of PATH, each program once and the best first', async () => {
    place('second/chromium')
    place('first/google-chrome')
    place('second/google-chrome')
    symlinkSync(path.join(folder, 'second/chromium'), path.join(folder, 'first/chromium-browser'))
    place('first/microsoft-edge')
    place('first/microsoft-edge-stable')
    assert.equal(mayHaveBrowser(), true)
    assert.equal((await findBrowser()).path, path.join(folder, 'second/chromium'))
    assert.deepEqual(await installedBrowsers(), [
      'second/chromium',
      'first/google-chrome',
      'second/google-chrome',
      'first/microsoft-edge-stable',
    ])
  })

  it('is a file that may be run', async () => {
    mkdirSync(path.join(folder, 'first/chromium'))
    place('second/chromium', 0o644)
    place('second/google-chrome')
    assert.equal((await findBrowser()).path, path.join(folder, 'second/google-chrome'))
  })
})
