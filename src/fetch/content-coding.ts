import zlib, { type BrotliDecompress, type InflateRaw, type ZstdDecompress } from 'node:zlib'

/**
 * Content codings (RFC 9110 §8.4): which ones a response names, where their data begin, and decoding of a complete body.
 * Larger bodies go through `stream-decoder.ts`.
 */

export type Coding = 'gzip' | 'deflate' | 'br' | 'zstd'

/** A complete body in its content codings, in the order in which they were applied. */
export interface CodedBody {
  bytes: Uint8Array
  codings: readonly Coding[]
}

export const ACCEPTED_CODINGS = 'gzip, deflate, br, zstd'

/** As many as undici and curl take; more is an attack. */
const MAX_CODINGS = 5
/** Wire bytes up to which decoding in one go beats a stream: nearly every page of the web. */
export const MAX_BYTES_AT_ONCE = 256 * 1024

export type NamedCodings =
  | { kind: 'known'; codings: Coding[]; named: string }
  /** Not a supported coding, such as `utf-8` by mistake; browsers then read the body as it is. */
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

/** The codings of a response in the order in which they were applied. */
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

/** With these a cut stream gives what it holds instead of an error. */
const FLUSH_ZLIB = { finishFlush: zlib.constants.Z_SYNC_FLUSH } as const
const FLUSH_BROTLI = { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH } as const
/** RFC 9659: a decoder of this content coding needs no window above 8 MB, so a frame that requests more is refused. */
const ZSTD_PARAMS = { [zlib.constants.ZSTD_d_windowLogMax]: 23 }
const FLUSH_ZSTD = { finishFlush: zlib.constants.ZSTD_e_flush } as const
const CHUNK_BYTES = 64 * 1024
/** A gzip header may have two fields of unlimited length. */
const MAX_GZIP_HEADER = 256 * 1024

/**
 * Decodes a complete body at once. When that fails ('cut': its end is missing; 'unfit': it is too large or damaged), the caller decodes it
 * as a stream.
 */
export function decodeAtOnce(wire: Buffer, codings: readonly Coding[], maxBytes: number): Buffer | 'cut' | 'unfit' {
  let body = wire
  try {
    for (const coding of codings.toReversed()) {
      const start = codedStart(coding, body)
      if (typeof start === 'string') return 'unfit'
      body = decodeOne(body.subarray(start), coding, maxBytes)
    }
    return body
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR' ? 'cut' : 'unfit'
  }
}

function decodeOne(input: Buffer, coding: Coding, maxOutputLength: number): Buffer {
  const size = { maxOutputLength, chunkSize: CHUNK_BYTES, info: true }
  switch (coding) {
    case 'gzip':
    case 'deflate':
      return zlibOutput(zlib.inflateRawSync(input, size))
    case 'br':
      return zlibOutput(zlib.brotliDecompressSync(input, size))
    case 'zstd':
      return zlibOutput(zlib.zstdDecompressSync(input, { params: ZSTD_PARAMS, ...size }))
  }
}

/** A stream that decodes data from `codedStart`; of incomplete data it gives the decodable part. */
export function createStage(coding: Coding): InflateRaw | BrotliDecompress | ZstdDecompress {
  const size = { chunkSize: CHUNK_BYTES }
  switch (coding) {
    case 'gzip':
    case 'deflate':
      return zlib.createInflateRaw({ ...FLUSH_ZLIB, ...size })
    case 'br':
      return zlib.createBrotliDecompress({ ...FLUSH_BROTLI, ...size })
    case 'zstd':
      return zlib.createZstdDecompress({ params: ZSTD_PARAMS, ...FLUSH_ZSTD, ...size })
  }
}

/**
 * Where the data of a coding begin, 'more' when more octets are needed, 'wrong' when they are not in this coding.
 * Headers of gzip and zlib are skipped here and their data read bare: zlib's gzip reader discards good output when
 * garbage follows, which browsers ignore.
 */
export function codedStart(coding: Coding, octets: Buffer): number | 'more' | 'wrong' {
  switch (coding) {
    case 'gzip':
      return gzipDataStart(octets)
    case 'deflate':
      return deflateDataStart(octets)
    case 'br':
    case 'zstd':
      return 0
  }
}

/** `deflate` means zlib (RFC 9110 §8.4.1.2), but servers also send it raw; the first two octets show which (RFC 1950 §2.2). */
function deflateDataStart(octets: Buffer): number | 'more' {
  const [first, second] = octets
  if (first === undefined || second === undefined) return 'more'
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0 ? 2 : 0
}

const GZIP_FIXED_LENGTH = 10
const GZIP_FLAGS = 3
const FLAG_HEADER_CHECK = 2
const FLAG_EXTRA = 4
const FLAG_NAME = 8
const FLAG_COMMENT = 16

/** Skips the header of a gzip member (RFC 1952 §2.3). */
function gzipDataStart(octets: Buffer): number | 'more' | 'wrong' {
  const magic = [0x1f, 0x8b, 0x08]
  if (magic.some((octet, index) => index < octets.length && octets[index] !== octet)) return 'wrong'
  if (octets.length < GZIP_FIXED_LENGTH) return 'more'
  const flags = octets[GZIP_FLAGS] ?? 0
  let start = GZIP_FIXED_LENGTH
  if (flags & FLAG_EXTRA) {
    if (octets.length < start + 2) return 'more'
    start += 2 + octets.readUInt16LE(start)
  }
  for (const flag of [FLAG_NAME, FLAG_COMMENT]) {
    if (!(flags & flag)) continue
    const end = octets.indexOf(0, start)
    if (end === -1) return octets.length > MAX_GZIP_HEADER ? 'wrong' : 'more'
    start = end + 1
  }
  if (flags & FLAG_HEADER_CHECK) start += 2
  return start > octets.length ? 'more' : start
}

/**
 * The bytes of a synchronous zlib call with `info`, which returns its engine beside them. Node's handle below the engine survives all
 * garbage collections but full ones, and would keep the engine's output buffer of 64 KB per page. So the buffer is removed from the
 * engine.
 */
export function zlibOutput(output: unknown): Buffer {
  if (typeof output !== 'object' || output === null) throw new TypeError('zlib must return its engine')
  const [bytes, engine]: [unknown, unknown] = [Reflect.get(output, 'buffer'), Reflect.get(output, 'engine')]
  if (!Buffer.isBuffer(bytes) || typeof engine !== 'object' || engine === null)
    throw new TypeError('zlib must return its engine')
  Reflect.set(engine, OUTPUT_BUFFER, null)
  return bytes
}

const OUTPUT_BUFFER = '_outBuffer'
