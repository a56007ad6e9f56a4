import { testCheck } from '../test-check.ts'
import { titleTooLong } from './title-too-long.ts'

testCheck(titleTooLong, {
  passes: {
    'a title of exactly 60 characters': { titles: [{ text: 'x'.repeat(60), line: 3 }] },
    'a Japanese title of 30 characters, which is 60 wide': { titles: [{ text: '潮'.repeat(30), line: 3 }] },
    'a title of 60 letters with combining marks': { titles: [{ text: 'e\u0301'.repeat(60), line: 3 }] },
  },
  fails: {
    'a title of 61 characters and the part that is cut': {
      facts: { titles: [{ text: `${'x'.repeat(60)}y`, line: 3 }] },
      finds: {
        severity: 'info',
        message: 'Long title (more than 60 characters)',
        details: { title: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxy' },
        evidence: [
          {
            kind: 'table',
            label: 'Title',
            columns: ['Shown', 'Probably truncated', 'Characters', 'Estimated pixels'],
            rows: [['x'.repeat(60), 'y', '61', '610']],
          },
        ],
      },
    },
    'a Japanese title of 31 characters': {
      facts: { titles: [{ text: '潮'.repeat(31), line: 3 }] },
      finds: {
        message: 'Long title (wider than 60 Latin characters)',
        details: { title: '潮潮潮潮潮潮潮潮潮潮潮潮潮潮潮潮潮潮潮潮潮潮潮潮潮潮潮潮潮潮潮' },
        evidence: [
          {
            kind: 'table',
            label: 'Title',
            columns: ['Shown', 'Probably truncated', 'Characters', 'Estimated pixels'],
            rows: [['潮'.repeat(30), '潮', '31, as wide as 62', '620']],
          },
        ],
      },
    },
  },
})
