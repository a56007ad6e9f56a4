import type { RequestAccess } from '#fetch/access/request-access.ts'
import type { Fetcher } from '#fetch/fetch.ts'
import type { Credentials } from '#shared/credentials.ts'
import type { PageRecord } from '#shared/page-record.ts'
import { MAX_REDIRECT_HOPS } from '../engine-settings.ts'
import { fetchSign, recordSign, startSign } from './sign-in-signs.ts'

/** Records with the same sign that are held back before the website is checked; doubled each time that nothing was lost. */
const FIRST_GROUP = 3
const LARGEST_GROUP = 24
/** Sign-ins of one crawl, beside the first: a website that ends them sooner cannot be crawled. */
const MAX_RENEWALS = 20
/** Pages that are requested without credentials, to find one that visitors cannot read. */
const MAX_ANONYMOUS_REQUESTS = 5

export interface AccessWatchOptions {
  credentials: Credentials
  access: RequestAccess
  fetcher: Pick<Fetcher, 'fetch'>
  /** A page that was read with the credentials; null before there is one. Kept with the crawl. */
  proof: { url: string; isClosed: boolean } | null
  onProof(proof: { url: string; isClosed: boolean }): void
  /** Signs in again; null when that succeeded, else why not, as a clause. Absent: credentials are sent as they are. */
  signIn?: (() => Promise<string | null>) | undefined
  /** Called once, with the sign as a clause for a person. */
  onLost(sign: string): void
  signal: AbortSignal
}

/** What becomes of a record. */
export interface RecordReceiver {
  keep(record: PageRecord): void
  /** Requests its URL once more, in place of the record. */
  repeat(record: PageRecord): void
}

interface Held extends RecordReceiver {
  record: PageRecord
}

/**
 * Watches whether the website still accepts the credentials of a crawl. Records that look as if it does not are held back until a page
 * that was read before is requested again: when that one has such a sign now, the access is lost, and the held records are not part of the
 * report. Otherwise they are. The page is, where there is one, one that is not served without credentials. A crawl that can sign in again
 * does so, and requests again what was held.
 */
export class AccessWatch {
  readonly #options: AccessWatchOptions
  #proof: AccessWatchOptions['proof']
  #held = new Map<string, Held[]>()
  #groups = new Map<string, number>()
  #checking: Promise<void> | null = null
  #anonymousLeft = MAX_ANONYMOUS_REQUESTS
  #isLost = false
  #renewals = 0
  /** By the number of the URL: after which renewal it was requested again. */
  readonly #repeated = new Map<number, number>()

  constructor(options: AccessWatchOptions) {
    this.#options = options
    this.#proof = options.proof
  }

  /** Signs in where the credentials say how; then checks the start page of a crawl that begins, null in one that goes on. */
  async open(startUrl: string | null): Promise<void> {
    const { signIn, signal } = this.#options
    const problem = (await signIn?.()) ?? null
    if (signal.aborted) return
    if (problem !== null) this.#lose(`the sign-in failed, as ${problem}`)
    else if (startUrl !== null) await this.#checkStart(startUrl)
  }

