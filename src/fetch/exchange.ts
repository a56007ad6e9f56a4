import type { Dispatcher } from 'undici'
import type { PeerCertificate } from '#shared/certificate.ts'
import type { FetchFailure } from '#shared/facts.ts'
import { trimBlanks } from '#shared/trim-blanks.ts'
import { BodyReader, type ReadBody } from './body-reader.ts'
import type { Connection, Passenger, Seat } from './connections.ts'
import { namedCodings } from './content-coding.ts'
import { type Failure, failureOf, seconds } from './failures.ts'
import type { FetchLimits, PartialResponse, Timing } from './fetch.ts'
import type { LargeBodyLanes } from './large-body-lanes.ts'

/** One request and its answer, without redirects. */
export interface ExchangeOptions {
  url: URL
  method: 'GET' | 'HEAD'
  limits: FetchLimits
  lanes: LargeBodyLanes
  /** What is left of the whole limit for this fetch. */
  remainingMs: number
  now: () => number
  signal: AbortSignal
  /** Whether the body is read, or let go after the headers. */
  readsBody(status: number, headers: [string, string][]): boolean
}

export type ExchangeResult = ExchangeResponse | ExchangeFailure

interface ExchangeResponse {
  kind: 'answer'
  status: number
  httpVersion: string
  headers: [string, string][]
  timing: Timing
  body: Uint8Array
  transferBytes: number
  isTruncated: boolean
  isCutOff?: true
  certificate?: PeerCertificate
}

export interface ExchangeFailure {
  kind: 'failure'
  reason: FetchFailure
  detail: string
  timing: Timing | null
  partial: PartialResponse | null
  /** An idle connection had been closed by the server: asking again at once is right (RFC 9110 §9.2.2). */
  isStale: boolean
  /** This machine had no handle left for a connection: asking again is right once others are done. */
  isOwnLack?: true
  certificate?: PeerCertificate
}

/** More lines than that are an attack; Node's own limit is 2,000, curl's 5,000. */
const MAX_HEADER_LINES = 500
/** A body that nobody reads is worth this long a wait to keep its connection. */
const DRAIN_MS = 1_000
/** The least that a timer waits: sockets are read before it rings. */
const LAST_LOOK_MS = 1

/**
 * A state machine on undici's dispatch: queued, sent, headers, body, settled. Keeps one timer, whatever the phase. `result`
 * always settles and never rejects.
 */
export class Exchange implements Passenger {
  readonly result: Promise<ExchangeResult>
  readonly #options: ExchangeOptions
  readonly #settle: (result: ExchangeResult) => void
  #seat: Seat | null = null
  #connection: Connection | null = null
  #controller: Dispatcher.DispatchController | null = null
  #timer: NodeJS.Timeout | undefined
  #hasLookedAgain = false
  #isSettled = false
  /** The answer has arrived whole, so the connection can be used again. */
  #isComplete = false
  #isReused = false
  #sentAtMs: number | null = null
  #firstByteAtMs = 0
  #endedAtMs: number | null = null
  #status = 0
  /** null until they are complete. */
  #headers: [string, string][] | null = null
  /** null: the body is let go. */
  #reader: BodyReader | null = null
  #drainedBytes = 0
  /** The answer broke off; what had come is still being decoded. */
  #brokenOff: Failure | null = null

  constructor(options: ExchangeOptions) {
    this.#options = options
    const { promise, resolve } = Promise.withResolvers<ExchangeResult>()
    this.result = promise
    this.#settle = resolve
    options.signal.addEventListener('abort', this.#onAbort)
  }

  board(seat: Seat): void {
    this.#seat = seat
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#isSettled) {
      controller.abort(new Error('settled while queued'))
      return
    }
    this.#controller = controller
    this.#connection = this.#seat?.current ?? null
    if (this.#connection) {
      this.#isReused = this.#connection.requests > 0
      this.#connection.requests += 1
      this.#connection.gate.expectResponse()
    }
    this.#sentAtMs = this.#options.now()
    this.#arm(Math.min(this.#options.limits.firstByteTimeoutMs, this.#options.remainingMs))
  }

