import { TITLE_MIN_FOR_SCORE } from '#shared/constants.ts'
import { isBelow, TOLERANCE_NOTE } from '#shared/thresholds.ts'
import { templateCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'
import { textLength, tooShortNote } from './text-length.ts'

const thresholds = declareThresholds({
  minWidth: {
    label: 'Minimum title length',
    unit: 'characters',
    default: TITLE_MIN_FOR_SCORE,
    min: 1,
    max: 100,
    explanation: `A shorter title is reported. A wide character, such as a Japanese one, counts as two. ${TOLERANCE_NOTE}`,
    atMost: { checkId: 'title-too-long', name: 'maxWidth' },
  },
})

export const titleTooShort = templateCheck<typeof thresholds>({
  id: 'title-too-short',
  type: 'meta_issue',
  severity: 'warning',
  applies: 'html-ok',
  title: 'Short title',
  passedTitle: 'The title is long enough',
  why: 'A title of one or two words rarely describes a page. Searchers skip it in the results, and search engines may replace it with other text.',
  fix: 'Describe the page and add the name of the website. About 30 to 60 characters are a good length.',
  example: { before: '<title>Home</title>', after: '<title>Tide tables and moorings – Example Harbour</title>' },
  sources: [
    {
      title: 'Google: Influencing title links',
      url: 'https://developers.google.com/search/docs/appearance/title-link',
    },
    { title: 'Unicode: East Asian width (UAX #11)', url: 'https://www.unicode.org/reports/tr11/' },
  ],
  thresholds,
  check: ({ title }, { minWidth }) => {
    const length = textLength(title.trim())
    if (length.width === 0 || !isBelow(length.width, minWidth)) return null
    const table = tableEvidence({
      label: 'Title',
      columns: ['Title', 'Characters', 'At least'],
      items: [title],
      row: item => [item, length.inWords, minWidth],
    })
    const message = `Short title${tooShortNote(length, minWidth)}`
    return { cause: title, message, details: { title }, evidence: [table] }
  },
})
