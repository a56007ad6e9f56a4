import { type LoginPage, readLoginPage } from '#extract/login-page.ts'
import { openSigningIn, type RequestAccess, type Session } from '#fetch/access/request-access.ts'
import {
  isProved,
  missingProof,
  type SignInResult,
  type SignInWithBrowser,
  type SigningIn,
  shownUrl,
  withoutSecrets,
} from '#fetch/access/sign-in-result.ts'
import type { Fetcher, FetchResult } from '#fetch/fetch.ts'
import { isRedirectStatus, redirectTarget } from '#fetch/redirect-target.ts'
import { isErrorStatus } from '#shared/http-status.ts'
import { MAX_REDIRECT_HOPS } from '../engine-settings.ts'

export interface SignInDeps {
  fetcher: Pick<Fetcher, 'fetch'>
  inBrowser: SignInWithBrowser
  signal: AbortSignal
}

/**
 * Signs in to a website by its forms, as a visitor would. Forms that the pages themselves have are submitted by plain requests; a browser is
 * used where only scripts send them, or where an element proves the sign-in. Secrets go to listed origins alone.
 */
export async function signIn(credentials: SigningIn, deps: SignInDeps): Promise<SignInResult> {
  const inBrowser = () => unlessAborted(deps.inBrowser(credentials), deps.signal)
  if (credentials.signIn.proof?.kind === 'selector') return await inBrowser()
  const byForms = new FormSignIn(credentials, deps)
  const result = await byForms.run()
  // A second attempt with a wrong password could lock the account.
  if (result.ok || byForms.isRefused || deps.signal.aborted) return result
  const drawn = await inBrowser()
  return !drawn.ok && drawn.isBrowserMissing ? { ...result, why: `${result.why}, and ${drawn.why}` } : drawn
}

const ABORTED: SignInResult = { ok: false, why: 'the crawl ended before', shown: '' }

/** A browser may take minutes, for which the end of a crawl does not wait. */
async function unlessAborted(work: Promise<SignInResult>, signal: AbortSignal): Promise<SignInResult> {
  const aborted = Promise.withResolvers<SignInResult>()
  const abort = () => aborted.resolve(ABORTED)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  return await Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', abort))
}

/** Stops the steps, with the reason. */
class Refusal extends Error {}

class FormSignIn {
  readonly #credentials: SigningIn
  readonly #deps: SignInDeps
  readonly #access: RequestAccess & { session(): Session }
  /** The last page that came. */
  #page: LoginPage | null = null
  #isRefused = false

  constructor(credentials: SigningIn, deps: SignInDeps) {
    this.#credentials = credentials
    this.#deps = deps
    this.#access = openSigningIn(credentials)
  }

  /** A password was sent, and the website requires it again. */
  get isRefused(): boolean {
    return this.#isRefused
  }

  async run(): Promise<SignInResult> {
    try {
      await this.#run()
      return { ok: true, session: this.#access.session() }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { ok: false, why: error.message, shown: withoutSecrets(this.#page?.text ?? '', this.#credentials) }
    }
  }

  async #run(): Promise<void> {
    const { url, steps } = this.#credentials.signIn
    let response = await this.#get(url)
    for (const { fields } of steps) {
      const page = this.#read(response)
      const form = page.fill(fields)
      const named = fields.map(({ field }) => `"${field}"`).join(', ')
      if (!form) throw new Refusal(`${shownUrl(response.url)} has no form with the fields ${named}`)
      if (form.method === 'GET' && page.hasPasswordField)
        throw new Refusal(`the form of ${shownUrl(response.url)} is sent by a script`)
      response = form.method === 'GET' ? await this.#get(form.url) : await this.#post(form.url, form.entries)
    }
    this.#prove(response)
  }

  #prove({ url, ...response }: HttpResponse): void {
    const { proof } = this.#credentials.signIn
    const page = this.#read({ url, ...response })
    this.#isRefused = page.hasPasswordField
    const holds =
      proof === null
        ? !page.hasPasswordField && this.#access.session().some(({ cookies }) => cookies.length > 0)
        : isProved(proof, { url, text: page.text, source: page.source }, this.#credentials.signIn.url)
    if (!holds) throw new Refusal(missingProof(proof, { url, hasPasswordField: page.hasPasswordField }))
  }

  #read({ url, body, headers }: HttpResponse): LoginPage {
    const contentType = headers.find(([name]) => name === 'content-type')?.[1] ?? null
    this.#page = readLoginPage({ url, body, contentType })
    return this.#page
  }

  async #get(url: string): Promise<HttpResponse> {
    const { fetcher, signal } = this.#deps
    this.#requireListed(url)
    const refusesHop = (hop: string) => (this.#isListed(hop) ? null : 'excluded')
    const access = this.#access
    const result = await fetcher.fetch({
      url,
      method: 'GET',
      body: 'all',
      maxHops: MAX_REDIRECT_HOPS,
      refusesHop,
      access,
      signal,
    })
    if (result.kind === 'failure' && result.reason === 'excluded')
      this.#requireListed(result.hops.at(-1)?.location ?? '')
    return this.#accepted(result)
  }

  async #post(target: string, entries: [string, string][]): Promise<HttpResponse> {
    const { fetcher, signal } = this.#deps
    const access = this.#access
    const form = new URLSearchParams(entries).toString()
    let url = target
    for (let hops = 0; hops <= MAX_REDIRECT_HOPS; hops++) {
      this.#requireListed(url)
      const result = await fetcher.fetch({ url, method: 'POST', form, body: 'all', maxHops: 0, access, signal })
      if (result.kind === 'failure' || !isRedirectStatus(result.status)) return this.#accepted(result)
      const locations = result.headers.filter(([name]) => name === 'location').map(([, value]) => value)
      const next = redirectTarget(new URL(url), locations, result.status)
      if (!next.ok) throw new Refusal(`${shownUrl(url)} ${next.detail}`)
      if (!REPEATING.has(result.status)) return await this.#get(next.url.href)
      url = next.url.href
    }
    throw new Refusal(`${shownUrl(target)} redirects too often`)
  }

  #isListed(url: string): boolean {
    return this.#credentials.origins.includes(new URL(url).origin)
  }

  #requireListed(url: string): void {
    if (!this.#isListed(url))
      throw new Refusal(`it leads to ${new URL(url).origin}, which is not among the listed origins`)
  }

  #accepted(result: FetchResult): HttpResponse {
    if (result.kind === 'failure')
      throw new Refusal(`${shownUrl(result.url)} cannot be read: ${result.detail.replace(/\.$/, '')}`)
    if (!isErrorStatus(result.status)) return result
    this.#read(result)
    throw new Refusal(`${shownUrl(result.url)} responds with ${result.status}`)
  }
}

type HttpResponse = Extract<FetchResult, { kind: 'response' }>

/** Redirects to which a form is sent again (RFC 9110, sections 15.4.8 and 15.4.9). */
const REPEATING: ReadonlySet<number> = new Set([307, 308])
