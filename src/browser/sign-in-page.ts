import type { BrowserContext, CDPSession } from 'puppeteer-core'
import { openAccess, type RequestAccess, type Session } from '#fetch/access/request-access.ts'
import {
  isProved,
  missingProof,
  type SignInResult,
  type SigningIn,
  shownUrl,
  withoutSecrets,
} from '#fetch/access/sign-in-result.ts'
import { describeError } from '#shared/errors.ts'
import type { SignInFields } from '#shared/sign-in.ts'
import { BrowserFailure, closeContext, openTab, prepareTab, within } from './private-tab.ts'
import { contextOptions, type RenderDeps } from './render-page.ts'
import { mayRequest } from './sign-in-requests.ts'

export type SignInPageDeps = Pick<
  RenderDeps,
  'browser' | 'root' | 'proxyLogin' | 'proxyServer' | 'userAgent' | 'timeoutMs' | 'signal'
>

const POLL_MS = 100
/** Polls in a row in which nothing but the absence of a password field proves the sign-in: a form may disappear while it is sent. */
const STEADY_POLLS = 5
const EVALUATION_MS = 5_000
const ALL_MS = 120_000
const MAX_REQUESTS = 500
const MAX_TEXT = 200_000

/**
 * Signs in with a browser, in a context of its own. Values are filled in only where the document that gets them is of a listed origin,
 * and from then on no other origin is requested at all.
 *
 * @throws BrowserFailure; what pages do is a value.
 */
export async function signInOnPage(credentials: SigningIn, deps: SignInPageDeps): Promise<SignInResult> {
  let context: BrowserContext | null = null
  const work = async (): Promise<SignInResult> => {
    context = await deps.browser.createBrowserContext(contextOptions(deps))
    await context.overridePermissions(new URL(credentials.signIn.url).origin, [])
    const session = await openTab(context, deps.root)
    return await new SignInTab(session, context.id ?? '', { ...deps, credentials }).run()
  }
  const late = new BrowserFailure('the browser does not respond')
  try {
    return await within(work(), ALL_MS, late)
  } catch (error) {
    throw error instanceof BrowserFailure ? error : new BrowserFailure(describeError(error))
  } finally {
    await within(closeContext(context), EVALUATION_MS, late)
  }
}

interface TabDeps extends SignInPageDeps {
  credentials: SigningIn
}

/** What the page is like now. */
interface PageState {
  url: string
  text: string
  source: string
  hasPasswordField: boolean
  isComplete: boolean
  hasElement: boolean
}

class SignInTab {
  readonly #session: CDPSession
  readonly #contextId: string
  readonly #deps: TabDeps
  readonly #access: RequestAccess
  readonly #challenged = new Set<string>()
  #mainFrame = ''
  #requests = 0
  #hasFilledIn = false
  /** An origin that is not listed, to which the page was to go. */
  #elsewhere: string | null = null

  constructor(session: CDPSession, contextId: string, deps: TabDeps) {
    this.#session = session
    this.#contextId = contextId
    this.#deps = deps
    this.#access = openAccess(deps.credentials)
  }

  async run(): Promise<SignInResult> {
    const { signIn } = this.#deps.credentials
    await this.#prepare()
    void this.#session.send('Page.navigate', { url: signIn.url }).catch(() => {})
    for (const { fields } of signIn.steps) {
      const isSent = await this.#until(() => this.#fillIn(fields))
      if (!isSent)
        return await this.#failed(`has no form with the fields ${fields.map(({ field }) => `"${field}"`).join(', ')}`)
    }
    let steady = 0
    const isProvedNow = await this.#until(async () => {
      const state = await this.#state()
      if (state === null || !(await this.#isSignedIn(state))) steady = 0
      else steady++
      return steady >= (signIn.proof === null ? STEADY_POLLS : 1)
    })
    return isProvedNow ? { ok: true, session: await this.#cookies() } : await this.#failed(null)
  }

  /** Tries until it succeeds, the time of scripts is over, or the page goes where nothing may be filled in. */
  async #until(attempt: () => Promise<boolean>): Promise<boolean> {
    const { signal, timeoutMs } = this.#deps
    const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    while (this.#elsewhere === null && !ended.aborted) {
      if (await attempt()) return true
      await new Promise(resolve => setTimeout(resolve, POLL_MS))
    }
    return false
  }

