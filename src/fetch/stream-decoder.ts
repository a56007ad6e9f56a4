import { type Coding, codedStart, createStage } from './content-coding.ts'

/** The decoded part of a body; may be empty. */
export interface Decoded {
  body: Buffer
  /** It was cut at the limit. */
  isTruncated: boolean
  /** Data of a coding with a checksum ended before it. */
  isCutOff: boolean
}

const NO_OCTETS = Buffer.alloc(0)

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
  readonly #stages: ReturnType<typeof createStage>[] = []
  /** Octets held until the start of a stage's data is known. */
  readonly #starts: (Buffer | undefined)[] = []
  /** Bytes that came out of each stage; the limit holds for every stage, against nested decompression bombs. */
  readonly #produced: number[]
  /** Bytes that went into each stage. */
  readonly #given: number[]
  #isCutOff = false
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
    this.#given = codings.map(() => 0)
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

  /** Cancels; `onDone` is not called afterwards. */
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
    let data = chunk
    if (!this.#stages[index]) {
      const octets = Buffer.concat([this.#starts[index] ?? NO_OCTETS, chunk])
      this.#starts[index] = octets
      const start = codedStart(coding, octets)
      if (start === 'wrong') this.#finish(false)
      if (typeof start === 'string') return true
      this.#starts[index] = undefined
      data = octets.subarray(start)
      this.#open(index, coding)
    }
    const stage = this.#stages[index]
    this.#given[index] = (this.#given[index] ?? 0) + data.length
    return stage?.write(data) ?? true
  }

  #resume(index: number): void {
    if (this.#isDone) return
    if (index === 0) this.#onWritable()
    else this.#stages[index - 1]?.resume()
  }

  #open(index: number, coding: Coding): void {
    const stage = createStage(coding)
    this.#stages[index] = stage
    stage.on('data', (chunk: Buffer) => this.#take(index, chunk))
    // One listener: pieces that had arrived are written although the stage is full.
    stage.on('drain', () => this.#resume(index))
    stage.on('end', () => this.#close(index))
    // Garbage after the coded data also ends here; the data before it are decoded already.
    stage.on('error', () => this.#close(index))
  }

  #take(index: number, chunk: Buffer): void {
    if (this.#isDone) return
    const room = this.#maxBytes - (this.#produced[index] ?? 0)
    const fitting = chunk.length > room ? chunk.subarray(0, room) : chunk
    this.#produced[index] = (this.#produced[index] ?? 0) + fitting.length
    if (fitting.length > 0 && !this.#feed(index + 1, fitting)) this.#stages[index]?.pause()
    if (fitting.length < chunk.length) this.#overflow(index)
  }

  /** The limit is reached: the last stage is done; an earlier one stops and lets the later ones finish. */
  #overflow(index: number): void {
    if (index === this.#codings.length - 1) this.#finish(true)
    else {
      this.#stages[index]?.destroy()
      this.#stages[index + 1]?.end()
    }
  }

  #close(index: number): void {
    const coding = this.#codings[index]
    const stage = this.#stages[index]
    // A complete stream leaves its checksum unread; an incomplete one leaves nothing.
    if (coding === 'gzip' && stage && stage.bytesWritten >= (this.#given[index] ?? 0)) this.#isCutOff = true
    const next = this.#stages[index + 1]
    if (next) next.end()
    else this.#finish(false)
  }

  #finish(isTruncated: boolean): void {
    if (this.#isDone) return
    this.#isDone = true
    for (const stage of this.#stages) stage.destroy()
    this.#onDone({ body: Buffer.concat(this.#body), isTruncated, isCutOff: this.#isCutOff && !isTruncated })
    // Release a writer that waits: nothing more is read.
    if (!this.#hasEnded) this.#onWritable()
  }
}
