import { type Coding, decodeAtOnce, MAX_BYTES_AT_ONCE, type NamedCodings } from './content-coding.ts'
import { StreamDecoder } from './stream-decoder.ts'

/** A body as far as it could be read and decoded. */
export interface ReadBody {
  body: Uint8Array
  /** The limit cut it. */
  isTruncated: boolean
  /** Why nothing of it can be read, in words; null when it can. */
  undecodable: string | null
}

export interface BodyReaderOptions {
  codings: NamedCodings
  maxBytes: number
  /** Called when input is welcome again after `push` returned false. */
  onWritable: () => void
  /** Called once, from within `push` or `end` or later; nothing more is wanted then. */
  onDone: (read: ReadBody) => void
}

/**
 * Collects a body while it arrives, decodes it and stops at the limit. Never holds more than the limit, whatever the body
 * grows to.
 */
export class BodyReader {
  readonly #options: BodyReaderOptions
  readonly #codings: readonly Coding[]
  #chunks: Buffer[] = []
  #decoder: StreamDecoder | null = null
  #isDone = false
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
    if (this.#codings.length === 0) {
      if (isOver) this.#finish(true)
      return true
    }
    if (this.#transferBytes <= MAX_BYTES_AT_ONCE && !isOver) return true
    return this.#startDecoder(isOver)
  }

  /** Nothing more comes: the body is complete or broke off. */
  end(): void {
    if (this.#isDone) return
    if (this.#decoder) this.#decoder.end()
    else if (this.#codings.length === 0 || this.#transferBytes === 0) this.#finish(false)
    else this.#decodeWhole()
  }

  /** Gives up at once; `onDone` is not called any more. */
  cancel(): void {
    this.#isDone = true
    this.#decoder?.cancel()
    this.#chunks = []
  }

  #decodeWhole(): void {
    const body = decodeAtOnce(joined(this.#chunks), this.#codings, this.#options.maxBytes)
    if (body) this.#done({ body, isTruncated: false, undecodable: null })
    else this.#startDecoder(true)
  }

  #startDecoder(isComplete: boolean): boolean {
    const decoder = new StreamDecoder({
      codings: this.#codings,
      maxBytes: this.#options.maxBytes,
      onWritable: this.#options.onWritable,
      onDone: ({ body, isTruncated }) => {
        if (body.length === 0) this.#fail()
        else this.#done({ body, isTruncated, undecodable: null })
      },
    })
    this.#decoder = decoder
    let isWelcome = true
    for (const chunk of this.#chunks) isWelcome = decoder.write(chunk)
    this.#chunks = []
    if (isComplete) decoder.end()
    return isWelcome
  }

  #finish(isTruncated: boolean): void {
    const body = joined(this.#chunks)
    // Browsers take a body in an unknown coding as it is; that helps when it was never coded, and only then.
    if (this.#options.codings.kind === 'unknown' && looksBinary(body)) this.#fail()
    else this.#done({ body, isTruncated, undecodable: null })
  }

  #fail(): void {
    const detail = `cannot be decoded (says ${this.#options.codings.named})`
    this.#done({ body: new Uint8Array(0), isTruncated: false, undecodable: detail })
  }

  #done(read: ReadBody): void {
    if (this.#isDone) return
    this.#isDone = true
    this.#chunks = []
    this.#options.onDone(read)
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