  async #failed(lacks: string | null): Promise<SignInResult> {
    const { signIn } = this.#deps.credentials
    const state = await this.#state()
    const shown = withoutSecrets(state?.text ?? '', this.#deps.credentials)
    if (this.#elsewhere !== null)
      return { ok: false, why: `it leads to ${this.#elsewhere}, which is not among the listed origins`, shown }
    if (state === null) return { ok: false, why: `${shownUrl(signIn.url)} cannot be read by the browser`, shown }
    return {
      ok: false,
      why: lacks === null ? missingProof(signIn.proof, state) : `${shownUrl(state.url)} ${lacks}`,
      shown,
    }
  }

  async #isSignedIn(state: PageState): Promise<boolean> {
    const { proof, url } = this.#deps.credentials.signIn
    if (proof?.kind === 'selector') return state.hasElement
    if (proof) return isProved(proof, state, url)
    return (
      state.isComplete && !state.hasPasswordField && (await this.#cookies()).some(({ cookies }) => cookies.length > 0)
    )
  }

  async #state(): Promise<PageState | null> {
    const { proof } = this.#deps.credentials.signIn
    const selector = proof?.kind === 'selector' ? proof.value : ''
    const value = await this.#evaluate(`${READ_STATE}(${JSON.stringify({ selector, maxLength: MAX_TEXT })})`)
    return isPageState(value) ? value : null
  }

  async #fillIn(fields: SignInFields): Promise<boolean> {
    const { origins } = this.#deps.credentials
    const names = fields.map(({ field }) => ({ field }))
    if ((await this.#evaluate(`${FILL_IN}(${JSON.stringify({ fields: names, origins, isTrial: true })})`)) !== true)
      return false
    // Before any value is in the page.
    this.#hasFilledIn = true
    return (await this.#evaluate(`${FILL_IN}(${JSON.stringify({ fields, origins })})`)) === true
  }

  /** In a world that the page's own scripts cannot change; null where there is no page at the moment. */
  async #evaluate(expression: string): Promise<unknown> {
    const run = async () => {
      const frameId = this.#mainFrame
      const world = await this.#session.send('Page.createIsolatedWorld', { frameId, worldName: 'sign-in' })
      const contextId = world.executionContextId
      const { result } = await this.#session.send('Runtime.evaluate', { expression, contextId, returnByValue: true })
      return result.value as unknown
    }
    // A page that is being left, or whose script does not end.
    return await within(run(), EVALUATION_MS, new Error('late')).catch(() => null)
  }

  /** Cookies of the listed origins: of a host for the origin of the login page, or else the first one; of a domain for all in it. */
  async #cookies(): Promise<Session> {
    const { origins, signIn, cookies: given } = this.#deps.credentials
    const { cookies } = await this.#deps.root.send('Storage.getCookies', { browserContextId: this.#contextId })
    const first = [...new Set([new URL(signIn.url).origin, ...origins])]
    return origins.map(origin => {
      const { hostname } = new URL(origin)
      const isFirst = first.find(each => new URL(each).hostname === hostname) === origin
      const own = cookies.flatMap(({ name, value, domain, path, secure }) => {
        const isHostOnly = !domain.startsWith('.')
        const isOwn = isHostOnly ? isFirst && domain === hostname : `.${hostname}`.endsWith(domain)
        if (!isOwn || given.some(cookie => cookie.name === name && cookie.value === value)) return []
        return [{ name, value, domain: domain.replace(/^\./, ''), isHostOnly, path, isSecure: secure }]
      })
      return { origin, cookies: own }
    })
  }

