import { isBelow, TOLERANCE_NOTE } from '#shared/thresholds.ts'
import { templateCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'
import { textLength, tooShortNote } from './text-length.ts'

const thresholds = declareThresholds({
  minWidth: {
    label: 'Minimum meta description length',
    unit: 'characters',
    default: 50,
    min: 1,
    max: 300,
    explanation: `A shorter meta description is reported. A wide character, such as a Japanese one, counts as two. ${TOLERANCE_NOTE}`,
    atMost: { checkId: 'meta-description-too-long', name: 'maxWidth' },
  },
})

export const metaDescriptionTooShort = templateCheck<typeof thresholds>({
  id: 'meta-description-too-short',
  type: 'meta_issue',
  severity: 'info',
  applies: 'html-ok',
  title: 'Short meta description',
  passedTitle: 'The meta description is long enough',
  why: 'A description of a few words rarely helps searchers to choose the page, so search engines often show other text instead.',
  fix: 'Describe in one or two sentences, about 70 to 160 characters, what the page offers. Include facts such as places, prices or dates.',
  sources: [
    { title: 'Google: Control your snippets', url: 'https://developers.google.com/search/docs/appearance/snippet' },
  ],
  thresholds,
  check: ({ metaDescription }, { minWidth }) => {
    const length = textLength(metaDescription.trim())
    if (length.width === 0 || !isBelow(length.width, minWidth)) return null
    const table = tableEvidence({
      label: 'Description',
      columns: ['Description', 'Characters', 'At least'],
      items: [metaDescription],
      row: item => [item, length.inWords, minWidth],
    })
    const message = `Short meta description${tooShortNote(length, minWidth)}`
    return { cause: metaDescription, message, details: { description: metaDescription }, evidence: [table] }
  },
})
