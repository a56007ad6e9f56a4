import { testCheck } from '../test-check.ts'
import { titleTooShort } from './title-too-short.ts'

testCheck(titleTooShort, {
  passes: {
    'a title of 11 characters': { titles: [{ text: 'Tide tables', line: 3 }] },
    'a title of 10 characters, within the tolerance': { titles: [{ text: 'Tide table', line: 3 }] },
    'an empty title, which another check reports': { titles: [{ text: '', line: 3 }] },
    'a Japanese title of 6 characters, which is 12 wide': { titles: [{ text: '港の潮汐表示', line: 3 }] },
  },
  fails: {
    'a title of 9 characters': {
      facts: { titles: [{ text: 'Tide time', line: 3 }] },
      finds: {
        severity: 'warning',
        message: 'Short title (9 of at least 11 characters)',
        details: { title: 'Tide time' },
        evidence: [
          {
            kind: 'table',
            label: 'Title',
            columns: ['Title', 'Characters', 'At least'],
            rows: [['Tide time', '9', '11']],
          },
        ],
      },
    },
    'a Japanese title of 4 characters': {
      facts: { titles: [{ text: '港の潮汐', line: 3 }] },
      finds: {
        message: 'Short title (4, as wide as 8 Latin ones, of at least 11)',
        details: { title: '港の潮汐' },
        evidence: [
          {
            kind: 'table',
            label: 'Title',
            columns: ['Title', 'Characters', 'At least'],
            rows: [['港の潮汐', '4, as wide as 8', '11']],
          },
        ],
      },
    },
  },
})
