import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from 'puppeteer-core'
import type { RequestAccess } from '#fetch/access/request-access.ts'
import { assertNever, describeError } from '#shared/errors.ts'
import type { RenderedPage, RenderQuestion } from '#shared/rendering.ts'
import { AUDIT_MS, auditPage } from './audit-page.ts'
import { mayRunScripts, NETWORK_IDLE_MS, PageQuiet } from './page-quiet.ts'
import { BrowserFailure, closeContext, openTab, prepareTab, within } from './private-tab.ts'
import { readDocument } from './read-document.ts'
import { decideRequest, type PageRequest, type RequestDecision } from './request-decision.ts'

/**
 * Loads one page in a context of its own, waits until its scripts are done, and reads its document. Nothing of it outlives the
 * call: no cookie, no storage, no cache. That makes what is read independent of the pages before, too.
 */
export interface RenderDeps {
  browser: Browser
  /** A session with the browser itself. */
  root: CDPSession
  /** Another guarded proxy than that of the browser, for a crawl with a route of its own. */
  proxyServer?: string
  /** Of the proxy. */
  proxyLogin: { username: string; password: string }
  userAgent: string
  /** How long scripts may run. */
  timeoutMs: number
  /** Of the document, in UTF-16 units. */
  maxLength: number
  /** Whether robots.txt allows this URL. */
  mayRequest(url: string): boolean
  /** Credentials of the crawl; requests of the page to its own origin get them, and no others. */
  access: RequestAccess | undefined
  /** Aborted when the page is no longer needed. */
  signal: AbortSignal
}

/** Pages of today take a hundred; a page must not cause requests without end. */
const MAX_REQUESTS = 500
/** Ten times what heavy pages load without pictures. */
const MAX_LOADED_BYTES = 50 * 1024 * 1024
/** What the browser gets beyond the time of the scripts, before it is taken for dead: to open the page, to read it, to close it. */
const GRACE_MS = 30_000

/** Of a context for one page. */
export function contextOptions({ proxyServer }: Pick<RenderDeps, 'proxyServer'>): BrowserContextOptions {
  return {
    downloadBehavior: { policy: 'deny' },
    // Loopback, too, which browsers would request without the proxy.
    ...(proxyServer !== undefined && { proxyServer, proxyBypassList: ['<-loopback>'] }),
  }
}

/** @throws BrowserFailure; what pages do is a value. */
export async function renderPage(question: RenderQuestion, deps: RenderDeps): Promise<RenderedPage> {
  let context: BrowserContext | null = null
  const work = async (): Promise<RenderedPage> => {
    context = await deps.browser.createBrowserContext(contextOptions(deps))
    return await renderIn(context, question, deps)
  }
  const late = new BrowserFailure('the browser does not respond')
  try {
    return await within(work(), deps.timeoutMs + AUDIT_MS + GRACE_MS, late)
  } catch (error) {
    throw error instanceof BrowserFailure ? error : new BrowserFailure(describeError(error))
  } finally {
    await within(closeContext(context), GRACE_MS, late)
  }
}

async function renderIn(context: BrowserContext, question: RenderQuestion, deps: RenderDeps): Promise<RenderedPage> {
  // All permissions are denied where none is granted by name.
  await context.overridePermissions(new URL(question.url).origin, [])
  const session = await openTab(context, deps.root)
  const visit = new PageVisit(session, question, deps)
  return await visit.run()
}

/** One page in its tab. */
class PageVisit {
  readonly #session: CDPSession
  readonly #question: RenderQuestion
  readonly #deps: RenderDeps
  readonly #quiet: PageQuiet
  readonly #ended = Promise.withResolvers<RenderedPage>()
  #mainFrame = ''
  #isPageGiven = false
  #commits = 0
  #requests = 0
  #bytes = 0
  #redirectUrl: string | null = null
  readonly #loggedIn = new Set<string>()

  constructor(session: CDPSession, question: RenderQuestion, deps: RenderDeps) {
    this.#session = session
    this.#question = question
    this.#deps = deps
    this.#quiet = new PageQuiet(mayRunScripts(question.body) ? NETWORK_IDLE_MS : 0)
  }

