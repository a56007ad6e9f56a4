import { testCheck } from '../test-check.ts'
import { urlBadCharacters } from './url-bad-characters.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Characters',
  columns: ['URL', 'Character', 'Position in the path'],
  rows,
})

testCheck(urlBadCharacters, {
  passes: {
    'letters outside English': { url: 'https://example.com/caf%C3%A9/%E6%B8%AF' },
    'a blank in the query': { url: 'https://example.com/search?q=a%20b//c' },
    'a plus sign and a hyphen': { url: 'https://example.com/a+b-c_d' },
  },
  fails: {
    'a space': {
      facts: { url: 'https://example.com/our%20prices' },
      finds: {
        severity: 'warning',
        message: 'URL contains a space',
        evidence: [table(['https://example.com/our%20prices', 'a space', '5'])],
      },
    },
    'a doubled slash and a backslash': {
      facts: { url: 'https://example.com/a//b%5Cc' },
      finds: {
        message: 'URL contains a double slash and a backslash',
        evidence: [
          table(
            ['https://example.com/a//b%5Cc', 'a double slash', '3'],
            ['https://example.com/a//b%5Cc', 'a backslash', '6'],
          ),
        ],
      },
    },
    'a line end': {
      facts: { url: 'https://example.com/a%0Ab' },
      finds: {
        message: 'URL contains a control character',
        evidence: [table(['https://example.com/a%0Ab', 'a control character', '3'])],
      },
    },
  },
})
