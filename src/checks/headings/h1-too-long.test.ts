import { testCheck } from '../test-check.ts'
import { headingWith } from '../test-facts.ts'
import { h1TooLong } from './h1-too-long.ts'

const long = 'Sounding the harbour '.repeat(8).trim()

testCheck(h1TooLong, {
  passes: { 'a long heading within the limit': { headings: [headingWith(1, long.slice(0, 158))] } },
  fails: {
    'a heading of several lines': {
      facts: { headings: [headingWith(1, long)] },
      finds: {
        message: 'Long H1 (more than 150 characters)',
        details: { h1: long },
        evidence: [
          { kind: 'table', label: 'H1', columns: ['H1', 'Characters', 'At most'], rows: [[long, '167', '150']] },
        ],
      },
    },
  },
})