  async run(): Promise<RenderedPage> {
    const page = await this.#load()
    return { ...page, loadedBytes: Math.max(0, this.#bytes - this.#question.body.byteLength) }
  }

  async #load(): Promise<RenderedPage> {
    const { url } = this.#question
    const session = this.#session
    const { signal } = this.#deps
    const cancel = () => this.#ended.resolve({ ok: false, why: 'the crawl ended before' })
    if (signal.aborted) cancel()
    signal.addEventListener('abort', cancel, { once: true })
    await this.#prepare()
    // Ends when the page is there, or never: what follows does not wait for it.
    void session.send('Page.navigate', { url }).then(
      ({ errorText }) => {
        if (errorText) this.#ended.resolve({ ok: false, why: `the browser refused it (${errorText.slice(0, 60)})` })
      },
      () => {},
    )
    const isCut = await Promise.race([this.#quiet.wait(this.#deps.timeoutMs), this.#ended.promise])
    if (typeof isCut === 'object') return isCut
    const read = await Promise.race([
      readDocument(session, { frameId: this.#mainFrame, maxLength: this.#deps.maxLength }),
      this.#ended.promise,
    ])
    if ('ok' in read) return read
    if (read.html === '') return { ok: false, why: 'its scripts did not end, or left more than can be read in time' }
    const html = new TextEncoder().encode(read.html)
    const redirectUrl = this.#redirectUrl
    // A page that holds everything up would hold this up, too.
    const audit = read.isEnded
      ? {}
      : await Promise.race([auditPage(session, this.#mainFrame), this.#ended.promise.then(() => ({}))])
    return {
      ok: true,
      html,
      isTruncated: read.isTruncated,
      isCut: isCut || read.isEnded,
      redirectUrl,
      audit,
    }
  }

  async #prepare(): Promise<void> {
    const session = this.#session
    this.#listen()
    const [mainFrame] = await Promise.all([
      prepareTab(session, { userAgent: this.#question.userAgent ?? this.#deps.userAgent }),
      session.send('Inspector.enable'),
    ])
    this.#mainFrame = mainFrame
  }

  #listen(): void {
    const session = this.#session
    session.on('Fetch.requestPaused', event => {
      const isMainFrame = event.frameId === this.#mainFrame
      const { url, method, headers } = event.request
      const isEndless = headers.Accept === 'text/event-stream'
      const request = { url, method, type: event.resourceType, isMainFrame, isEndless }
      this.#decide(event.requestId, request, headers)
    })
    session.on('Fetch.authRequired', ({ requestId, authChallenge, request }) => {
      const login = authChallenge.source === 'Proxy' ? this.#deps.proxyLogin : this.#loginFor(requestId, request.url)
      const authChallengeResponse = login
        ? ({ response: 'ProvideCredentials', ...login } as const)
        : ({ response: 'CancelAuth' } as const)
      this.#send(session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }))
    })
    session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
      // The end of loads by workers (other) is reported elsewhere.
      if (/^https?:/i.test(request.url) && type !== 'Other') this.#quiet.begin(requestId)
    })
    session.on('Network.loadingFinished', ({ requestId }) => this.#quiet.end(requestId))
    session.on('Network.loadingFailed', ({ requestId }) => this.#quiet.end(requestId))
    session.on('Network.dataReceived', ({ dataLength }) => {
      this.#bytes += dataLength
      if (this.#bytes > MAX_LOADED_BYTES) this.#quiet.cut()
    })
    session.on('Page.loadEventFired', () => this.#quiet.load())
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id !== this.#mainFrame || !this.#isPageGiven) return
      this.#commits++
      if (this.#commits > 1) this.#ended.resolve({ ok: false, why: 'its scripts replaced it by what is no page' })
    })
    session.on('Page.javascriptDialogOpening', () => {
      this.#send(session.send('Page.handleJavaScriptDialog', { accept: false }))
    })
    session.on('Inspector.targetCrashed', () =>
      this.#ended.resolve({ ok: false, why: 'it made its browser tab crash' }),
    )
  }

  #decide(requestId: string, request: PageRequest, headers: Record<string, string>): void {
    const decision = decideRequest(request, {
      isPageGiven: this.#isPageGiven,
      isBudgetLeft: this.#requests < MAX_REQUESTS && this.#bytes <= MAX_LOADED_BYTES,
      mayRequest: this.#deps.mayRequest,
    })
    if (decision === 'page') this.#isPageGiven = true
    else if (decision === 'leave') this.#noteLeaving(request)
    else if (decision === 'pass') this.#requests++
    this.#send(decision === 'pass' ? this.#pass(requestId, request, headers) : this.#carryOut(decision, requestId))
  }

  /** A redirect is another request, to which these headers do not extend. */
  #pass(requestId: string, request: PageRequest, headers: Record<string, string>): Promise<unknown> {
    const added = this.#addedHeaders(request)
    return this.#session.send('Fetch.continueRequest', {
      requestId,
      ...(added.length > 0 && { headers: [...asEntries(headers, added), ...added] }),
    })
  }

  /**
   * Credentials for the page's own origin. Others get no cookie of such a page at all: the browser would send a renewed session to every
   * port and scheme of the host, and to other hosts of its domain.
   */
  #addedHeaders(request: PageRequest): { name: string; value: string }[] {
    const pageUrl = new URL(this.#question.url)
    if (!this.#deps.access?.covers(pageUrl)) return []
    return new URL(request.url).origin === pageUrl.origin ? this.#credentialsFor(request) : WITHOUT_COOKIES
  }

  /** Once for each request: what was refused is not sent again. */
  #loginFor(requestId: string, text: string): { username: string; password: string } | null {
    const user = this.#accessTo(text)?.userFor(new URL(text)) ?? null
    if (user === null || this.#loggedIn.has(requestId)) return null
    this.#loggedIn.add(requestId)
    return { username: user.name, password: user.password }
  }

  /** Scripts of other websites could act in the name of the user, so a page has no credentials but those of its own origin. */
  #accessTo(url: string): RequestAccess | undefined {
    return new URL(url).origin === new URL(this.#question.url).origin ? this.#deps.access : undefined
  }

  #credentialsFor({ url: text, method }: PageRequest): { name: string; value: string }[] {
    const access = this.#accessTo(text)
    if (!access) return []
    const url = new URL(text)
    const cookie = [...access.cookiesFor(url)].map(pair => pair.join('=')).join('; ')
    const sent = [...access.headersFor({ url, method }), ...(cookie === '' ? [] : ['cookie', cookie])]
    return sent.flatMap((name, index) => (index % 2 === 0 ? [{ name, value: sent[index + 1] ?? '' }] : []))
  }

  #carryOut(decision: Exclude<RequestDecision, 'pass'>, requestId: string): Promise<unknown> {
    const session = this.#session
    switch (decision) {
      case 'page':
        return session.send('Fetch.fulfillRequest', { requestId, ...this.#givenPage() })
      case 'picture':
        return session.send('Fetch.fulfillRequest', { requestId, ...PICTURE })
      case 'leave':
        return session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      case 'refuse':
        return session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
      default:
        return assertNever(decision)
    }
  }

  #noteLeaving({ method, url }: PageRequest): void {
    if (method === 'GET') this.#redirectUrl ??= elsewhere(url, this.#question.url)
    // A page that is left while it loads never ends loading.
    this.#quiet.load()
  }

  #givenPage() {
    const { status, headers, body } = this.#question
    return {
      responseCode: status,
      responseHeaders: headers.flatMap(([name, value]) =>
        OF_THE_TRANSFER.has(name.toLowerCase()) ? [] : [{ name, value }],
      ),
      body: Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64'),
    }
  }

  /** A page that is closed meanwhile needs no response. */
  #send(sent: Promise<unknown>): void {
    sent.catch(() => {})
  }
}

const WITHOUT_COOKIES = [{ name: 'cookie', value: '' }]

function asEntries(
  headers: Record<string, string>,
  replaced: readonly { name: string }[],
): { name: string; value: string }[] {
  const names = replaced.map(({ name }) => name)
  return Object.entries(headers).flatMap(([name, value]) =>
    names.includes(name.toLowerCase()) ? [] : [{ name, value }],
  )
}

/** Headers about the transfer of the response, which no longer apply. */
const OF_THE_TRANSFER: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'trailer',
  'upgrade',
  'alt-svc',
])

/** One transparent pixel. */
const PICTURE = {
  responseCode: 200,
  responseHeaders: [
    { name: 'content-type', value: 'image/gif' },
    { name: 'access-control-allow-origin', value: '*' },
  ],
  body: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
}

/** The URL without its fragment; null when it is that of the page itself. */
function elsewhere(target: string, page: string): string | null {
  const bare = (url: string) => url.replace(/#.*$/s, '')
  return bare(target) === bare(page) ? null : bare(target)
}
