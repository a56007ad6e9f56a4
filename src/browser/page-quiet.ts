/** Nothing on the wire for so long, once the page has loaded: its scripts are done. Browsers and crawlers call it network idle. */
export const NETWORK_IDLE_MS = 500

/** Notices when a page is idle: loaded, and without requests for a while. The caller reports requests. */
export class PageQuiet {
  readonly #underWay = new Set<string>()
  readonly #rest = Promise.withResolvers<boolean>()
  readonly #idleMs: number
  #isLoaded = false
  #timer: NodeJS.Timeout | undefined

  constructor(idleMs: number) {
    this.#idleMs = idleMs
  }

  begin(request: string): void {
    this.#underWay.add(request)
    clearTimeout(this.#timer)
  }

  end(request: string): void {
    if (this.#underWay.delete(request)) this.#look()
  }

  load(): void {
    this.#isLoaded = true
    this.#look()
  }

  /** Ends the wait. */
  cut(): void {
    this.#rest.resolve(true)
  }

  /** Resolves at rest, with false; or when the time is up, with true. */
  async wait(timeoutMs: number): Promise<boolean> {
    const timer = setTimeout(() => this.cut(), timeoutMs)
    const isCut = await this.#rest.promise
    clearTimeout(timer)
    clearTimeout(this.#timer)
    return isCut
  }

  #look(): void {
    clearTimeout(this.#timer)
    if (!this.#isLoaded || this.#underWay.size > 0) return
    this.#timer = setTimeout(() => this.#rest.resolve(false), this.#idleMs)
  }
}

/** Script elements, handlers in attributes, and documents within attributes. */
const SCRIPT = /<[a-z:]*script|\son[a-z]+\s*=|javascript:|srcdoc/i

/**
 * Whether a document can change after it has loaded: false only where nothing in its source could. A body with NUL is taken for one in an
 * encoding that hides its letters, such as UTF-16.
 */
export function mayRunScripts(body: Uint8Array): boolean {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')
  return SCRIPT.test(text) || text.includes('\0')
}
