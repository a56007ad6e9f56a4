import { testCheck } from '../test-check.ts'
import { headingWith } from '../test-facts.ts'
import { headingDuplicate } from './heading-duplicate.ts'

const h1 = headingWith(1, 'Boats')
const details = headingWith(2, 'Details', { line: 12 })

testCheck(headingDuplicate, {
  passes: {
    'headings of their own': { headings: [h1, details, headingWith(2, 'Crew')] },
    'the same text at another level': { headings: [h1, details, headingWith(3, 'Details')] },
    'the same text outside the main part': { headings: [h1, details, headingWith(2, 'Details', { isInMain: false })] },
    'the same text, hidden': { headings: [h1, details, headingWith(2, 'Details', { isHidden: true })] },
    'empty headings, which have their own check': { headings: [h1, headingWith(2, ''), headingWith(2, '')] },
  },
  fails: {
    'two sections with one heading': {
      facts: { headings: [h1, details, headingWith(2, 'DETAILS', { line: 30 })] },
      finds: {
        message: 'Same H2 several times: "Details"',
        evidence: [
          {
            kind: 'table',
            label: 'Headings with the same text',
            columns: ['Text', 'Times', 'Lines'],
            rows: [['Details', '2', '12, 30']],
          },
        ],
      },
    },
    'a long heading, of which 60 characters are quoted, beside one of its own': {
      facts: {
        headings: [h1, details, ...[20, 30].map(line => headingWith(2, 'a'.repeat(61), { line }))],
      },
      finds: {
        message: `Same H2 several times: "${'a'.repeat(60)}"`,
        evidence: [
          {
            kind: 'table',
            label: 'Headings with the same text',
            columns: ['Text', 'Times', 'Lines'],
            rows: [['a'.repeat(61), '2', '20, 30']],
          },
        ],
      },
    },
  },
})
