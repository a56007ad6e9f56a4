import { randomBytes } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { browserEnvironment } from '#browser/browser-environment.ts'
import { type GuardedBrowser, openGuardedBrowser, proxyAuthority } from '#browser/guarded-browser.ts'
import { type ProxyHost, startProxy } from '#browser/proxy-host.ts'
import { type ProxyJob, sentPolicy } from '#browser/proxy-messages.ts'
import { type RenderDeps, renderPage } from '#browser/render-page.ts'
import { signInOnPage } from '#browser/sign-in-page.ts'
import { startBrowser, startProblem } from '#browser/start-browser.ts'
import { isLogoutUrl } from '#crawl/access/logout-urls.ts'
import { KnownRobots } from '#crawl/robots/known-robots.ts'
import { openAccess, type RequestAccess } from '#fetch/access/request-access.ts'
import { describeError } from '#shared/errors.ts'
import type { CrawlRoute } from '#shared/outbound.ts'
import type { RenderQuestion } from '#shared/rendering.ts'
import type { FromRenderThread, RenderThreadData, ToRenderThread } from './render-messages.ts'

/**
 * Entry of the thread of the browser that runs the scripts of pages, and of its proxy. It lives as long as the browser: when that
 * has ended or hangs, the thread ends, and the supervisor starts another.
 */
const data: RenderThreadData = workerData
const port = parentPort
if (!port) throw new Error('render-thread.ts is the entry of a thread')
const post = (message: FromRenderThread, transfer: readonly ArrayBuffer[] = []) =>
  port.postMessage(message, [...transfer])

/** No new windows, and no tab is slowed down in the background. */
const FLAGS = [
  '--block-new-web-contents',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  // A bound on the memory of scripts where processes cannot be watched.
  '--js-flags=--max-old-space-size=1024',
]

const robots = new Map<number, KnownRobots>()
const credentialsOf = new Map<number, { origins: readonly string[]; access: RequestAccess }>()
const underWay = new Map<number, AbortController>()
/** By crawl. */
const routedProxies = new Map<number, Promise<ProxyHost>>()
const proxyLogin = { username: 'rendering', password: randomBytes(32).toString('base64url') }
const browser = await open()
const deps: Omit<RenderDeps, 'mayRequest' | 'access' | 'signal' | 'proxyServer'> = {
  browser: browser.browser,
  root: await browser.browser.target().createCDPSession(),
  proxyLogin,
  userAgent: data.userAgent,
  timeoutMs: data.timeoutMs,
  maxLength: data.maxBytes,
}
void browser.gone.then(() => process.exit())
port.on('message', (message: ToRenderThread) => {
  if (message.kind === 'render') void render(message.id, message.question)
  else if (message.kind === 'sign-in') void signIn(message)
  else if (message.kind === 'cancel') underWay.get(message.id)?.abort()
  else if (message.kind === 'forget') {
    robots.delete(message.crawlId)
    credentialsOf.delete(message.crawlId)
    void routedProxies.get(message.crawlId)?.then(proxy => proxy.close())
    routedProxies.delete(message.crawlId)
  } else if (message.kind === 'session') credentialsOf.get(message.crawlId)?.access.setSession(message.session)
  else if (message.kind === 'credentials')
    credentialsOf.set(message.crawlId, {
      origins: message.credentials.origins,
      access: openAccess(message.credentials),
    })
  else robotsOf(message.crawlId).set(message.origin, message.known)
})
post({ kind: 'ready' })

async function open(): Promise<GuardedBrowser> {
  try {
    const proxy = await startProxy(proxyJob())
    return await startBrowser(found =>
      openGuardedBrowser({
        executable: found.path,
        environment: browserEnvironment({ environment: process.env, browser: found.env, folder: data.folder }),
        folder: data.folder,
        proxy,
        ...proxyLogin,
        flags: FLAGS,
        sandbox: data.sandbox,
        tabs: data.tabs,
        onExcess: ({ of, megabytes }) =>
          post({ kind: 'log', event: `${of} took too much memory`, details: { megabytes } }),
        onStart: pid => post({ kind: 'browser', pid }),
      }),
    )
  } catch (error) {
    post({ kind: 'unavailable', why: startProblem(error), cause: describeError(error) })
    process.exit()
  }
}

function proxyJob(): ProxyJob {
  return { policy: sentPolicy(data.policy), hosts: {}, maxBytes: Number.MAX_SAFE_INTEGER, ...proxyLogin }
}

/** The proxy of a crawl with a route of its own, as a browser takes it; undefined for the others, which have that of the browser. */
async function proxyServerOf({ crawlId, route }: RenderQuestion): Promise<string | undefined> {
  if (!route) return undefined
  const proxy = routedProxies.get(crawlId) ?? startRoutedProxy(route)
  routedProxies.set(crawlId, proxy)
  return proxyAuthority((await proxy).port)
}

function startRoutedProxy({ proxy, hostMap }: CrawlRoute): Promise<ProxyHost> {
  return startProxy({ ...proxyJob(), route: { proxy, hostMap: [...hostMap] } })
}

function robotsOf(crawlId: number): KnownRobots {
  const known = robots.get(crawlId) ?? new KnownRobots(data.robotsToken)
  robots.set(crawlId, known)
  return known
}

async function render(id: number, question: RenderQuestion): Promise<void> {
  const isSignedIn = (url: string) => credentialsOf.get(question.crawlId)?.origins.includes(new URL(url).origin)
  const mayRequest = (url: string) =>
    (robots.get(question.crawlId)?.check(url).isAllowed ?? true) && !(isSignedIn(url) && isLogoutUrl(url))
  const { access } = credentialsOf.get(question.crawlId) ?? {}
  await inTab(id, async signal => {
    const proxyServer = await proxyServerOf(question)
    const page = await renderPage(question, {
      ...deps,
      mayRequest,
      access,
      signal,
      ...(proxyServer !== undefined && { proxyServer }),
    })
    post({ kind: 'rendered', id, page }, page.ok && page.html.buffer instanceof ArrayBuffer ? [page.html.buffer] : [])
  })
}

async function signIn({ id, credentials, route }: Extract<ToRenderThread, { kind: 'sign-in' }>): Promise<void> {
  await inTab(id, async signal => {
    // The operator may offer its proxy no more: that is no fault of the browser.
    const proxy = route ? await startRoutedProxy(route).catch(() => 'none' as const) : null
    if (proxy === 'none') {
      const why = 'the proxy of the crawl cannot be used'
      post({ kind: 'signed-in', id, result: { ok: false, why, shown: '' } })
      return
    }
    const routed = proxy && { proxyServer: proxyAuthority(proxy.port) }
    const result = await signInOnPage(credentials, { ...deps, ...routed, signal })
    await proxy?.close()
    post({ kind: 'signed-in', id, result })
  })
}

async function inTab(id: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const control = new AbortController()
  underWay.set(id, control)
  try {
    await work(control.signal)
  } catch {
    // The browser is dead: the pages under way are rendered again by another.
    await browser.close()
    process.exit()
  } finally {
    underWay.delete(id)
  }
}
