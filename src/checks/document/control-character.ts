import type { PageCheck } from '../check.ts'
import { counted } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'

export const controlCharacter: PageCheck = {
  id: 'control-character',
  type: 'content_issue',
  severity: 'warning',
  applies: 'html',
  title: 'Control characters in the HTML',
  passedTitle: 'No control characters in the HTML',
  why: 'Control characters such as NUL are not allowed in HTML. Browsers drop or replace them, so links, attributes and words that contain one may not work or look as meant.',
  fix: 'Remove the characters from the source at the lines below. They often come from text that was pasted from another program, or from a damaged database field.',
  example: { before: '<img alt="Har␀bour" src="/boat.jpg">', after: '<img alt="Harbour" src="/boat.jpg">' },
  sources: [
    {
      title: 'HTML: Preprocessing the input stream',
      url: 'https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream',
    },
  ],
  check: ({ controlCharacters = [] }) => {
    const [first] = controlCharacters
    if (!first) return []
    const table = tableEvidence({
      label: 'Control characters',
      columns: ['Character', 'Line', 'Source'],
      items: controlCharacters,
      row: ({ code, line, excerpt }) => [nameOf(code), line, excerpt],
    })
    const names = [...new Set(controlCharacters.map(({ code }) => nameOf(code)))]
    const others = names.length > 1 ? ` and ${counted(names.length - 1, 'other')}` : ''
    return [
      {
        message: `Control character ${nameOf(first.code)}${others} in the HTML, first in line ${first.line}`,
        evidence: [table],
      },
    ]
  },
}

/** Such as `U+0000 (NUL)`. */
function nameOf(code: number): string {
  const name = code === DELETE ? 'DEL' : (NAMES[code] ?? '')
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')} (${name})`
}

const DELETE = 0x7f
/** By code (ASCII). */
const NAMES: readonly string[] = [
  ...['NUL', 'SOH', 'STX', 'ETX', 'EOT', 'ENQ', 'ACK', 'BEL', 'BS', 'HT', 'LF', 'VT', 'FF', 'CR', 'SO', 'SI'],
  ...['DLE', 'DC1', 'DC2', 'DC3', 'DC4', 'NAK', 'SYN', 'ETB', 'CAN', 'EM', 'SUB', 'ESC', 'FS', 'GS', 'RS', 'US'],
]
