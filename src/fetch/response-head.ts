/**
 * The head of an answer as browsers read it. Old scripts and appliances end lines with LF alone, fold long fields (RFC 9112
 * §5.2 asks a user agent to take that for spaces) and let control octets slip in; a browser shows such a page, so a link to it
 * is not broken, but undici's parser refuses all three. NUL and a lone CR stay as they are, and are refused.
 */

const CR = 0x0d
const LF = 0x0a
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
