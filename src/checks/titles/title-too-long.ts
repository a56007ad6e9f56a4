import { TITLE_FONT_PX, textPixels } from '#shared/text-pixels.ts'
import { splitAtWidth } from '#shared/text-width.ts'
import { isAbove, TOLERANCE_NOTE } from '#shared/thresholds.ts'
import { templateCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'
import { textLength, tooLongNote } from './text-length.ts'

const thresholds = declareThresholds({
  maxWidth: {
    label: 'Maximum title length',
    unit: 'characters',
    default: 60,
    min: 20,
    max: 300,
    explanation: `A longer title is reported. A wide character, such as a Japanese one, counts as two. ${TOLERANCE_NOTE}`,
  },
})

export const titleTooLong = templateCheck<typeof thresholds>({
  id: 'title-too-long',
  type: 'meta_issue',
  severity: 'info',
  applies: 'html-ok',
  title: 'Long title',
  passedTitle: 'The title fits into a search result',
  why: 'Search engines read the whole title, but results show only about the first 60 characters. Searchers do not see the end.',
  fix: 'Put the words that distinguish this page from others at the beginning. Shorten the rest, or leave it: only the display is affected.',
  sources: [
    {
      title: 'Google: Influencing title links',
      url: 'https://developers.google.com/search/docs/appearance/title-link',
    },
    { title: 'Unicode: East Asian width (UAX #11)', url: 'https://www.unicode.org/reports/tr11/' },
  ],
  thresholds,
  check: ({ title }, { maxWidth }) => {
    const length = textLength(title)
    if (!isAbove(length.width, maxWidth)) return null
    const [shown, cut] = splitAtWidth(title, maxWidth)
    const table = tableEvidence({
      label: 'Title',
      columns: ['Shown', 'Probably truncated', 'Characters', 'Estimated pixels'],
      items: [title],
      row: item => [shown, cut, length.inWords, textPixels(item, TITLE_FONT_PX)],
    })
    const message = `Long title${tooLongNote(length, maxWidth)}`
    return { cause: title, message, details: { title }, evidence: [table] }
  },
})
