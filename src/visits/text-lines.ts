import { pipeline, Readable, type Transform } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'

/** A file of any size as lines, whatever packs it: never more than a chunk of it is held. */

export class UnreadableFileError extends Error {}

export interface LineLimits {
  /** Of the unpacked text. */
  maxBytes: number
  /** Unpacked bytes for each packed one, beyond the first megabytes: logs shrink to a tenth, hostile files to a thousandth. */
  maxRatio: number
}

/** Lines of one chunk, with how many were skipped because they are too long. */
export interface LineBatch {
  lines: string[]
  tooLong: number
  /** Bytes of the file as it is, up to here. */
  bytesRead: number
}

const MAX_LINE = 65_536
const RATIO_FREE_BYTES = 64 * 1024 * 1024
const GZIP = [0x1f, 0x8b]
const ZSTD = [0x28, 0xb5, 0x2f, 0xfd]
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const BZIP2 = [0x42, 0x5a, 0x68]

/**
 * The lines of a file.
 *
 * @throws UnreadableFileError with a sentence for a person: a damaged or foreign archive, or a file that is larger than allowed.
 */
export async function* textLines(source: AsyncIterable<Uint8Array>, limits: LineLimits): AsyncGenerator<LineBatch> {
  const counted = { packed: 0, unpacked: 0 }
  let rest = ''
  let isSkipping = false
  let decoder: TextDecoder | null = null
  for await (const chunk of unpacked(source, counted)) {
    counted.unpacked += chunk.length
    refuseTooLarge(counted, limits)
    decoder ??= new TextDecoder(encodingOf(chunk))
    const text = rest + decoder.decode(chunk, { stream: true })
    const batch: LineBatch = { lines: [], tooLong: 0, bytesRead: counted.packed }
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      if (isSkipping) isSkipping = false
      else if (end - start > MAX_LINE) batch.tooLong += 1
      else batch.lines.push(text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end))
      start = end + 1
    }
    rest = text.slice(start)
    if (rest.length > MAX_LINE) {
      if (!isSkipping) batch.tooLong += 1
      isSkipping = true
      rest = ''
    }
    if (isSkipping) rest = ''
    yield batch
  }
  if (rest !== '' && !isSkipping) yield { lines: [rest.replace(/\r$/, '')], tooLong: 0, bytesRead: counted.packed }
}

function refuseTooLarge({ packed, unpacked: bytes }: { packed: number; unpacked: number }, limits: LineLimits): void {
  if (bytes > limits.maxBytes)
    throw new UnreadableFileError(`The file has more than ${Math.floor(limits.maxBytes / 1_048_576)} MB of text.`)
  if (bytes > RATIO_FREE_BYTES && bytes > packed * limits.maxRatio)
    throw new UnreadableFileError(`The file unpacks to more than ${limits.maxRatio} times its size: it is no log.`)
}

function encodingOf(chunk: Uint8Array): string {
  if (startsWith(chunk, [0xff, 0xfe])) return 'utf-16le'
  return startsWith(chunk, [0xfe, 0xff]) ? 'utf-16be' : 'utf-8'
}

async function* unpacked(source: AsyncIterable<Uint8Array>, counted: { packed: number }): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]()
  const head = await firstBytes(chunks)
  async function* whole(): AsyncGenerator<Uint8Array> {
    counted.packed += head.length
    if (head.length > 0) yield head
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      counted.packed += next.value.length
      yield next.value
    }
  }
  if (startsWith(head, ZIP) || startsWith(head, BZIP2))
    throw new UnreadableFileError('The file is an archive: unpack it, or pack it by gzip or zstd.')
  const decompress = startsWith(head, GZIP) ? createGunzip() : startsWith(head, ZSTD) ? createZstdDecompress() : null
  yield* decompress === null ? whole() : through(whole(), decompress)
}

/** Small first chunks are joined until the first bytes say what the file is. */
async function firstBytes(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let head = new Uint8Array()
  while (head.length < ZSTD.length) {
    const next = await chunks.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  return head
}

async function* through(source: AsyncIterable<Uint8Array>, transform: Transform): AsyncGenerator<Uint8Array> {
  // A failure ends the iteration below with the same error.
  const output = pipeline(Readable.from(source, { objectMode: false }), transform, () => undefined)
  try {
    for await (const chunk of output) yield chunk
  } catch (cause) {
    if (cause instanceof UnreadableFileError) throw cause
    throw new UnreadableFileError('The file is damaged: it cannot be unpacked.', { cause })
  }
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, at) => bytes[at] === byte)
}
