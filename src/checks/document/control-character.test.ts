import { testCheck } from '../test-check.ts'
import { controlCharacter } from './control-character.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Control characters',
  columns: ['Character', 'Line', 'Source'],
  rows,
})

testCheck(controlCharacter, {
  passes: {},
  fails: {
    'NUL in an attribute, as a warning': {
      facts: { controlCharacters: [{ code: 0, line: 12, excerpt: '<img alt="Har␀bour">' }] },
      finds: {
        severity: 'warning',
        message: 'Control character U+0000 (NUL) in the HTML, first in line 12',
        evidence: [table(['U+0000 (NUL)', '12', '<img alt="Har␀bour">'])],
      },
    },
    'several characters': {
      facts: {
        controlCharacters: [
          { code: 0x0b, line: 3, excerpt: 'a␋b' },
          { code: 0x0b, line: 4, excerpt: 'a␋b' },
          { code: 0x7f, line: 4, excerpt: 'c␡d' },
        ],
      },
      finds: {
        message: 'Control character U+000B (VT) and 1 other in the HTML, first in line 3',
        evidence: [table(['U+000B (VT)', '3', 'a␋b'], ['U+000B (VT)', '4', 'a␋b'], ['U+007F (DEL)', '4', 'c␡d'])],
      },
    },
  },
})
