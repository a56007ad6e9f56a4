import type { Dispatcher } from 'undici'
import type { PeerCertificate } from '#shared/certificate.ts'
import type { FetchFailure } from '#shared/fetch-failures.ts'
import { trimBlanks } from '#shared/white-space.ts'
import { BodyReader, type ReadBody } from './body-reader.ts'
import type { Connection, ConnectionSlot, ConnectionUser } from './connections.ts'
import { type CodedBody, namedCodings } from './content-coding.ts'
import { type Failure, failureOf, seconds } from './failures.ts'
import type { FetchLimits, FetchRequest, PartialResponse, Timing } from './fetch.ts'
import type { LargeBodyLanes } from './large-body-lanes.ts'

/** One request and its response, without redirects. */
export interface ExchangeOptions {
  url: URL
  method: FetchRequest['method']
  limits: FetchLimits
  lanes: LargeBodyLanes
  /** Time left of the total limit for this fetch. */
  remainingMs: number
  now: () => number
  /** As in a FetchRequest. */
  onLargeBody?: ((release: () => void) => void) | undefined
  signal: AbortSignal
  /** Whether the body is read, or discarded after the headers. */
  readsBody(status: number, headers: [string, string][]): boolean
}

export type ExchangeResult = ExchangeResponse | ExchangeFailure

interface ExchangeResponse {
  kind: 'response'
  status: number
  httpVersion: string
  headers: [string, string][]
  timing: Timing
  body: Uint8Array
  coded?: CodedBody
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
  /** The server had closed an idle connection: the request may be repeated at once (RFC 9110 §9.2.2). */
  isStale: boolean
  /** This machine had no file handle left for a connection: the request may be repeated later. */
  isOwnLack?: true
  certificate?: PeerCertificate
}

/** More lines than that are an attack; Node's own limit is 2,000, curl's 5,000. */
const MAX_HEADER_LINES = 500
/** How long to wait for the end of an unread body, to keep its connection. */
const DRAIN_MS = 1_000
/** Shortest delay of a timer: sockets are read before it fires. */
const MIN_TIMER_MS = 1

/**
 * A state machine on undici's dispatch: queued, sent, headers, body, done. One timer serves all phases. `result` always resolves and
 * never rejects.
 */
export class Exchange implements ConnectionUser {
  readonly result: Promise<ExchangeResult>
  readonly #options: ExchangeOptions
  readonly #resolve: (result: ExchangeResult) => void
  #slot: ConnectionSlot | null = null
  #connection: Connection | null = null
  #controller: Dispatcher.DispatchController | null = null
  #timer: NodeJS.Timeout | undefined
  #hasRechecked = false
  #isDone = false
  /** The response is complete, so the connection can be reused. */
  #isComplete = false
  #isReused = false
  #sentAtMs: number | null = null
  #firstByteAtMs = 0
  #endedAtMs: number | null = null
  #status = 0
  /** null until they are complete. */
  #headers: [string, string][] | null = null
  /** null: the body is discarded. */
  #reader: BodyReader | null = null
  #drainedBytes = 0
  /** The response broke off; what had arrived is still being decoded. */
  #brokenOff: Failure | null = null

