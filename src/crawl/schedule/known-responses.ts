import type { KnownResponse } from '#fetch/fetch.ts'

/** Characters of what is remembered of one crawl, and of one response. */
const MAX_CHARACTERS = 8_000_000
const MAX_RESPONSE_CHARACTERS = 8_000
/** What an entry takes besides its texts. */
const ENTRY_CHARACTERS = 200

interface Entry {
  response: KnownResponse
  /** How many requests in a row had this response. */
  times: number
  size: number
}

type Reply = (known: KnownResponse | null) => void

interface Waiting {
  holder: string
  times: number
  reply: Reply
}

/**
 * What one crawl knows of the URLs that redirects lead to, so that each is requested once, however many redirects lead there. The first
 * visit that needs a URL holds and requests it, and all others wait until its response is learned or it is released. No visit waits for
 * one URL and holds another, so all waiting ends. The oldest are forgotten when there are too many.
 */
export class KnownResponses {
  readonly #known = new Map<string, Entry>()
  /** URL by holder, and holder by URL. */
  readonly #held = new Map<string, string>()
  readonly #holders = new Map<string, string>()
  readonly #waiting = new Map<string, Waiting[]>()
  #size = 0

  /**
   * Replies with the response of a URL once it was requested so many times, and with null when it is to be requested now. `key` is the
   * method and the URL.
   */
  recall(key: string, wanted: Waiting): void {
    const entry = this.#known.get(key)
    if (entry && entry.times >= wanted.times) {
      wanted.reply(entry.response)
      return
    }
    if (this.#holders.has(key)) {
      this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), wanted])
      return
    }
    this.#holders.set(key, wanted.holder)
    this.#held.set(wanted.holder, key)
    wanted.reply(null)
  }

  /** Remembers a response, null for one that others cannot use, and releases its URL. */
  learn(key: string, { holder, response }: { holder: string; response: KnownResponse | null }): void {
    if (response !== null) this.#remember(key, response)
    if (this.#held.get(holder) === key) this.release(holder)
  }

  /** The holder requests nothing: the next that waits does. */
  release(holder: string): void {
    const key = this.#held.get(holder)
    if (key === undefined) return
    this.#held.delete(holder)
    this.#holders.delete(key)
    const waiting = this.#waiting.get(key) ?? []
    this.#waiting.delete(key)
    for (const each of waiting) this.recall(key, each)
  }

  /** All that wait request for themselves. */
  endWaiting(): void {
    const waiting = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    for (const { reply } of waiting) reply(null)
  }

  #remember(key: string, response: KnownResponse): void {
    const before = this.#known.get(key)
    this.#forget(key)
    const size = sizeOf(key, response)
    if (size > MAX_RESPONSE_CHARACTERS) return
    this.#known.set(key, { response, times: before && isAlike(before.response, response) ? before.times + 1 : 1, size })
    this.#size += size
    for (const oldest of this.#known.keys()) {
      if (this.#size <= MAX_CHARACTERS) break
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    this.#size -= this.#known.get(key)?.size ?? 0
    this.#known.delete(key)
  }
}

function sizeOf(key: string, { headers }: KnownResponse): number {
  return headers.reduce((sum, [name, value]) => sum + name.length + value.length, ENTRY_CHARACTERS + key.length)
}

function isAlike(a: KnownResponse, b: KnownResponse): boolean {
  return a.status === b.status && locationsOf(a) === locationsOf(b)
}

function locationsOf({ headers }: KnownResponse): string {
  return JSON.stringify(headers.filter(([name]) => name === 'location'))
}
