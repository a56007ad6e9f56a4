import type { RequestAccess } from '#fetch/access/request-access.ts'
import type { Fetcher } from '#fetch/fetch.ts'
import type { Credentials } from '#shared/credentials.ts'
import type { PageRecord } from '#shared/page-record.ts'
import { MAX_REDIRECT_HOPS } from '../engine-settings.ts'
import { fetchSign, recordSign } from './sign-in-signs.ts'

/** Records with the same sign that are held back before the website is checked; doubled each time that nothing was lost. */
const FIRST_GROUP = 3
const LARGEST_GROUP = 24
/** Pages that are requested without credentials, to find one that visitors cannot read. */
const MAX_ANONYMOUS_REQUESTS = 5

export interface AccessWatchOptions {
  credentials: Credentials
  access: RequestAccess
  fetcher: Pick<Fetcher, 'fetch'>
  /** A page that was read with the credentials; null before there is one. Kept with the crawl. */
  proof: { url: string; isClosed: boolean } | null
  onProof(proof: { url: string; isClosed: boolean }): void
  /** Called once, with the sign as a clause for a person. */
  onLost(sign: string): void
  signal: AbortSignal
}

interface Held {
  record: PageRecord
  keep(record: PageRecord): void
}

/**
 * Watches whether the website still accepts the credentials of a crawl. Records that look as if it does not are held back until a page
 * that was read before is requested again: when that one has such a sign now, the access is lost, and the held records are not part of the
 * report. Otherwise they are. The page is, where there is one, one that is not served without credentials.
 */
export class AccessWatch {
  readonly #options: AccessWatchOptions
  #proof: AccessWatchOptions['proof']
  #held = new Map<string, Held[]>()
  #groups = new Map<string, number>()
  #checking: Promise<void> | null = null
  #anonymousLeft = MAX_ANONYMOUS_REQUESTS
  #isLost = false

  constructor(options: AccessWatchOptions) {
    this.#options = options
    this.#proof = options.proof
  }

  /** Calls `keep` with the record now, later, or never when the access is lost. */
  pass(record: PageRecord, keep: (record: PageRecord) => void): void {
    if (this.#isLost) return
    const sign = this.#isOwn(record) ? recordSign(record) : null
    // Without a page that was read there is nothing to lose.
    if (sign !== null && this.#proof !== null) {
      this.#held.set(sign, [...(this.#held.get(sign) ?? []), { record, keep }])
      this.#checkIfFull(sign)
      return
    }
    if (sign === null && record.isCounted && this.#isOwn(record)) this.#noteRead(record.url)
    keep(record)
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
    const { credentials, access, signal, onLost } = this.#options
    const proof = this.#proof
    if (this.#checking !== null || this.#isLost || proof === null) return
    this.#inTurn(async () => {
      const sign = fetchSign(await this.#request(proof.url, access), credentials)
      if (sign === null && !signal.aborted) {
        this.#release()
        return
      }
      this.#held.clear()
      if (signal.aborted || sign === null) return
      this.#isLost = true
      onLost(sign)
    })
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

  #request(url: string, access: RequestAccess | null) {
    const { fetcher, signal } = this.#options
    return fetcher.fetch({ url, method: 'GET', body: 'all', maxHops: MAX_REDIRECT_HOPS, access, signal })
  }

  #release(): void {
    const held = [...this.#held]
    this.#held.clear()
    for (const [sign, records] of held) {
      this.#groups.set(sign, Math.min(LARGEST_GROUP, (this.#groups.get(sign) ?? FIRST_GROUP) * 2))
      for (const { record, keep } of records) keep(record)
    }
  }
}
