import type { OnWaiting } from '#jobs/jobs.ts'
import type { After } from '#shared/wait.ts'

/** A crawl that has sent and received nothing for so long only waits for servers: for a Crawl-delay, or for slow responses. */
const WAITING_AFTER_MS = 3_000

/** Whether all that a crawl does is to wait for servers. */
export class WaitingWatch {
  readonly #deps: { after: After; onWaiting: OnWaiting }
  #waits = 0
  #isWaiting = false
  #cancel = () => {}

  constructor(deps: { after: After; onWaiting: OnWaiting }) {
    this.#deps = deps
  }

  /** Begins one wait, for a response or for the time of the next request; returns a function that ends it. */
  begin(): () => void {
    this.#waits++
    this.#note()
    return () => {
      this.#waits--
      this.#note()
    }
  }

  /** Something has happened: whatever waits has waited since now. */
  #note(): void {
    const { after, onWaiting } = this.#deps
    this.#cancel()
    this.#cancel = () => {}
    if (this.#isWaiting) onWaiting(false)
    this.#isWaiting = false
    if (this.#waits === 0) return
    this.#cancel = after(WAITING_AFTER_MS, () => {
      this.#isWaiting = true
      onWaiting(true)
    })
  }
}
