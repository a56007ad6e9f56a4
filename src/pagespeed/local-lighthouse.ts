import { type ChildProcess, fork } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { browserEnvironment } from '#browser/browser-environment.ts'
import { type Browser, NO_BROWSER } from '#browser/find-browser.ts'
import { makePrivateFolder } from '#browser/private-folder.ts'
import { killGroup } from '#browser/process-group.ts'
import { sentPolicy } from '#browser/proxy-messages.ts'
import { requireSandbox, type SandboxRule, sandboxObstacle } from '#browser/sandbox.ts'
import { BrowserStartError, startBrowser } from '#browser/start-browser.ts'
import { NOT_PUBLIC } from '#fetch/address-guard.ts'
import type { TargetPolicy } from '#fetch/fetch.ts'
import { PAGE_SPEED_DEADLINE_MS } from '#shared/constants.ts'
import { AppError, describeError } from '#shared/errors.ts'
import { lighthousePart, missingPackagesText } from '#shared/optional-packages.ts'
import type { PageSpeedDevice, PageSpeedPhase } from '#shared/page-speed.ts'
import type { After } from '#shared/wait.ts'
import { lighthouseFailure } from './lighthouse-failure.ts'
import { type FromLighthouse, fromLighthouseSchema, type LighthouseJob } from './lighthouse-messages.ts'
import { CANCELLED, failed, type PageSpeedFailure, type PageSpeedResult, pageSpeedFailure } from './result.ts'

/** Lighthouse on this machine, in a process of its own for each run. */
export interface LocalLighthouse {
  /** Why nothing can be measured here; null when it can. */
  obstacle(): Promise<string | null>
  /** Expected failures are values. Takes two minutes at most; leaves neither a process nor a file. */
  measure(question: LocalQuestion): Promise<PageSpeedResult>
}

export interface LocalQuestion {
  /** A URL that the policy allows; every connection is checked again. */
  url: string
  device: PageSpeedDevice
  signal: AbortSignal
  onPhase(phase: PageSpeedPhase): void
}

export interface LocalLighthouseDeps {
  policy: TargetPolicy
  /** Best first; the next one is tried where one cannot be started. */
  browsers: () => AsyncIterable<Browser>
  environment: Readonly<Record<string, string | undefined>>
  sandbox: SandboxRule
  /** In a server: the audits take a processor for seconds, and crawls and responses come first. */
  yieldsToCrawls: boolean
  after: After
  log: (event: string, details: Record<string, unknown>) => void
  /** Names with their IP addresses, which are not resolved by the system: for tests. */
  hosts?: Record<string, string[]>
  /** Largest traffic of one run. */
  maxBytes?: number
}

/** Ten times what heavy pages weigh. */
const MAX_BYTES = 200 * 1024 * 1024
/** Lighthouse takes a few hundred; a page must not make it take all there is. */
const MAX_HEAP_MEGABYTES = 2_048
/** How long the process gets to end by itself once its browser is dead. */
const END_MS = 2_000
const MAX_STDERR = 4_000
const PROCESS_FILE = fileURLToPath(import.meta.resolve('./lighthouse-process.ts'))
const FOLDER_PREFIX = 'sitesounder-lighthouse-'

export function createLocalLighthouse(deps: LocalLighthouseDeps): LocalLighthouse {
  return {
    async obstacle() {
      if (!hasLighthouse()) return missingPackagesText(lighthousePart)
      for await (const _ of deps.browsers()) return sandboxObstacle(deps.sandbox)
      return NO_BROWSER
    },

    async measure(question) {
      if (!hasLighthouse()) return failed(pageSpeedFailure('browser-missing', missingPackagesText(lighthousePart)))
      const late = Promise.withResolvers<void>()
      const cancel = deps.after(PAGE_SPEED_DEADLINE_MS, () => late.resolve())
      try {
        requireSandbox(deps.sandbox)
        return await startBrowser(
          browser => runInFolder(deps, { ...question, browser, late: late.promise }),
          deps.browsers(),
        )
      } catch (error) {
        if (error instanceof AppError) return failed(startFailure(error))
        throw error
      } finally {
        cancel()
      }
    },
  }
}

/** Of an installed package its user may have added it or not. */
function hasLighthouse(): boolean {
  try {
    import.meta.resolve('lighthouse')
    return true
  } catch {
    return false
  }
}

/** The sentence for users, without paths of this machine. */
function startFailure(error: AppError): PageSpeedFailure {
  if (!(error.cause instanceof BrowserStartError)) return pageSpeedFailure('browser-missing', error.message)
  const { words } = error.cause
  const says = words === '' ? '' : ` It says: ${words}`
  return pageSpeedFailure('browser-failed', `The browser of this server cannot be started.${says}`)
}

