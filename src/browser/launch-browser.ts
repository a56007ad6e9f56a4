import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type LaunchedChrome, launch } from 'chrome-launcher'
import puppeteer, { type Browser } from 'puppeteer-core'
import { browserFlags } from './find-browser.ts'
import { lowerPriority } from './process-group.ts'
import { requireSandbox, type SandboxRule, sandboxFlags, withSandboxFix } from './sandbox.ts'
import { BrowserStartError, lastWords, MAX_STDERR } from './start-browser.ts'
import { type Excess, watchMemory } from './watch-memory.ts'

export interface LaunchOptions {
  executable: string
  /** All of its environment. */
  environment: Record<string, string>
  /** Private; the profile and everything temporary end up in it. */
  folder: string
  /** Beside those that every browser gets. */
  flags: readonly string[]
  sandbox: SandboxRule
  /** Pages at once, by which its memory is bounded (`watchMemory`). */
  tabs: number
  /** A page or the browser was ended because it took too much memory. */
  onExcess(excess: Excess): void
  /** The leader of its process group runs, whether or not it ever responds. */
  onStart?(pid: number): void
  /** Crawls and responses come first; not where the browser is part of a crawl, which waits for its pages, or of a command that does nothing else. */
  yieldsToCrawls?: boolean | undefined
  /** Ends it, also while it is starting. */
  signal?: AbortSignal
}

/** A Chromium with a fresh profile and no window, driven over a pipe: it ends with the process that started it. */
export interface LaunchedBrowser {
  browser: Browser
  /** Resolves when it has ended for any reason. */
  gone: Promise<void>
  close(): Promise<void>
}

/** Where user namespaces are forbidden, for one, browsers hang instead of ending. */
const START_TIMEOUT_MS = 30_000
/** Of one that others come before, on a busy machine. */
const PATIENT_START_TIMEOUT_MS = 60_000
/** Between the end of a browser's pipes and the end of its process. */
const END_GRACE_MS = 1_000

/**
 * Starts a browser and makes it ready by `prepare`.
 * @throws AppError unavailable where it would have no sandbox and must have one; BrowserStartError with the browser's own last words when
 * either fails: then it has ended and its profile is removed.
 */
export async function launchBrowser(
  options: LaunchOptions,
  prepare: (browser: Browser) => Promise<void> = async () => {},
): Promise<LaunchedBrowser> {
  options.signal?.throwIfAborted()
  requireSandbox(options.sandbox)
  const profile = path.join(options.folder, 'profile')
  await mkdir(profile, { mode: 0o700 })
  const chrome = await launch({
    chromePath: options.executable,
    chromeFlags: [
      '--headless=new',
      ...browserFlags,
      ...sandboxFlags(options.sandbox),
      '--remote-debugging-pipe',
      ...options.flags,
    ],
    envVars: { ...options.environment },
    userDataDir: profile,
    handleSIGINT: false,
    logLevel: 'silent',
  })
  // It has none where there is no such program.
  if (chrome.pid) {
    options.onStart?.(chrome.pid)
    if (options.yieldsToCrawls) lowerPriority(chrome.pid)
  }
  const gone = goneOf(chrome)
  const kill = async () => {
    chrome.kill()
    await gone
  }
  const onAbort = () => chrome.kill()
  options.signal?.addEventListener('abort', onAbort, { once: true })
  void gone.then(() => options.signal?.removeEventListener('abort', onAbort))
  const patience = Promise.withResolvers<never>()
  const timeoutMs = options.yieldsToCrawls ? PATIENT_START_TIMEOUT_MS : START_TIMEOUT_MS
  const timer = setTimeout(() => patience.reject(new Error('it did not start in time')), timeoutMs)
  try {
    const ended = gone.then(() => Promise.reject(new Error(endOf(chrome))))
    const connecting = connect(chrome, prepare).catch(cause => failAfterEnd(cause, gone))
    const browser = await Promise.race([connecting, ended, patience.promise])
    const unwatch = watchMemory(await browser.target().createCDPSession(), options.tabs, options.onExcess)
    void gone.then(unwatch)
    return { browser, gone, close: kill }
  } catch (cause) {
    await kill()
    options.signal?.throwIfAborted()
    const words = withSandboxFix(lastWords(await endOfFile(path.join(profile, STDERR_FILE))))
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    throw new BrowserStartError(cause instanceof Error ? cause.message : String(cause), words, { cause })
  } finally {
    clearTimeout(timer)
  }
}

/** Which chrome-launcher has the browser write its standard error to. */
const STDERR_FILE = 'chrome-err.log'

async function connect(chrome: LaunchedChrome, prepare: (browser: Browser) => Promise<void>): Promise<Browser> {
  const transport = new PipeTransport(pipesOf(chrome))
  const browser = await puppeteer.connect({ transport, defaultViewport: null })
  await prepare(browser)
  return browser
}

/** A browser that ends closes its pipes first: the failure waits for its end, which says more than that a pipe is closed. */
async function failAfterEnd(cause: unknown, gone: Promise<void>): Promise<never> {
  const stillRuns = new AbortController()
  await Promise.race([gone, pause(END_GRACE_MS, undefined, { signal: stillRuns.signal }).catch(() => {})])
  stillRuns.abort()
  throw cause
}

function goneOf({ process: child }: LaunchedChrome): Promise<void> {
  return new Promise(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    // There is no such program.
    child.once('error', () => resolve())
  })
}

function endOf({ pid, process: { exitCode, signalCode } }: LaunchedChrome): string {
  if (!pid) return 'there is no such program'
  return `it ended while it was starting (${signalCode === null ? `code ${exitCode}` : signalCode})`
}

function pipesOf({ remoteDebuggingPipes }: LaunchedChrome): { incoming: Readable; outgoing: Writable } {
  if (!remoteDebuggingPipes) throw new Error('it has no pipe')
  const { incoming, outgoing } = remoteDebuggingPipes
  return { incoming: incoming as Readable, outgoing: outgoing as Writable }
}

/** Bounded, however much a browser wrote. Empty where there is no such file. */
async function endOfFile(file: string): Promise<string> {
  let handle: FileHandle | null = null
  try {
    handle = await open(file)
    const { size } = await handle.stat()
    const start = Math.max(0, size - MAX_STDERR)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
    return buffer.toString('utf8', 0, bytesRead)
  } catch {
    // Its output is added to the failure, which is reported without it, too.
    return ''
  } finally {
    await handle?.close()
  }
}

/** Messages of the DevTools protocol over a pair of pipes, each ended by NUL: no port is opened that others could use. */
class PipeTransport {
  onmessage?: (message: string) => void
  onclose?: () => void
  readonly #outgoing: Writable

  constructor({ incoming, outgoing }: { incoming: Readable; outgoing: Writable }) {
    this.#outgoing = outgoing
    let parts: string[] = []
    incoming.setEncoding('utf8')
    incoming.on('data', (text: string) => {
      const pieces = text.split('\0')
      const rest = pieces.pop() ?? ''
      for (const piece of pieces) {
        const message = parts.join('') + piece
        parts = []
        this.onmessage?.(message)
      }
      if (rest !== '') parts.push(rest)
    })
    incoming.on('close', () => this.onclose?.())
    incoming.on('error', () => {})
    // The browser has ended, which `onclose` reports.
    outgoing.on('error', () => {})
  }

  send(message: string): void {
    this.#outgoing.write(`${message}\0`)
  }

  close(): void {
    this.#outgoing.end()
  }
}
