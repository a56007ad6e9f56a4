import { spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib'
import { AppError } from '#shared/errors.ts'

/**
 * A Chromium on this machine: CHROME_PATH, then one that is installed, then the one that npm brought (Linux x64). The last is
 * unpacked once into the project's own cache folder; nothing is ever installed.
 */
export interface Browser {
  path: string
  env: Record<string, string>
  from: string
}

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome-headless-shell',
  'chromium-headless-shell',
  'microsoft-edge-stable',
]
const MAC_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]
const WINDOWS_PATHS = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe']
const CACHE = path.join(import.meta.dirname, '..', '..', '.cache')

const PACKED = '@sparticuz/chromium'

/** Flags for a browser that connects to the page's own server alone. */
export const browserFlags = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
]

export const NO_BROWSER = 'No Chromium was found: install Chromium or Chrome, or set CHROME_PATH to one.'

/**
 * All that may be started, best first; the one that npm brought is unpacked when its turn comes. Where CHROME_PATH is set, it alone:
 * an operator who names a browser wants that one or an error, not another one in silence.
 */
export async function* browsers(): AsyncGenerator<Browser> {
  const chosen = process.env.CHROME_PATH
  if (chosen) return yield { path: chosen, env: {}, from: 'CHROME_PATH' }
  for (const path of installed()) yield { path, env: {}, from: path }
  const packed = packedFolder()
  if (packed !== null) yield await unpackBrowser(packed)
}

/**
 * The best of them, whether or not it can be started.
 * @throws AppError unavailable when there is none, with one sentence that says what to do.
 */
export async function findBrowser(): Promise<Browser> {
  for await (const browser of browsers()) return browser
  throw new AppError('unavailable', NO_BROWSER)
}

/** Whether there is a browser to be found, without unpacking the one that npm brought. */
export function mayHaveBrowser(): boolean {
  if (process.env.CHROME_PATH) return isRunnable(process.env.CHROME_PATH)
  if (installed().length > 0) return true
  return packedFolder() !== null
}

/** Each program once, though it has several names. */
function installed(): string[] {
  const found = candidates().filter(isRunnable)
  const programs = new Map(found.toReversed().map(file => [realpathSync(file), file]))
  return found.filter(file => programs.get(realpathSync(file)) === file)
}

function candidates(): string[] {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const onPath = [...new Set(NAMES.flatMap(name => folders.map(folder => path.join(folder, name))))]
  if (process.platform === 'darwin') return [...onPath, ...MAC_PATHS]
  if (process.platform !== 'win32') return onPath
  const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap(name => process.env[name] ?? [])
  return [...onPath, ...roots.flatMap(root => WINDOWS_PATHS.map(each => path.join(root, each)))]
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

let unpacked: Promise<Browser> | null = null

/** Looked at once in a process: a server needs its browser again and again. A failure is not kept. */
function unpackBrowser(folder: string): Promise<Browser> {
  unpacked ??= unpackOnce(folder, CACHE).catch((error: unknown) => {
    unpacked = null
    throw error
  })
  return unpacked
}

/** The browser of a package, unpacked into a folder of its version unless it is there. */
export async function unpackOnce(folder: string, cache: string): Promise<Browser> {
  const { version }: { version: string } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const target = path.join(cache, `chromium-${version}`)
  if (!existsSync(target)) await unpackInto(target, folder)
  const executable = path.join(target, 'chromium')
  const env: Record<string, string> = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: target }
  // Its own copies of system libraries are used only where the system has none.
  if (spawnSync(executable, ['--version']).status !== 0) env.LD_LIBRARY_PATH = path.join(target, 'al2023', 'lib')
  return { path: executable, env, from: `@sparticuz/chromium ${version}` }
}

/** Of the package that brought a browser; null where it is not installed, or not for this kind of machine. */
function packedFolder(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  try {
    const entry = createRequire(import.meta.url).resolve(PACKED)
    return entry.slice(0, entry.lastIndexOf(PACKED) + PACKED.length)
  } catch {
    return null
  }
}

async function unpackInto(target: string, folder: string): Promise<void> {
  const cache = path.dirname(target)
  mkdirSync(cache, { recursive: true, mode: 0o700 })
  const temporary = mkdtempSync(path.join(cache, 'unpacking-'))
  const packed = (name: string) => path.join(folder, 'bin', name)
  const out = createWriteStream(path.join(temporary, 'chromium'), { mode: 0o755 })
  await pipeline(createReadStream(packed('chromium.br')), createBrotliDecompress(), out)
  for (const [name, below] of [
    ['swiftshader', ''],
    ['fonts', ''],
    ['al2023', 'al2023'],
  ] as const) {
    untar(brotliDecompressSync(readFileSync(packed(`${name}.tar.br`))), path.join(temporary, below))
  }
  const fonts = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${target}/fonts</dir><cachedir>${target}/fonts-cache</cachedir></fontconfig>`
  writeFileSync(path.join(temporary, 'fonts.conf'), fonts)
  try {
    renameSync(temporary, target)
  } catch {
    // Another process was faster; its copy is as good.
    rmSync(temporary, { recursive: true, force: true })
  }
}

const BLOCK = 512

/** The files of a tar archive (POSIX ustar): name, size and type of each header block, then its data. */
function untar(archive: Buffer, into: string): void {
  for (let offset = 0; offset + BLOCK <= archive.length; ) {
    const name = archive.toString('utf8', offset, offset + 100).replace(/\0.*$/s, '')
    if (name === '') break
    const size = Number.parseInt(archive.toString('utf8', offset + 124, offset + 136), 8) || 0
    const isFolder = archive[offset + 156] === '5'.charCodeAt(0)
    const to = path.join(into, name)
    mkdirSync(isFolder ? to : path.dirname(to), { recursive: true })
    if (!isFolder) writeFileSync(to, archive.subarray(offset + BLOCK, offset + BLOCK + size), { mode: 0o755 })
    offset += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
}
