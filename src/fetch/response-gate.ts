import type { Socket } from 'node:net'

/**
 * Looks at the first octets of every answer before undici's parser does, for what that parser does not survive or does not
 * tell: interim answers (RFC 9110 §15.2: a client must be able to read any number of them before the real one, but undici
 * takes an unasked 100 for an error) are dropped; a status below 100, on which the parser asserts, ends the connection; the
 * HTTP version is noted; heads are put in the form that the parser takes; framing without content and without end is cut.
 */
export interface ResponseGate {
  /** Called before a request is written: the next octets begin an answer. */
  expectResponse(): void
  /** Called with every piece of the body: what arrives is not framing alone. */
  noteContent(): void
  /** Version of the latest answer, such as '1.1'. */
  readonly httpVersion: string
}

/** The server answered with something that is no HTTP answer. */
export class NotHttpError extends Error {
  readonly code = 'NOT_HTTP'
}

/** Interim answers may be as large together as so many header blocks; a flood of them would keep this thread busy. */
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

/** Puts a gate in front of a socket. A head larger than `maxHeaderBytes` is handed on, and fails there. */
export function createResponseGate(socket: Socket, maxHeaderBytes: number): ResponseGate {
  const read = socket.read.bind(socket)
  let isExpecting = false
  /** In interim answers to the latest request. */
  let interimBytes = 0
  let httpVersion = '1.1'
  /** Octets that came too few to tell, kept from the parser until more arrive. */
  let held: Buffer | null = null
  /** Octets after the head since the last of them that were content. */
  let unseenBytes = 0

  /** What the parser may see, null while more octets are needed or none are left. */
  function inspect(arrived: Buffer): Buffer | null {
    let octets = withoutLeadingLineEnds(arrived)
    while (couldBeHttp(octets)) {
      if (octets.length <= STATUS_LINE_LENGTH) return hold(octets)
      if (octets[STATUS] === ZERO) return refuse('status below 100')
      // Three digits and no more (RFC 9112 §4), or 1000 would be taken for an interim answer.
      if (isDigit(octets[STATUS_LINE_LENGTH])) return refuse('status of more than three digits')
      if (octets[STATUS] !== ONE) {
        httpVersion = octets.toString('latin1', PREFIX.length, PREFIX.length + 3)
        const readable = withReadableHead(octets)
        if (readable || octets.length <= maxHeaderBytes) return readable ?? hold(octets)
        // The parser counts fields, and would read on for as long as such a line goes.
        return octets.includes(LF) ? octets : refuse('a first line without end')
      }
      if (octets.toString('latin1', STATUS, STATUS + 3) === '101') return refuse('switches protocols unasked')
      const end = octets.indexOf(END_OF_HEADERS)
      if (end === -1) return octets.length > maxHeaderBytes ? octets : hold(octets)
      interimBytes += end
      if (interimBytes > maxHeaderBytes * MAX_INTERIM_FACTOR) return refuse('interim answers without end')
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
    // Extensions of a chunk are read over by the parser, for as long as they go (RFC 9112 §7.1.1 asks for a limit).
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

/** The parser skips them, too (RFC 9112 §2.2 asks that of servers), so a status may hide behind them. */
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
 * The head of an answer as browsers read it. Old scripts and appliances end lines with LF alone, fold long fields (RFC 9112
 * §5.2 asks a user agent to take that for spaces) and let control octets slip in; a browser shows such a page, so a link to it
 * is not broken, but undici's parser refuses all three. NUL and a lone CR stay as they are, and are refused.
 */

const FOLD = /\r?\n[ \t]+/g
const LINE_END = /\r?\n/g
const CONTROLS = /[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]/g
const FAULT = /[^\r]\n|\n[ \t]|[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]/

/** The octets with a head that the parser takes; null when the head is not complete yet. */
export function withReadableHead(octets: Buffer): Buffer | null {
  const end = endOfHead(octets)
  if (end === -1) return null
  const head = octets.toString('latin1', 0, end)
  if (!FAULT.test(head)) return octets
  const readable = head.replace(FOLD, ' ').replace(LINE_END, '\r\n').replace(CONTROLS, ' ')
  return Buffer.concat([Buffer.from(readable, 'latin1'), octets.subarray(end)])
}

/** Where the body begins: after the first empty line, whatever ends the lines; -1 when it has not come. */
function endOfHead(octets: Buffer): number {
  for (let at = octets.indexOf(LF); at !== -1; at = octets.indexOf(LF, at + 1)) {
    const next = octets[at + 1] === CR ? at + 2 : at + 1
    if (octets[next] === LF) return next + 1
  }
  return -1
}
