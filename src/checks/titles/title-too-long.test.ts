import { testCheck } from '../test-check.ts'
import { titleTooLong } from './title-too-long.ts'

testCheck(titleTooLong, {
  passes: {
    'a title of exactly 60 characters': { titles: [{ text: 'x'.repeat(60), line: 3 }] },
    'a title of 63 characters, within the tolerance': { titles: [{ text: 'x'.repeat(63), line: 3 }] },
    'a Japanese title of 30 characters, which is 60 wide': { titles: [{ text: '潮'.repeat(30), line: 3 }] },
    'a title of 60 letters with combining marks': { titles: [{ text: 'e\u0301'.repeat(60), line: 3 }] },
  },
  fails: {
    'a title of 64 characters and the part that is cut': {
      facts: { titles: [{ text: `${'x'.repeat(60)}yyyy`, line: 3 }] },
      finds: {
        severity: 'info',
        message: 'Long title (more than 60 characters)',
        details: { title: `${'x'.repeat(60)}yyyy` },
        evidence: [
          {
            kind: 'table',
            label: 'Title',
            columns: ['Shown', 'Probably truncated', 'Characters', 'Estimated pixels'],
            rows: [['x'.repeat(60), 'yyyy', '64', '640']],
          },
        ],
      },
    },
    'a Japanese title of 32 characters': {
      facts: { titles: [{ text: '潮'.repeat(32), line: 3 }] },
      finds: {
        message: 'Long title (wider than 60 Latin characters)',
        details: { title: '潮'.repeat(32) },
        evidence: [
          {
            kind: 'table',
            label: 'Title',
            columns: ['Shown', 'Probably truncated', 'Characters', 'Estimated pixels'],
            rows: [['潮'.repeat(30), '潮潮', '32, as wide as 64', '640']],
          },
        ],
      },
    },
  },
})