  onResponseStarted(): void {
    this.#firstByteAtMs = this.#options.now()
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (this.#isSettled || status < 200) return
    const headers = readHeaders(controller.rawHeaders)
    this.#status = status
    this.#headers = headers
    if (headers.length > MAX_HEADER_LINES) {
      this.#fail({ reason: 'headers-too-large', detail: `The headers have more than ${MAX_HEADER_LINES} lines.` })
    } else if (this.#options.method !== 'HEAD') {
      if (this.#options.readsBody(status, headers)) this.#openReader(headers)
      else if (declaredLength(headers) > this.#options.limits.probeBodyBytes) this.#answer()
      else this.#arm(DRAIN_MS)
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#connection?.gate.noteContent()
    if (this.#isSettled) return
    if (this.#reader) {
      if (!this.#reader.push(chunk)) controller.pause()
      return
    }
    this.#drainedBytes += chunk.length
    if (this.#drainedBytes > this.#options.limits.probeBodyBytes) this.#answer()
  }

  onResponseEnd(): void {
    this.#isComplete = true
    if (this.#isSettled) return
    this.#endedAtMs = this.#options.now()
    if (this.#reader) this.#reader.end()
    else this.#answer()
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.#isSettled || this.#brokenOff) return
    const { url, limits } = this.#options
    const failure = failureOf(error, {
      url,
      limits,
      isSent: this.#sentAtMs !== null,
      hasHeaders: this.#headers !== null,
    })
    this.#breakOff(failure)
  }

  readonly #onAbort = (): void => this.#fail({ reason: 'aborted', detail: 'Stopped.' })

  /** One timer serves both limits: it is looked at again when it rings. */
  #arm(delayMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(ring, Math.max(LAST_LOOK_MS, delayMs), this)
  }

  /** The timer has run out. */
  expire(): void {
    if (this.#isSettled || this.#sentAtMs === null) return
    if (this.#headers && !this.#reader) {
      this.#answer()
      return
    }
    const { now, limits, remainingMs } = this.#options
    const { firstByteTimeoutMs, totalTimeoutMs } = limits
    const elapsedMs = now() - this.#sentAtMs - this.#waitedMs()
    const limitMs = this.#headers ? remainingMs : Math.min(firstByteTimeoutMs, remainingMs)
    if (elapsedMs < limitMs) {
      // Headers have come since it was set; or it rang a fraction early, as timers do.
      this.#arm(limitMs - elapsedMs)
    } else if (!this.#hasLookedAgain) {
      // This machine may have been too busy to look: what lies ready at the socket by now did not come too late.
      this.#hasLookedAgain = true
      this.#arm(LAST_LOOK_MS)
    } else if (this.#headers || firstByteTimeoutMs > remainingMs) {
      const read = `read ${this.#reader?.transferBytes ?? 0} bytes`
      this.#fail({ reason: 'timeout-total', detail: `stopped after ${seconds(totalTimeoutMs)}, ${read}` })
    } else {
      this.#fail({ reason: 'timeout-first-byte', detail: `No answer within ${seconds(firstByteTimeoutMs)}.` })
    }
  }

  #openReader(headers: [string, string][]): void {
    this.#reader = new BodyReader({
      codings: namedCodings(headers),
      maxBytes: this.#options.limits.maxBodyBytes,
      lanes: this.#options.lanes,
      now: this.#options.now,
      onWritable: () => this.#controller?.resume(),
      onDone: read => this.#onRead(read),
    })
  }

  #onRead(read: ReadBody): void {
    if (this.#isSettled) return
    if (this.#brokenOff) this.#finishFailure(this.#brokenOff, read.body)
    else if (read.undecodable !== null) this.#fail({ reason: 'undecodable', detail: read.undecodable })
    else this.#answer(read)
  }

  #answer({ body, isTruncated, isCutOff }: Omit<ReadBody, 'undecodable'> = NOTHING_READ): void {
    this.#endedAtMs ??= this.#options.now()
    const facts = this.#connection?.certificate
    this.#finish({
      kind: 'answer',
      ...this.#head(this.#headers ?? []),
      timing: this.#timing(),
      body,
      isTruncated,
      ...(isCutOff && { isCutOff }),
      ...(facts && { certificate: { problem: null, facts } }),
    })
  }

  /** The connection is gone. Without a reader the headers were all that was wanted; with one, what has come is decoded. */
  #breakOff(failure: Failure): void {
    this.#endedAtMs ??= this.#options.now()
    if (!this.#headers) {
      this.#fail(failure)
    } else if (this.#reader) {
      this.#brokenOff = failure
      this.#reader.end()
    } else {
      this.#answer()
    }
  }

  #fail(failure: Failure): void {
    this.#reader?.cancel()
    this.#finishFailure(failure, NOTHING_READ.body)
  }

  #finishFailure({ reason, detail, certificate, isOwnLack }: Failure, body: Uint8Array): void {
    if (this.#isSettled) return
    const hasResponse = this.#headers !== null
    const isLost = !hasResponse && (reason === 'reset' || reason === 'not-http')
    this.#finish({
      kind: 'failure',
      reason,
      detail,
      timing: hasResponse ? this.#timing() : null,
      partial: this.#headers ? { ...this.#head(this.#headers), body } : null,
      isStale: isLost && this.#isReused,
      ...(certificate && { certificate }),
      ...(isOwnLack && { isOwnLack }),
    })
  }

