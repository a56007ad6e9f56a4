import type { Browser, CDPSession, Page } from 'puppeteer-core'
import { type LaunchedBrowser, type LaunchOptions, launchBrowser } from './launch-browser.ts'

/** A Chromium with a fresh profile that reaches nothing but the guarded proxy. */
export interface GuardedBrowser extends LaunchedBrowser {
  newPage(): Promise<Page>
}

export interface GuardedBrowserOptions extends Omit<LaunchOptions, 'flags'> {
  proxy: { port: number; greetingUrl: string }
  username: string
  password: string
  /** Beside those that every guarded browser gets. */
  flags?: readonly string[]
}

/** Stands for the proxy, and is the one name that the browser itself can resolve. */
const PROXY_NAME = 'proxy.invalid'

/** A guarded proxy as the browser reaches it. */
export function proxyAuthority(port: number): string {
  return `http://${PROXY_NAME}:${port}`
}

/** Every way to the network but the proxy is shut, and requests that browsers make by themselves are switched off. */
function networkFlags(proxyPort: number): string[] {
  return [
    `--proxy-server=${proxyAuthority(proxyPort)}`,
    // Loopback, too, which browsers would request without the proxy.
    '--proxy-bypass-list=<-loopback>',
    // Whatever forgets the proxy resolves nothing, addresses included.
    `--host-resolver-rules=MAP ${PROXY_NAME} 127.0.0.1 , MAP * ~NOTFOUND`,
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--dns-prefetch-disable',
    '--no-pings',
  ]
}

/** @throws BrowserStartError when it cannot be started. */
export async function openGuardedBrowser(options: GuardedBrowserOptions): Promise<GuardedBrowser> {
  const flags = [...networkFlags(options.proxy.port), ...(options.flags ?? [])]
  const launched = await launchBrowser({ ...options, flags }, async browser => {
    await refuseDownloads(browser)
    await introduce(browser, options)
  })
  return { ...launched, newPage: () => launched.browser.newPage() }
}

async function refuseDownloads(browser: Browser): Promise<void> {
  const session = await browser.target().createCDPSession()
  await session.send('Browser.setDownloadBehavior', { behavior: 'deny' })
  await session.detach()
}

/**
 * Gives the browser the proxy's secret, in response to its challenge at a page of the proxy's own. It then keeps the secret for all
 * requests of its profile; a challenge at the measured page would hold up each of its requests. What the browser does on its own
 * account is no part of the profile, and stays out.
 */
async function introduce(browser: Browser, { proxy, username, password }: GuardedBrowserOptions): Promise<void> {
  const page = await browser.newPage()
  const session = await page.createCDPSession()
  session.on('Fetch.requestPaused', ({ requestId }) =>
    ignoreClosed(session.send('Fetch.continueRequest', { requestId })),
  )
  session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    const isProxy = authChallenge.source === 'Proxy'
    const authChallengeResponse = isProxy
      ? ({ response: 'ProvideCredentials', username, password } as const)
      : ({ response: 'CancelAuth' } as const)
    ignoreClosed(session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }))
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

/** A page that is closed meanwhile needs no response. */
function ignoreClosed(sent: Promise<unknown>): void {
  sent.catch(() => {})
}
