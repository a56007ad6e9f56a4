import type { Transform } from 'node:stream'
import zlib from 'node:zlib'

/**
 * Content codings (RFC 9110 §8.4): which ones an answer names, and their removal within a limit. A small body that has
 * arrived whole is decoded at once in this thread; anything larger goes through streams, so that neither the wire body nor
 * a bomb's output is ever held.
 */

export type Coding = 'gzip' | 'deflate' | 'br' | 'zstd'

export const ACCEPTED_CODINGS = 'gzip, deflate, br, zstd'

/** As many as undici and curl take; more is an attack. */
const MAX_CODINGS = 5
/** Wire bytes up to which decoding in one go beats a stream: nearly every page of the web. */
export const MAX_BYTES_AT_ONCE = 256 * 1024

export type NamedCodings =
  | { kind: 'known'; codings: Coding[]; named: string }
  /** Not one of ours, such as `utf-8` put there by mistake; browsers then take the body as it is. */
  | { kind: 'unknown'; named: string }
  | { kind: 'too-many'; named: string }

const known: ReadonlyMap<string, Coding | null> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
  ['zstd', 'zstd'],
  ['identity', null],
  ['none', null],
  ['', null],
] as const)

/** The codings of an answer in the order in which they were applied. */
export function namedCodings(headers: readonly (readonly [string, string])[]): NamedCodings {
  const values = headers.filter(([name]) => name === 'content-encoding').map(([, value]) => value)
  if (values.length === 0) return { kind: 'known', codings: [], named: '' }
  const named = values.join(', ').trim()
  const codings: Coding[] = []
  for (const token of named.toLowerCase().split(',')) {
    const coding = known.get(token.trim())
    if (coding === undefined) return { kind: 'unknown', named: named.slice(0, 100) }
    if (coding !== null) codings.push(coding)
    if (codings.length > MAX_CODINGS) return { kind: 'too-many', named: `more than ${MAX_CODINGS} codings` }
  }
  return { kind: 'known', codings, named: named.slice(0, 100) }
}

/** What could be decoded; empty when nothing could. */
export interface Decoded {
  body: Buffer
  /** The limit cut it. */
  isTruncated: boolean
}

/** With these a cut stream gives what it holds instead of an error. */
const FLUSH_ZLIB = { finishFlush: zlib.constants.Z_SYNC_FLUSH } as const
const FLUSH_BROTLI = { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH } as const
/** RFC 9659: a decoder of this content coding needs no window above 8 MB, so a frame that asks for more is refused. */
const ZSTD_PARAMS = { [zlib.constants.ZSTD_d_windowLogMax]: 23 }
const FLUSH_ZSTD = { finishFlush: zlib.constants.ZSTD_e_flush } as const
const CHUNK_BYTES = 64 * 1024

/**
 * Decodes a body that has arrived whole. null when that does not work in one go (too large, damaged, cut or followed by
 * rubbish): the streams then save what can be saved.
 */
export function decodeAtOnce(wire: Buffer, codings: readonly Coding[], maxBytes: number): Buffer | null {
  let body = wire
  try {
    for (const coding of codings.toReversed()) body = decodeOne(body, coding, maxBytes)
    return body
  } catch {
    return null
  }
}

function decodeOne(input: Buffer, coding: Coding, maxOutputLength: number): Buffer {
  const size = { maxOutputLength, chunkSize: CHUNK_BYTES }
  switch (coding) {
    case 'gzip':
      return zlib.gunzipSync(input, size)
    case 'deflate':
      return hasZlibHeader(input) ? zlib.inflateSync(input, size) : zlib.inflateRawSync(input, size)
    case 'br':
      return zlib.brotliDecompressSync(input, size)
    case 'zstd':
      return zlib.zstdDecompressSync(input, { params: ZSTD_PARAMS, ...size })
  }
}

function createStage(coding: Coding, start: Buffer): Transform {
  const size = { chunkSize: CHUNK_BYTES }
  switch (coding) {
    case 'gzip':
      return zlib.createGunzip({ ...FLUSH_ZLIB, ...size })
    case 'deflate':
      return hasZlibHeader(start)
        ? zlib.createInflate({ ...FLUSH_ZLIB, ...size })
        : zlib.createInflateRaw({ ...FLUSH_ZLIB, ...size })
    case 'br':
      return zlib.createBrotliDecompress({ ...FLUSH_BROTLI, ...size })
    case 'zstd':
      return zlib.createZstdDecompress({ params: ZSTD_PARAMS, ...FLUSH_ZSTD, ...size })
  }
}

