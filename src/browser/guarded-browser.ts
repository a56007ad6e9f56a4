import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { type LaunchedChrome, launch } from 'chrome-launcher'
import puppeteer, { type Browser, type CDPSession, type Page } from 'puppeteer-core'
import { browserFlags } from './find-browser.ts'
import { PipeTransport } from './pipe-transport.ts'

/** A Chromium with a fresh profile that reaches nothing but the guarded proxy. */
export interface GuardedBrowser {
  newPage(): Promise<Page>
  /** What drives it. */
  browser: Browser
  /** Resolves when it has ended, whoever ended it. */
  gone: Promise<void>
  close(): Promise<void>
}

export interface GuardedBrowserOptions {
  executable: string
  /** All of its environment. */
  environment: Record<string, string>
  /** Empty and private; the profile and everything temporary end up in it. */
  folder: string
  proxy: { port: number; greetingUrl: string }
  username: string
  password: string
  /** Beside those that every guarded browser gets. */
  flags?: readonly string[]
  /** The leader of its process group runs, whether or not it will ever answer. */
  onStart(pid: number): void
}

/** Where user namespaces are forbidden, for one, browsers hang instead of ending. */
const START_TIMEOUT_MS = 30_000

/** Stands for the proxy, and is the one name that the browser itself can resolve. */
const PROXY_NAME = 'proxy.invalid'

/** Every way to the network but the proxy is shut, and what browsers ask on their own account is switched off. */
function networkFlags(proxyPort: number): string[] {
  return [
    `--proxy-server=http://${PROXY_NAME}:${proxyPort}`,
    // Loopback, too, which browsers would ask without the proxy.
    '--proxy-bypass-list=<-loopback>',
    // Whatever forgets the proxy resolves nothing, addresses included.
    `--host-resolver-rules=MAP ${PROXY_NAME} 127.0.0.1 , MAP * ~NOTFOUND`,
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--dns-prefetch-disable',
    '--no-pings',
  ]
}

export async function openGuardedBrowser(options: GuardedBrowserOptions): Promise<GuardedBrowser> {
  const profile = path.join(options.folder, 'profile')
  await mkdir(profile, { mode: 0o700 })
  const chrome = await launch({
    chromePath: options.executable,
    chromeFlags: [
      '--headless=new',
      ...browserFlags,
      '--remote-debugging-pipe',
      ...networkFlags(options.proxy.port),
      ...(options.flags ?? []),
    ],
    envVars: { ...options.environment },
    userDataDir: profile,
    handleSIGINT: false,
    logLevel: 'silent',
  })
  // It has none where there is no such program.
  if (chrome.pid) options.onStart(chrome.pid)
  const gone = goneOf(chrome)
  const kill = async () => {
    chrome.kill()
    await gone
  }
  const patience = Promise.withResolvers<never>()
  const timer = setTimeout(() => patience.reject(new Error('the browser did not start in time')), START_TIMEOUT_MS)
  try {
    const ended = gone.then(() => Promise.reject(new Error('the browser ended while it was starting')))
    const browser = await Promise.race([prepare(chrome, options), ended, patience.promise])
    return { newPage: () => browser.newPage(), browser, gone, close: kill }
  } catch (error) {
    await kill()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function prepare(chrome: LaunchedChrome, options: GuardedBrowserOptions): Promise<Browser> {
  const transport = new PipeTransport(pipesOf(chrome))
  const browser = await puppeteer.connect({ transport, defaultViewport: null })
  await refuseDownloads(browser)
  await introduce(browser, options)
  return browser
}

function goneOf({ process: child }: LaunchedChrome): Promise<void> {
  return new Promise(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    // There is no such program.
    child.once('error', () => resolve())
  })
}

function pipesOf({ remoteDebuggingPipes }: LaunchedChrome): { incoming: Readable; outgoing: Writable } {
  if (!remoteDebuggingPipes) throw new Error('the browser has no pipe')
  const { incoming, outgoing } = remoteDebuggingPipes
  return { incoming: incoming as Readable, outgoing: outgoing as Writable }
}

async function refuseDownloads(browser: Browser): Promise<void> {
  const session = await browser.target().createCDPSession()
  await session.send('Browser.setDownloadBehavior', { behavior: 'deny' })
  await session.detach()
}

/**
 * Tells the browser the proxy's secret, by answering its question at a page of the proxy's own. It then keeps the secret for all requests
 * of its profile; answering at the measured page would hold up each of its requests. What the browser does on its own account is no
 * part of the profile, and stays out.
 */
async function introduce(browser: Browser, { proxy, username, password }: GuardedBrowserOptions): Promise<void> {
  const page = await browser.newPage()
  const session = await page.createCDPSession()
  session.on('Fetch.requestPaused', ({ requestId }) => settle(session.send('Fetch.continueRequest', { requestId })))
  session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    const isProxy = authChallenge.source === 'Proxy'
    const authChallengeResponse = isProxy
      ? ({ response: 'ProvideCredentials', username, password } as const)
      : ({ response: 'CancelAuth' } as const)
    settle(session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }))
  })
  await session.send('Fetch.enable', { handleAuthRequests: true })
  await page.goto(proxy.greetingUrl)
  await end(session)
  await page.close()
}

async function end(session: CDPSession): Promise<void> {
  await session.send('Fetch.disable')
  await session.detach()
}

/** A page that is closed meanwhile needs no answer. */
function settle(sent: Promise<unknown>): void {
  sent.catch(() => {})
}
