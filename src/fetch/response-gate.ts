import type { Socket } from 'node:net'

/**
 * Inspects the first octets of every response before undici's parser, for what that parser does not handle or report: interim responses
 * (RFC 9110 §15.2: a client must accept any number of them, but undici rejects an unexpected 100) are dropped; a status below 100, on which
 * the parser asserts, ends the connection; the HTTP version is recorded; heads are rewritten to what the parser accepts; endless framing
 * without content is cut.
 */
export interface ResponseGate {
  /** Called before a request is written: the next octets begin a response. */
  expectResponse(): void
  /** Called with every piece of the body: content has arrived, not framing alone. */
  noteContent(): void
  /** Version of the latest response, such as '1.1'. */
  readonly httpVersion: string
}

/** The server's response is not HTTP. */
export class NotHttpError extends Error {
  readonly code = 'NOT_HTTP'
}

/** Limit of all interim responses together, in maximal header blocks; a flood of them would keep this thread busy. */
const MAX_INTERIM_FACTOR = 4
const PREFIX = Buffer.from('HTTP/')
/** `HTTP/1.1 200`: up to the end of the status. */
const STATUS_LINE_LENGTH = 12
const STATUS = 9
const END_OF_HEADERS = Buffer.from('\r\n\r\n')
const CR = 0x0d
const LF = 0x0a
const ZERO = 0x30
const ONE = 0x31
const NINE = 0x39

/** Puts a gate in front of a socket. A head larger than `maxHeaderBytes` is passed to the parser, which rejects it. */
export function createResponseGate(socket: Socket, maxHeaderBytes: number): ResponseGate {
  const read = socket.read.bind(socket)
  let isExpecting = false
  /** In interim responses to the latest request. */
  let interimBytes = 0
  let httpVersion = '1.1'
  /** Octets held back until enough have arrived to decide. */
  let held: Buffer | null = null
  /** Octets after the head since the last content. */
  let unseenBytes = 0

  /** The octets for the parser; null while more are needed or none are left. */
  function inspect(arrived: Buffer): Buffer | null {
    let octets = withoutLeadingLineEnds(arrived)
    while (couldBeHttp(octets)) {
      if (octets.length <= STATUS_LINE_LENGTH) return hold(octets)
      if (octets[STATUS] === ZERO) return refuse('status below 100')
      // Three digits and no more (RFC 9112 §4), or 1000 would count as an interim response.
      if (isDigit(octets[STATUS_LINE_LENGTH])) return refuse('status of more than three digits')
      if (octets[STATUS] !== ONE) {
        httpVersion = octets.toString('latin1', PREFIX.length, PREFIX.length + 3)
        const readable = withReadableHead(octets)
        if (readable || octets.length <= maxHeaderBytes) return readable ?? hold(octets)
        // The parser limits fields, not the length of this line.
        return octets.includes(LF) ? octets : refuse('a first line without end')
      }
      if (octets.toString('latin1', STATUS, STATUS + 3) === '101') return refuse('switches protocols unasked')
      const end = octets.indexOf(END_OF_HEADERS)
      if (end === -1) return octets.length > maxHeaderBytes ? octets : hold(octets)
      interimBytes += end
      if (interimBytes > maxHeaderBytes * MAX_INTERIM_FACTOR) return refuse('too many interim responses')
      octets = octets.subarray(end + END_OF_HEADERS.length)
    }
    return octets
  }

  function hold(octets: Buffer): null {
    held = octets
    return null
  }

  function refuse(reason: string): null {
    socket.destroy(new NotHttpError(reason))
    return null
  }

  socket.read = (size?: number) => {
    let chunk: Buffer | null = read(size)
    while (isExpecting && chunk !== null) {
      const passed = inspect(held ? Buffer.concat([held, chunk]) : chunk)
      if (passed !== null) {
        isExpecting = false
        held = null
        return passed
      }
      chunk = socket.destroyed ? null : read(size)
    }
    if (chunk === null) return null
    // The parser skips chunk extensions of any length (RFC 9112 §7.1.1 requires a limit).
    if (unseenBytes > maxHeaderBytes) return refuse('a chunk extension without end')
    unseenBytes += chunk.length
    return chunk
  }

  return {
    expectResponse() {
      isExpecting = true
      interimBytes = 0
      held = null
      unseenBytes = 0
    },
    noteContent() {
      unseenBytes = 0
    },
    get httpVersion() {
      return httpVersion
    },
  }
}

/** The parser skips them, too (RFC 9112 §2.2), so a status may follow them. */
function withoutLeadingLineEnds(octets: Buffer): Buffer {
  let start = 0
  while (octets[start] === CR || octets[start] === LF) start += 1
  return start === 0 ? octets : octets.subarray(start)
}

function isDigit(octet: number | undefined): boolean {
  return octet !== undefined && octet >= ZERO && octet <= NINE
}

function couldBeHttp(octets: Buffer): boolean {
  const known = Math.min(octets.length, PREFIX.length)
  return PREFIX.compare(octets, 0, known, 0, known) === 0
}

/**
 * The head of a response as browsers read it. Old scripts and appliances end lines with LF alone, fold long fields (RFC 9112 §5.2: read as
 * spaces) or send control octets. Browsers accept all three, so a link to such a page is not broken, but undici's parser does not. NUL and
 * a lone CR stay and are rejected.
 */

const FOLD = /\r?\n[ \t]+/g
const LINE_END = /\r?\n/g
const CONTROLS = /[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]/g
const UNREADABLE = /[^\r]\n|\n[ \t]|[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]/

/** The octets with a head that the parser accepts; null while the head is incomplete. */
export function withReadableHead(octets: Buffer): Buffer | null {
  const end = endOfHead(octets)
  if (end === -1) return null
  const head = octets.toString('latin1', 0, end)
  if (!UNREADABLE.test(head)) return octets
  const readable = head.replace(FOLD, ' ').replace(LINE_END, '\r\n').replace(CONTROLS, ' ')
  return Buffer.concat([Buffer.from(readable, 'latin1'), octets.subarray(end)])
}

/** Start of the body, after the first empty line with any line ending; -1 when it has not arrived. */
function endOfHead(octets: Buffer): number {
  for (let at = octets.indexOf(LF); at !== -1; at = octets.indexOf(LF, at + 1)) {
    const next = octets[at + 1] === CR ? at + 2 : at + 1
    if (octets[next] === LF) return next + 1
  }
  return -1
}