  async #prepare(): Promise<void> {
    this.#listen()
    const { userAgent } = this.#deps
    const [mainFrame] = await Promise.all([prepareTab(this.#session, { userAgent }), this.#setCookies()])
    this.#mainFrame = mainFrame
  }

  async #setCookies(): Promise<void> {
    const { origins, cookies } = this.#deps.credentials
    const given = origins.flatMap(url => cookies.map(({ name, value }) => ({ name, value, url })))
    const browserContextId = this.#contextId
    if (given.length > 0) await this.#deps.root.send('Storage.setCookies', { cookies: given, browserContextId })
  }

  #listen(): void {
    const session = this.#session
    session.on(
      'Fetch.requestPaused',
      ({ requestId, request: { url, method, headers }, resourceType: type, frameId }) => {
        void this.#decide(requestId, { url, method, type, headers, frameId })
      },
    )
    session.on('Fetch.authRequired', ({ requestId, authChallenge, request }) => {
      const isProxy = authChallenge.source === 'Proxy'
      const user = isProxy || this.#challenged.has(requestId) ? null : this.#access.userFor(new URL(request.url))
      if (!isProxy) this.#challenged.add(requestId)
      const login = isProxy ? this.#deps.proxyLogin : user && { username: user.name, password: user.password }
      const authChallengeResponse = login
        ? ({ response: 'ProvideCredentials', ...login } as const)
        : ({ response: 'CancelAuth' } as const)
      session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => {})
    })
    session.on('Page.javascriptDialogOpening', () => {
      session.send('Page.handleJavaScriptDialog', { accept: false }).catch(() => {})
    })
  }

  async #decide(requestId: string, request: PausedRequest): Promise<void> {
    const session = this.#session
    try {
      const isMainFrame = request.frameId === this.#mainFrame
      const { origins } = this.#deps.credentials
      const isListed = origins.includes(URL.parse(request.url)?.origin ?? '')
      const isAllowed = mayRequest(
        { ...request, isMainFrame },
        { origins, hasFilledIn: this.#hasFilledIn, isBudgetLeft: this.#requests < MAX_REQUESTS },
      )
      if (isMainFrame && request.type === 'Document' && !isListed)
        this.#elsewhere ??= URL.parse(request.url)?.origin ?? request.url
      if (isAllowed) this.#requests++
      await (isAllowed
        ? session.send('Fetch.continueRequest', {
            requestId,
            ...(isListed ? this.#headersFor(request) : withoutCookies(request)),
          })
        : session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }))
    } catch {
      // A page that is closed meanwhile needs no response.
    }
  }

  #headersFor({ url, method, headers }: PausedRequest): { headers?: { name: string; value: string }[] } {
    const added = this.#access.headersFor({ url: new URL(url), method })
    if (added.length === 0) return {}
    const names = added.filter((_, index) => index % 2 === 0)
    const own = names.map((name, index) => ({ name, value: added[index * 2 + 1] ?? '' }))
    const others = Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase()))
    return { headers: [...others.map(([name, value]) => ({ name, value })), ...own] }
  }
}

interface PausedRequest {
  url: string
  method: string
  type: string
  headers: Record<string, string>
  frameId: string
}

/** A cookie of a domain would reach its other hosts, listed or not. */
function withoutCookies({ headers }: PausedRequest): { headers: { name: string; value: string }[] } {
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'cookie')
  return { headers: [...others.map(([name, value]) => ({ name, value })), { name: 'cookie', value: '' }] }
}

function isPageState(value: unknown): value is PageState {
  return typeof value === 'object' && value !== null && 'url' in value && 'source' in value
}

/** Runs in the page. Fills in the fields and submits them, or only looks for them; false while they are not all there, or the document is of another origin. */
const FILL_IN = `(({ fields, origins, isTrial }) => {
  if (!origins.includes(location.origin)) return false
  const notFilledIn = ['submit', 'image', 'reset', 'button', 'file', 'hidden', 'checkbox', 'radio']
  const controls = [...document.querySelectorAll('input, textarea, select')].filter(
    each => !each.disabled && !notFilledIn.includes(each.type) && each.getClientRects().length > 0)
  const password = controls.findIndex(each => each.type === 'password')
  const byType = field => {
    if (field === 'current-password') return controls[password]
    if (field !== 'username') return undefined
    const texts = (password < 0 ? controls : controls.slice(0, password)).filter(
      each => ['text', 'email', 'tel', 'number'].includes(each.type))
    return password < 0 ? texts[0] : texts.at(-1)
  }
  const find = field =>
    controls.find(each => each.name === field) ?? controls.find(each => each.id === field) ??
    controls.find(each => each.autocomplete.split(/\\s+/).includes(field)) ?? byType(field)
  const found = fields.map(({ field }) => find(field))
  if (found.some(each => each === undefined)) return false
  if (isTrial) return true
  found.forEach((control, index) => {
    control.focus()
    control.value = fields[index].value
    for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true, composed: true }))
  })
  const last = found.at(-1)
  const isSubmit = each => !each.disabled && (each.type === 'submit' || each.type === 'image')
  const follows = each => (last.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const button = last.form
    ? [...last.form.elements].find(isSubmit)
    : [...document.querySelectorAll('button, input[type=submit], input[type=button], [role=button]')].find(follows)
  setTimeout(() => {
    if (button) button.click()
    else if (last.form) last.form.requestSubmit()
  })
  return true
})`

/** Runs in the page. */
const READ_STATE = `(({ selector, maxLength }) => {
  const matches = () => {
    try { return selector !== '' && document.querySelector(selector) !== null } catch { return false }
  }
  return {
    url: location.href,
    text: (document.body ? document.body.innerText : '').slice(0, maxLength),
    source: (document.documentElement ? document.documentElement.outerHTML : '').slice(0, maxLength),
    hasPasswordField: [...document.querySelectorAll('input[type=password]')].some(each => each.getClientRects().length > 0),
    isComplete: document.readyState === 'complete',
    hasElement: matches(),
  }
})`
