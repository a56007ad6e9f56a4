import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueOfCauses, runPageChecks } from '../run-page-checks.ts'
import { testCheck } from '../test-check.ts'
import { headingWith, pageFactsWith } from '../test-facts.ts'
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
    'a jump in the footer beside a main part of one heading': {
      headings: [headingWith(1, 'A'), headingWith(5, 'Contact', { isInMain: false })],
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

/** Headings of a page of which the jump to "Published" is reported as a cause of many pages. */
const facts = pageFactsWith({
  headings: [headingWith(2, 'Related'), headingWith(4, 'Published'), headingWith(2, 'Boats'), headingWith(5, 'Prices')],
})
const own: [isShared: boolean, message: string, rows: string[][]][] = [
  [
    false,
    'Heading level skipped (H2 is followed by H5)',
    [
      ['H2', 'Related', '10', ''],
      ['H4', 'Published', '10', 'skips a level'],
      ['H2', 'Boats', '10', ''],
      ['H5', 'Prices', '10', 'skips a level'],
    ],
  ],
  [
    true,
    'Heading level skipped (H2 is followed by H4)',
    [
      ['H2', 'Related', '10', ''],
      ['H4', 'Published', '10', 'skips a level'],
    ],
  ],
]
for (const [isShared, message, rows] of own)
  test(`the ${isShared ? 'jump of many pages is shown alone' : 'outline of a page marks it, too'}`, () => {
    const [published] = causesOf(facts)
    const issue = issueOfCauses(headingLevelSkipped, facts, {
      isChosen: key => (key === published) === isShared,
      isShared,
    })
    assert.deepEqual(
      [issue?.message, issue?.details.evidence],
      [message, [{ kind: 'table', label: 'Outline', columns: ['Level', 'Text', 'Line', 'Step'], rows }]],
    )
  })

function causesOf(page: typeof facts): readonly number[] {
  const { issues } = runPageChecks(page, [headingLevelSkipped], (_, error) => {
    throw error
  })
  return issues[0]?.details.causeKeys ?? []
}
