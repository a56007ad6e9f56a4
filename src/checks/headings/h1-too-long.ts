import { isAbove, TOLERANCE_NOTE } from '#shared/thresholds.ts'
import type { PageCheck } from '../check.ts'
import { tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'
import { textLength, tooLongNote } from '../titles/text-length.ts'

const thresholds = declareThresholds({
  maxWidth: {
    label: 'Maximum H1 length',
    unit: 'characters',
    default: 150,
    min: 20,
    max: 2_000,
    explanation: `A longer H1 is reported. A wide character, such as a Japanese one, counts as two. ${TOLERANCE_NOTE}`,
  },
})

export const h1TooLong: PageCheck<typeof thresholds> = {
  id: 'h1-too-long',
  type: 'heading_issue',
  severity: 'info',
  applies: 'html-ok',
  title: 'Long H1',
  passedTitle: 'The H1 is not too long',
  why: 'A main heading of several lines is a paragraph: readers skip it, and it no longer says in a few words what the page is about. Often a template has put more than the heading into the element.',
  fix: 'Shorten the H1 to the topic of the page, and move the rest into a paragraph below it.',
  sources: [
    {
      title: 'Google: Influencing title links',
      url: 'https://developers.google.com/search/docs/appearance/title-link',
    },
  ],
  thresholds,
  check: ({ h1 }, { maxWidth }) => {
    const length = textLength(h1.trim())
    if (!isAbove(length.width, maxWidth)) return []
    const table = tableEvidence({
      label: 'H1',
      columns: ['H1', 'Characters', 'At most'],
      items: [h1],
      row: item => [item, length.inWords, maxWidth],
    })
    return [{ message: `Long H1${tooLongNote(length, maxWidth)}`, details: { h1 }, evidence: [table] }]
  },
}