async function runInFolder(deps: LocalLighthouseDeps, run: Omit<Run, 'folder'>): Promise<PageSpeedResult> {
  if (run.signal.aborted) return failed(CANCELLED)
  const folder = makePrivateFolder(FOLDER_PREFIX)
  try {
    return await runOnce(deps, { ...run, folder })
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

/** `late` resolves when the time for all browsers together has run out. */
type Run = LocalQuestion & { browser: Browser; folder: string; late: Promise<void> }

/** @throws BrowserStartError when this browser cannot be started. */
async function runOnce(deps: LocalLighthouseDeps, run: Run): Promise<PageSpeedResult> {
  const environment = browserEnvironment({
    environment: deps.environment,
    browser: run.browser.env,
    folder: run.folder,
  })
  const child = fork(PROCESS_FILE, [], {
    env: environment,
    execArgv: [`--max-old-space-size=${MAX_HEAP_MEGABYTES}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'json',
  })
  const stderr = lastWords(child)
  const ended = new Promise<void>(resolve => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const end = await endOf({ child, ended, environment, deps, run })
  await stop({ child, ended, browserPid: end.browserPid, after: deps.after })
  if (end.kind === 'cancelled') return failed(CANCELLED)
  if (end.kind === 'late') return failed(LATE)
  return resultOf(end.message, { log: deps.log, run, stderr: stderr() })
}

const LATE = pageSpeedFailure(
  'timed-out',
  `The page could not be measured within ${PAGE_SPEED_DEADLINE_MS / 60_000} minutes.`,
)

type RunEnd = { browserPid: number | null } & (
  | { kind: 'cancelled' }
  | { kind: 'late' }
  /** null: the process ended without a message. */
  | { kind: 'message'; message: FromLighthouse | null }
)

/** Waits for the first of: the result, the end of the process, the deadline, cancellation. */
async function endOf(of: {
  child: ChildProcess
  ended: Promise<void>
  environment: Record<string, string>
  deps: LocalLighthouseDeps
  run: Run
}): Promise<RunEnd> {
  const { child, ended, deps, run } = of
  const first = Promise.withResolvers<
    { kind: 'cancelled' } | { kind: 'late' } | { kind: 'message'; message: FromLighthouse | null }
  >()
  let browserPid: number | null = null
  child.on('message', text => {
    const message = fromLighthouseSchema.safeParse(text).data ?? null
    if (message?.kind === 'phase') run.onPhase(message.phase)
    else if (message?.kind === 'browser') browserPid = message.pid
    else first.resolve({ kind: 'message', message })
  })
  // Messages that were sent before the end arrive before it.
  child.once('disconnect', () => setImmediate(() => first.resolve({ kind: 'message', message: null })))
  void ended.then(() => setImmediate(() => first.resolve({ kind: 'message', message: null })))
  const onAbort = () => first.resolve({ kind: 'cancelled' })
  run.signal.addEventListener('abort', onAbort, { once: true })
  void run.late.then(() => first.resolve({ kind: 'late' }))
  const job: LighthouseJob = {
    url: run.url,
    device: run.device,
    policy: sentPolicy(deps.policy),
    hosts: deps.hosts ?? {},
    executable: run.browser.path,
    sandbox: deps.sandbox,
    yieldsToCrawls: deps.yieldsToCrawls,
    environment: of.environment,
    folder: run.folder,
    maxBytes: deps.maxBytes ?? MAX_BYTES,
  }
  child.send(job, error => {
    if (error) first.resolve({ kind: 'message', message: null })
  })
  const end = await first.promise
  run.signal.removeEventListener('abort', onAbort)
  return { ...end, browserPid }
}

/** The browser first, so that its parent can take note of its end; then that one, which may be busy calculating. */
async function stop(of: {
  child: ChildProcess
  ended: Promise<void>
  browserPid: number | null
  after: After
}): Promise<void> {
  const { child, ended, browserPid, after } = of
  if (browserPid !== null) killGroup(browserPid)
  if (child.connected) child.disconnect()
  const cancel = after(END_MS, () => child.kill('SIGKILL'))
  await ended
  cancel()
}

/** The end of what the process wrote to its standard error. */
function lastWords(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (part: string) => {
    text = (text + part).slice(-MAX_STDERR)
  })
  return () => text
}

const outOfReach = {
  refused: pageSpeedFailure('target-refused', NOT_PUBLIC),
  unknown: pageSpeedFailure('page-failed', 'The page could not be loaded: its domain name cannot be resolved.'),
  unreachable: pageSpeedFailure('page-failed', 'The page could not be loaded: its server cannot be reached.'),
}

function resultOf(
  message: FromLighthouse | null,
  { log, run, stderr }: { log: LocalLighthouseDeps['log']; run: Run; stderr: string },
): PageSpeedResult {
  switch (message?.kind) {
    case 'measured':
      return { ok: true, pageSpeed: message.pageSpeed }
    case 'unmeasured': {
      const { code, status, message: words } = lighthouseFailure(message)
      return failed({ code, status, message: words })
    }
    case 'out-of-reach':
      return failed(outOfReach[message.reason])
    case 'too-large':
      return failed(pageSpeedFailure('page-failed', 'The page loads more than can be measured.'))
    case 'too-much-memory':
      return failed(pageSpeedFailure('page-failed', 'The page takes more memory than a measured page may have.'))
    case 'browser-failed':
      log('the browser cannot be started', { browser: run.browser.path, cause: message.cause })
      throw new BrowserStartError('it cannot be started', message.words)
    default:
      log('a page-speed measurement broke', { url: run.url, cause: describeCause(message, stderr) })
      return failed(pageSpeedFailure('browser-failed', 'The measurement broke off. Please try again.'))
  }
}

function describeCause(message: FromLighthouse | null, stderr: string): string {
  return message?.kind === 'broken' ? message.cause : describeError(stderr || 'the process ended without a word')
}
