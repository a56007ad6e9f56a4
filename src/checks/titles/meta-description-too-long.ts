import { splitAtWidth } from '#shared/text-width.ts'
import { isAbove, TOLERANCE_NOTE } from '#shared/thresholds.ts'
import { templateCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'
import { textLength, tooLongNote } from './text-length.ts'

const thresholds = declareThresholds({
  maxWidth: {
    label: 'Maximum meta description length',
    unit: 'characters',
    default: 160,
    min: 50,
    max: 1_000,
    explanation: `A longer meta description is reported. A wide character, such as a Japanese one, counts as two. ${TOLERANCE_NOTE}`,
  },
})

export const metaDescriptionTooLong = templateCheck<typeof thresholds>({
  id: 'meta-description-too-long',
  type: 'meta_issue',
  severity: 'info',
  applies: 'html-ok',
  title: 'Long meta description',
  passedTitle: 'The meta description fits into a search result',
  why: 'Search results show about the first 160 characters of a description and truncate the rest. Only the display is affected.',
  fix: 'Put the most important information into the first sentence. Shorten the text if its end should be visible.',
  sources: [
    { title: 'Google: Control your snippets', url: 'https://developers.google.com/search/docs/appearance/snippet' },
  ],
  thresholds,
  check: ({ metaDescription }, { maxWidth }) => {
    const length = textLength(metaDescription)
    if (!isAbove(length.width, maxWidth)) return null
    const [shown, cut] = splitAtWidth(metaDescription, maxWidth)
    const table = tableEvidence({
      label: 'Description',
      columns: ['Shown', 'Probably truncated', 'Characters'],
      items: [cut],
      row: item => [shown, item, length.inWords],
    })
    const message = `Long meta description${tooLongNote(length, maxWidth)}`
    return { cause: metaDescription, message, details: { description: metaDescription }, evidence: [table] }
  },
})
