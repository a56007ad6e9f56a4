import { testCheck } from '../test-check.ts'
import { titleMultiple } from './title-multiple.ts'

testCheck(titleMultiple, {
  passes: {
    'one title in the head and another text shown as title': {
      titles: [{ text: 'Tides today', line: 3 }],
      title: 'Something else',
    },
    'no title at all, which another check reports': { titles: [] },
  },
  fails: {
    'two titles with their lines': {
      facts: {
        titles: [
          { text: 'Tides today', line: 3 },
          { text: 'Example Harbour', line: 9 },
        ],
      },
      finds: {
        severity: 'warning',
        message: '2 title elements on one page',
        details: { title: 'Tides today' },
        evidence: [
          {
            kind: 'table',
            label: 'Titles in the head',
            columns: ['Line', 'Title'],
            rows: [
              ['3', 'Tides today'],
              ['9', 'Example Harbour'],
            ],
          },
        ],
      },
    },
  },
})