  constructor(options: ExchangeOptions) {
    this.#options = options
    const { promise, resolve } = Promise.withResolvers<ExchangeResult>()
    this.result = promise
    this.#resolve = resolve
    options.signal.addEventListener('abort', this.#onAbort)
  }

  assignSlot(slot: ConnectionSlot): void {
    this.#slot = slot
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#isDone) {
      controller.abort(new Error('done while queued'))
      return
    }
    this.#controller = controller
    this.#connection = this.#slot?.current ?? null
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
    if (this.#isDone || status < 200) return
    const headers = readHeaders(controller.rawHeaders)
    this.#status = status
    this.#headers = headers
    if (headers.length > MAX_HEADER_LINES) {
      this.#fail({ reason: 'headers-too-large', detail: `The headers have more than ${MAX_HEADER_LINES} lines.` })
    } else if (this.#options.method !== 'HEAD') {
      if (this.#options.readsBody(status, headers)) this.#openReader(headers)
      else if (declaredLength(headers) > this.#options.limits.probeBodyBytes) this.#respond()
      else this.#arm(DRAIN_MS)
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#connection?.gate.noteContent()
    if (this.#isDone) return
    if (this.#reader) {
      if (!this.#reader.push(chunk)) controller.pause()
      return
    }
    this.#drainedBytes += chunk.length
    if (this.#drainedBytes > this.#options.limits.probeBodyBytes) this.#respond()
  }

  onResponseEnd(): void {
    this.#isComplete = true
    if (this.#isDone) return
    this.#endedAtMs = this.#options.now()
    if (this.#reader) this.#reader.end()
    else this.#respond()
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.#isDone || this.#brokenOff) return
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

  /** One timer serves both limits: `expire` checks which one applies. */
  #arm(delayMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(onTimer, Math.max(MIN_TIMER_MS, delayMs), this)
  }

  /** Called when the timer fires. */
  expire(): void {
    if (this.#isDone || this.#sentAtMs === null) return
    if (this.#headers && !this.#reader) {
      this.#respond()
      return
    }
    const { now, limits, remainingMs } = this.#options
    const { firstByteTimeoutMs, totalTimeoutMs } = limits
    const elapsedMs = now() - this.#sentAtMs - this.#waitedMs()
    const limitMs = this.#headers ? remainingMs : Math.min(firstByteTimeoutMs, remainingMs)
    if (elapsedMs < limitMs) {
      // Headers have arrived since it was set, or it fired slightly early.
      this.#arm(limitMs - elapsedMs)
    } else if (!this.#hasRechecked) {
      // This machine may have been busy: data that wait at the socket by now did not arrive too late.
      this.#hasRechecked = true
      this.#arm(MIN_TIMER_MS)
    } else if (this.#headers || firstByteTimeoutMs > remainingMs) {
      const read = `read ${this.#reader?.transferBytes ?? 0} bytes`
      this.#fail({ reason: 'timeout-total', detail: `stopped after ${seconds(totalTimeoutMs)}, ${read}` })
    } else {
      this.#fail({ reason: 'timeout-first-byte', detail: `No response within ${seconds(firstByteTimeoutMs)}.` })
    }
  }

  #openReader(headers: [string, string][]): void {
    this.#reader = new BodyReader({
      codings: namedCodings(headers),
      maxBytes: this.#options.limits.maxBodyBytes,
      lanes: this.#options.lanes,
      now: this.#options.now,
      onWritable: () => this.#controller?.resume(),
      onLargeBody: this.#options.onLargeBody,
      onDone: read => this.#onRead(read),
    })
  }

  #onRead(read: ReadBody): void {
    if (this.#isDone) return
    if (this.#brokenOff) this.#finishFailure(this.#brokenOff, read.body)
    else if (read.undecodable !== null) this.#fail({ reason: 'undecodable', detail: read.undecodable })
    else this.#respond(read)
  }

  #respond({ body, coded, isTruncated, isCutOff }: Omit<ReadBody, 'undecodable'> = NOTHING_READ): void {
    this.#endedAtMs ??= this.#options.now()
    const facts = this.#connection?.certificate
    this.#finish({
      kind: 'response',
      ...this.#head(this.#headers ?? []),
      timing: this.#timing(),
      body,
      ...(coded && { coded }),
      isTruncated,
      ...(isCutOff && { isCutOff }),
      ...(facts && { certificate: { problem: null, facts } }),
    })
  }

  /** The connection is closed. Without a reader the headers are enough; with one, what has arrived is decoded. */
  #breakOff(failure: Failure): void {
    this.#endedAtMs ??= this.#options.now()
    if (!this.#headers) {
      this.#fail(failure)
    } else if (this.#reader) {
      this.#brokenOff = failure
      this.#reader.end()
    } else {
      this.#respond()
    }
  }

  #fail(failure: Failure): void {
    this.#reader?.cancel()
    this.#finishFailure(failure, NOTHING_READ.body)
  }

  #finishFailure({ reason, detail, certificate, isOwnLack }: Failure, body: Uint8Array): void {
    if (this.#isDone) return
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
    if (this.#isDone) return
    this.#isDone = true
    clearTimeout(this.#timer)
    this.#options.signal.removeEventListener('abort', this.#onAbort)
    this.#resolve(result)
    // The rest of the response is not needed: close the connection.
    if (!this.#isComplete) this.#controller?.abort(new Error('no longer wanted'))
  }

  #timing(): Timing {
    const sentAtMs = this.#sentAtMs ?? 0
    return {
      ttfbMs: this.#firstByteAtMs - sentAtMs,
      totalMs: (this.#endedAtMs ?? this.#options.now()) - sentAtMs - this.#waitedMs(),
    }
  }

  /** Time spent waiting for a lane, which counts neither for the limit nor for the response time. */
  #waitedMs(): number {
    return this.#reader?.waitedMs ?? 0
  }
}

const NOTHING_READ: Omit<ReadBody, 'undecodable'> = { body: new Uint8Array(0), isTruncated: false, isCutOff: false }

function onTimer(exchange: Exchange): void {
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
