import type { ControlCharacterFact } from '#shared/element-facts.ts'
import { counted } from '../counted.ts'
import { elementCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'

export const controlCharacter = elementCheck<ControlCharacterFact>({
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
  elements: ({ controlCharacters = [] }) => controlCharacters,
  identify: ({ code, excerpt }) => ({ tag: `${code} ${excerpt}` }),
  finding: (characters, { isShared }) => {
    const table = tableEvidence({
      label: 'Control characters',
      columns: ['Character', 'Line', 'Source'],
      items: characters,
      row: ({ code, line, excerpt }) => [nameOf(code), line, excerpt],
    })
    const [name = '', ...others] = new Set(characters.map(({ code }) => nameOf(code)))
    const more = others.length > 0 ? ` and ${counted(others.length, 'other')}` : ''
    const where = isShared ? '' : `, first in line ${characters[0].line}`
    return { message: `Control character ${name}${more} in the HTML${where}`, evidence: [table] }
  },
})

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
