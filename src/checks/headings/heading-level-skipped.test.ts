import { testCheck } from '../test-check.ts'
import { headingWith } from '../test-facts.ts'
import { headingLevelSkipped } from './heading-level-skipped.ts'

testCheck(headingLevelSkipped, {
  passes: {
    'an outline that starts at H2': { headings: [headingWith(2, 'A'), headingWith(3, 'B')] },
    'an outline that starts at H4': { headings: [headingWith(4, 'A')] },
    'a step back over several levels': {
      headings: [
        headingWith(1, 'A'),
        headingWith(2, 'B'),
        headingWith(3, 'C'),
        headingWith(4, 'D'),
        headingWith(2, 'E'),
      ],
    },
    'a jump in the footer beside a main part': {
      headings: [headingWith(1, 'A'), headingWith(2, 'B'), headingWith(5, 'Contact', { isInMain: false })],
    },
    'a jump over a hidden heading': {
      headings: [headingWith(1, 'A'), headingWith(4, 'B', { isHidden: true }), headingWith(2, 'C')],
    },
    'a jump to a heading without text': { headings: [headingWith(1, 'A'), headingWith(3, '')] },
  },
  fails: {
    'the first of two jumps, both marked': {
      facts: { headings: [headingWith(1, 'A'), headingWith(3, 'B'), headingWith(1, 'C'), headingWith(4, 'D')] },
      finds: {
        severity: 'info',
        message: 'Heading level skipped (H1 is followed by H3, 2 places in all)',
        evidence: [
          {
            kind: 'table',
            label: 'Outline',
            columns: ['Level', 'Text', 'Line', 'Step'],
            rows: [
              ['H1', 'A', '10', ''],
              ['H3', 'B', '10', 'skips a level'],
              ['H1', 'C', '10', ''],
              ['H4', 'D', '10', 'skips a level'],
            ],
          },
        ],
      },
    },
    'a jump in a page without main part': {
      facts: { headings: [headingWith(2, 'A', { isInMain: false }), headingWith(4, 'B', { isInMain: false })] },
      finds: {
        message: 'Heading level skipped (H2 is followed by H4)',
        evidence: [
          {
            kind: 'table',
            label: 'Outline',
            columns: ['Level', 'Text', 'Line', 'Step'],
            rows: [
              ['H2', 'A', '10', ''],
              ['H4', 'B', '10', 'skips a level'],
            ],
          },
        ],
      },
    },
  },
})