  #head(headers: [string, string][]): Omit<PartialResponse, 'body'> {
    return {
      status: this.#status,
      httpVersion: this.#connection?.gate.httpVersion ?? '1.1',
      headers,
      transferBytes: this.#reader?.transferBytes ?? this.#drainedBytes,
    }
  }

  #finish(result: ExchangeResult): void {
    if (this.#isSettled) return
    this.#isSettled = true
    clearTimeout(this.#timer)
    this.#options.signal.removeEventListener('abort', this.#onAbort)
    this.#settle(result)
    // Whatever is still on its way is not wanted: the connection goes.
    if (!this.#isComplete) this.#controller?.abort(new Error('no longer wanted'))
  }

  #timing(): Timing {
    const sentAtMs = this.#sentAtMs ?? 0
    return {
      ttfbMs: this.#firstByteAtMs - sentAtMs,
      totalMs: (this.#endedAtMs ?? this.#options.now()) - sentAtMs - this.#waitedMs(),
    }
  }

  /** Our own doing: neither the limit nor the time of the answer is charged with it. */
  #waitedMs(): number {
    return this.#reader?.waitedMs ?? 0
  }
}

const NOTHING_READ = { body: new Uint8Array(0), isTruncated: false, isCutOff: false }

function ring(exchange: Exchange): void {
  exchange.expire()
}

/** Lower-case names and one character per octet, in the order sent. */
function readHeaders(raw: Dispatcher.DispatchController['rawHeaders']): [string, string][] {
  if (!Array.isArray(raw)) return []
  const headers: [string, string][] = []
  for (let index = 0; index + 1 < raw.length; index += 2) {
    headers.push([text(raw[index]).toLowerCase(), trimBlanks(text(raw[index + 1]))])
  }
  return headers
}

function text(value: string | Buffer | undefined): string {
  return typeof value === 'string' ? value : (value?.toString('latin1') ?? '')
}

/** Content-Length; -1 when there is none. */
function declaredLength(headers: readonly [string, string][]): number {
  const value = headers.find(([name]) => name === 'content-length')?.[1]
  return value === undefined ? -1 : Number(value)
}