/** `deflate` means zlib (RFC 9110 §8.4.1.2), but servers also send it bare; the first two octets tell (RFC 1950 §2.2). */
function hasZlibHeader(input: Buffer): boolean {
  const [first = 0, second = 0] = input
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0
}

export interface StreamDecoderOptions {
  codings: readonly Coding[]
  /** Decoded bytes after which it stops. */
  maxBytes: number
  /** Called when input is welcome again after `write` returned false. */
  onWritable: () => void
  /** Called once: after `end`, at the limit, or at the first octet that cannot be decoded. */
  onDone: (decoded: Decoded) => void
}

/** Decodes a body of any size while it arrives, until `onDone` or `cancel`. */
export class StreamDecoder {
  readonly #maxBytes: number
  readonly #codings: readonly Coding[]
  readonly #stages: Transform[] = []
  /** Bytes that came out of each stage; no stage may give more than the limit, or an inner bomb would only cost time. */
  readonly #produced: number[]
  readonly #body: Buffer[] = []
  readonly #onDone: (decoded: Decoded) => void
  readonly #onWritable: () => void
  #isDone = false
  #hasEnded = false

  constructor({ codings, maxBytes, onWritable, onDone }: StreamDecoderOptions) {
    this.#codings = codings.toReversed()
    this.#maxBytes = maxBytes
    this.#onWritable = onWritable
    this.#onDone = onDone
    this.#produced = codings.map(() => 0)
  }

  /** False: hold back until `onWritable`. */
  write(chunk: Buffer): boolean {
    return this.#isDone || this.#feed(0, chunk)
  }

  end(): void {
    this.#hasEnded = true
    const [first] = this.#stages
    if (first) first.end()
    else this.#finish(false)
  }

  /** Gives up; `onDone` is not called any more. */
  cancel(): void {
    this.#isDone = true
    for (const stage of this.#stages) stage.destroy()
  }

  #feed(index: number, chunk: Buffer): boolean {
    const coding = this.#codings[index]
    if (coding === undefined) {
      this.#body.push(chunk)
      return true
    }
    const stage = this.#stages[index] ?? this.#open(index, coding, chunk)
    if (stage.write(chunk)) return true
    stage.once('drain', () => this.#resume(index))
    return false
  }

  #resume(index: number): void {
    if (this.#isDone) return
    if (index === 0) this.#onWritable()
    else this.#stages[index - 1]?.resume()
  }

  #open(index: number, coding: Coding, start: Buffer): Transform {
    const stage = createStage(coding, start)
    this.#stages[index] = stage
    stage.on('data', (chunk: Buffer) => this.#take(index, stage, chunk))
    stage.on('end', () => this.#close(index))
    // Rubbish after the end of the coded data comes here, too; what was decoded before it has been given out already.
    stage.on('error', () => this.#close(index))
    return stage
  }

  #take(index: number, stage: Transform, chunk: Buffer): void {
    if (this.#isDone) return
    const room = this.#maxBytes - (this.#produced[index] ?? 0)
    const fitting = chunk.length > room ? chunk.subarray(0, room) : chunk
    this.#produced[index] = (this.#produced[index] ?? 0) + fitting.length
    if (fitting.length > 0 && !this.#feed(index + 1, fitting)) stage.pause()
    if (fitting.length < chunk.length) this.#overflow(index)
  }

  /** The limit is reached: the last stage has given its all; an earlier one stops and lets the later ones finish. */
  #overflow(index: number): void {
    if (index === this.#codings.length - 1) this.#finish(true)
    else {
      this.#stages[index]?.destroy()
      this.#stages[index + 1]?.end()
    }
  }

  #close(index: number): void {
    const next = this.#stages[index + 1]
    if (next) next.end()
    else this.#finish(false)
  }

  #finish(isTruncated: boolean): void {
    if (this.#isDone) return
    this.#isDone = true
    for (const stage of this.#stages) stage.destroy()
    this.#onDone({ body: Buffer.concat(this.#body), isTruncated })
    // Whoever waits to write must learn that nobody reads any more.
    if (!this.#hasEnded) this.#onWritable()
  }
}