  /**
   * Before the first visit: whether the start page is one of signed-in users. A redirect proves nothing yet, as it may lead to another
   * language; a page where visitors sign in does, and so does one that is refused, or elsewhere.
   */
  async #checkStart(url: string): Promise<void> {
    const { credentials, access, signal } = this.#options
    if (!credentials.origins.includes(new URL(url).origin)) return
    const fetched = await this.#request(url, access)
    if (signal.aborted) return
    const sign = startSign(fetched, credentials)
    if (sign !== null) this.#lose(sign)
  }

  /** Passes the record to its receiver now, later, or never when the access is lost. */
  pass(record: PageRecord, receiver: RecordReceiver): void {
    if (this.#isLost) return
    const sign = this.#isOwn(record) ? recordSign(record) : null
    // Without a page that was read there is nothing to lose.
    if (sign !== null && this.#proof !== null) {
      this.#held.set(sign, [...(this.#held.get(sign) ?? []), { record, ...receiver }])
      this.#checkIfFull(sign)
      return
    }
    if (sign === null && record.isCounted && this.#isOwn(record)) this.#noteRead(record.url)
    receiver.keep(record)
  }

  /** Decides about all records that are still held. */
  async decide(): Promise<void> {
    while (this.#checking !== null || (this.#held.size > 0 && !this.#isLost)) {
      this.#check()
      await this.#checking
    }
  }

  #isOwn({ url }: PageRecord): boolean {
    return this.#options.credentials.origins.includes(new URL(url).origin)
  }

  #noteRead(url: string): void {
    if (this.#proof === null) this.#setProof({ url, isClosed: false })
    if (this.#proof?.isClosed || this.#anonymousLeft <= 0 || this.#checking !== null) return
    this.#anonymousLeft--
    this.#inTurn(async () => {
      const anonymous = await this.#request(url, null)
      if (anonymous.kind === 'response' && fetchSign(anonymous, this.#options.credentials) !== null)
        this.#setProof({ url, isClosed: true })
    })
  }

  #setProof(proof: { url: string; isClosed: boolean }): void {
    this.#proof = proof
    this.#options.onProof(proof)
  }

  #check(): void {
    const { credentials, access, signal } = this.#options
    const proof = this.#proof
    if (this.#checking !== null || this.#isLost || proof === null) return
    this.#inTurn(async () => {
      const sign = fetchSign(await this.#request(proof.url, access), credentials)
      if (sign === null && !signal.aborted) {
        this.#release()
        return
      }
      const problem = signal.aborted || sign === null ? null : await this.#renew(sign, proof.url)
      if (signal.aborted) this.#held.clear()
      else if (problem === null) this.#release()
      else {
        this.#held.clear()
        this.#lose(problem)
      }
    })
  }

  #lose(sign: string): void {
    this.#isLost = true
    this.#options.onLost(sign)
  }

  /** Signs in again; null when the page is served now, else why the access is lost. */
  async #renew(sign: string, url: string): Promise<string | null> {
    const { credentials, access, signIn } = this.#options
    if (!signIn) return sign
    if (this.#renewals >= MAX_RENEWALS) return `${sign}, after ${MAX_RENEWALS} further sign-ins`
    this.#renewals++
    const problem = await signIn()
    if (problem !== null) return `${sign}, and the sign-in failed, as ${problem}`
    const again = fetchSign(await this.#request(url, access), credentials)
    return again === null ? null : `${again}, after a further sign-in`
  }

  #inTurn(work: () => Promise<void>): void {
    this.#checking = work().finally(() => {
      this.#checking = null
      for (const each of this.#held.keys()) this.#checkIfFull(each)
    })
  }

  #checkIfFull(sign: string): void {
    if ((this.#held.get(sign)?.length ?? 0) >= (this.#groups.get(sign) ?? FIRST_GROUP)) this.#check()
  }

  /** It may have been requested before the last sign-in; so each URL is requested once after it. */
  #isOfEarlierSignIn({ urlId }: PageRecord): boolean {
    if (this.#renewals === 0 || this.#repeated.get(urlId) === this.#renewals) return false
    this.#repeated.set(urlId, this.#renewals)
    return true
  }

  #request(url: string, access: RequestAccess | null) {
    const { fetcher, signal } = this.#options
    return fetcher.fetch({ url, method: 'GET', body: 'all', maxHops: MAX_REDIRECT_HOPS, access, signal })
  }

  #release(): void {
    const held = [...this.#held]
    this.#held.clear()
    for (const [sign, records] of held) {
      this.#groups.set(sign, Math.min(LARGEST_GROUP, (this.#groups.get(sign) ?? FIRST_GROUP) * 2))
      for (const { record, keep, repeat } of records)
        if (this.#isOfEarlierSignIn(record)) repeat(record)
        else keep(record)
    }
  }
}
