import { testCheck } from '../test-check.ts'
import { urlBadCharacters } from './url-bad-characters.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Characters',
  columns: ['Address', 'What', 'Position in the path'],
  rows,
})

testCheck(urlBadCharacters, {
  passes: {
    'letters outside English': { url: 'https://example.com/caf%C3%A9/%E6%B8%AF' },
    'a blank in the query': { url: 'https://example.com/search?q=a%20b//c' },
    'a plus sign and a hyphen': { url: 'https://example.com/a+b-c_d' },
  },
  fails: {
    'a blank': {
      facts: { url: 'https://example.com/our%20prices' },
      finds: {
        severity: 'warning',
        message: 'Address has a blank',
        evidence: [table(['https://example.com/our%20prices', 'a blank', '5'])],
      },
    },
    'a doubled slash and a backslash': {
      facts: { url: 'https://example.com/a//b%5Cc' },
      finds: {
        message: 'Address has a doubled slash and a backslash',
        evidence: [
          table(
            ['https://example.com/a//b%5Cc', 'a doubled slash', '3'],
            ['https://example.com/a//b%5Cc', 'a backslash', '6'],
          ),
        ],
      },
    },
    'a line end': {
      facts: { url: 'https://example.com/a%0Ab' },
      finds: {
        message: 'Address has a control character',
        evidence: [table(['https://example.com/a%0Ab', 'a control character', '3'])],
      },
    },
  },
})
