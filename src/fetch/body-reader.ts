import { type CodedBody, type Coding, decodeAtOnce, MAX_BYTES_AT_ONCE, type NamedCodings } from './content-coding.ts'
import { LARGE_BODY_BYTES, type Lane, type LargeBodyLanes } from './large-body-lanes.ts'
import { StreamDecoder } from './stream-decoder.ts'

/** The part of a body that was read and decoded. */
export interface ReadBody {
  body: Uint8Array
  /** Where it was decoded at once: what arrived. */
  coded?: CodedBody
  /** It was cut at the limit. */
  isTruncated: boolean
  /** The coded data end early: the body is incomplete. */
  isCutOff: boolean
  /** Why none of it can be decoded; null when it can. */
  undecodable: string | null
}

export interface BodyReaderOptions {
  codings: NamedCodings
  maxBytes: number
  lanes: LargeBodyLanes
  /** Monotonic milliseconds. */
  now: () => number
  /** Called when input is welcome again after `push` returned false. */
  onWritable: () => void
  /** As in a FetchRequest. Called before `onDone`. */
  onLargeBody?: ((release: () => void) => void) | undefined
  /** Called once, from within `push` or `end` or later. */
  onDone: (read: ReadBody) => void
}

/**
 * Collects a body while it arrives, decodes it and stops at the limit. Never holds more than the limit; beyond a megabyte
 * only in a lane.
 */
export class BodyReader {
  readonly #options: BodyReaderOptions
  readonly #codings: readonly Coding[]
  #chunks: Buffer[] = []
  #decoder: StreamDecoder | null = null
  #lane: Lane | null = null
  #waitingSinceMs: number | null = null
  #waitedMs = 0
  #hasEnded = false
  #isDone = false
  /** Found by decoding at once. */
  #isCutOff = false
  #transferBytes = 0

  constructor(options: BodyReaderOptions) {
    this.#options = options
    this.#codings = options.codings.kind === 'known' ? options.codings.codings : []
    if (options.codings.kind === 'too-many') this.#fail()
  }

  /** Bytes on the wire so far. */
  get transferBytes(): number {
    return this.#transferBytes
  }

  /** How long it waited for a lane, which is not charged to the server. */
  get waitedMs(): number {
    const { now } = this.#options
    return this.#waitedMs + (this.#waitingSinceMs === null ? 0 : now() - this.#waitingSinceMs)
  }

  /** False: hold back until `onWritable`. */
  push(chunk: Buffer): boolean {
    if (this.#isDone) return true
    const room = this.#options.maxBytes - this.#transferBytes
    this.#transferBytes += chunk.length
    const isOver = chunk.length > room
    const fitting = isOver ? chunk.subarray(0, room) : chunk
    if (this.#decoder) {
      const isWelcome = this.#decoder.write(fitting)
      if (isOver) this.#decoder.end()
      return isWelcome
    }
    this.#chunks.push(fitting)
    if (isOver) this.#hasEnded = true
    if (this.#codings.length === 0) {
      if (isOver) this.#finish(true)
      return isOver || this.#transferBytes <= LARGE_BODY_BYTES || this.#isInLane()
    }
    if (this.#transferBytes <= MAX_BYTES_AT_ONCE && !isOver) return true
    return this.#startDecoder()
  }

  /** The body is complete or broke off. */
  end(): void {
    if (this.#isDone) return
    this.#hasEnded = true
    if (this.#decoder) this.#decoder.end()
    else if (this.#codings.length === 0 || this.#transferBytes === 0) this.#finish(false)
    else if (this.#lane === null) this.#decodeWhole()
  }

  /** Cancels; `onDone` is not called afterwards. */
  cancel(): void {
    this.#isDone = true
    this.#decoder?.cancel()
    this.#chunks = []
    this.#lane?.leave()
  }

  /** Whether it may grow. If not yet, it continues by itself once it may. */
  #isInLane(): boolean {
    this.#lane ??= this.#options.lanes.enter(() => {
      this.#waitedMs = this.waitedMs
      this.#waitingSinceMs = null
      if (this.#isDone) return
      if (this.#codings.length === 0 || this.#startDecoder()) this.#options.onWritable()
    })
    if (!this.#lane.isFree) this.#waitingSinceMs ??= this.#options.now()
    return this.#lane.isFree
  }

  #decodeWhole(): void {
    // What becomes larger takes a lane.
    const coded = { bytes: joined(this.#chunks), codings: this.#codings }
    const body = decodeAtOnce(coded.bytes, coded.codings, Math.min(this.#options.maxBytes, LARGE_BODY_BYTES))
    if (typeof body === 'string') {
      this.#isCutOff = body === 'cut'
      this.#startDecoder()
    } else this.#done({ body, coded, isTruncated: false, isCutOff: false, undecodable: null })
  }

  /** Decodes as a stream, since the decoded size is unknown. */
  #startDecoder(): boolean {
    if (!this.#isInLane()) return false
    const decoder = new StreamDecoder({
      codings: this.#codings,
      maxBytes: this.#options.maxBytes,
      onWritable: this.#options.onWritable,
      onDone: ({ body, isTruncated, isCutOff }) => {
        if (body.length === 0) this.#fail()
        else this.#done({ body, isTruncated, isCutOff: isCutOff || this.#isCutOff, undecodable: null })
      },
    })
    this.#decoder = decoder
    let isWelcome = true
    for (const chunk of this.#chunks) isWelcome = decoder.write(chunk)
    this.#chunks = []
    if (this.#hasEnded) decoder.end()
    return isWelcome
  }

  #finish(isTruncated: boolean): void {
    const body = joined(this.#chunks)
    // Browsers read a body in an unknown coding as it is, which works only when it was never coded.
    if (this.#options.codings.kind === 'unknown' && looksBinary(body)) this.#fail()
    else this.#done({ body, isTruncated, isCutOff: false, undecodable: null })
  }

  #fail(): void {
    const detail = `cannot be decoded (Content-Encoding: ${this.#options.codings.named})`
    this.#done({ body: new Uint8Array(0), isTruncated: false, isCutOff: false, undecodable: detail })
  }

  #done(read: ReadBody): void {
    if (this.#isDone) return
    this.#isDone = true
    this.#chunks = []
    const lane = this.#lane
    const { onLargeBody, onDone } = this.#options
    if (lane && onLargeBody) onLargeBody(() => lane.leave())
    onDone(read)
    // The caller reads the body before another large one has arrived.
    if (!onLargeBody) lane?.leave()
  }
}

function joined(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks
  return chunks.length === 1 && first ? first : Buffer.concat(chunks)
}

/** MIME Sniffing standard, "binary data byte", within the first 1,445 octets that it reads. */
function looksBinary(body: Uint8Array): boolean {
  for (const octet of body.subarray(0, 1_445)) {
    if (octet <= 0x08 || octet === 0x0b || (octet >= 0x0e && octet <= 0x1a) || (octet >= 0x1c && octet <= 0x1f))
      return true
  }
  return false
}
