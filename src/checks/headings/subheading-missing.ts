import type { PageFacts } from '#shared/facts.ts'
import { isAbove, TOLERANCE_NOTE } from '#shared/thresholds.ts'
import type { PageCheck } from '../check.ts'
import { counted } from '../counted.ts'
import { IS_FRAMESET, isFrameset } from '../eligible.ts'
import { declareThresholds } from '../thresholds.ts'

const thresholds = declareThresholds({
  minWords: {
    label: 'Minimum words',
    unit: 'words',
    default: 300,
    min: 50,
    max: 10_000,
    explanation: `Only a longer text needs subheadings. ${TOLERANCE_NOTE}`,
  },
})

export const subheadingMissing: PageCheck<typeof thresholds> = {
  id: 'subheading-missing',
  type: 'heading_issue',
  severity: 'info',
  applies: 'html-ok',
  title: 'Long text without H2',
  passedTitle: 'Long texts have subheadings',
  why: 'Readers look over the headings of a long text before they read it, and search engines lead to its parts by them. Without H2 to H6, there is nothing between the title and the whole text.',
  fix: 'Divide the text into sections, and start each with an H2 that says what it is about.',
  sources: [
    { title: 'WCAG technique G141', url: 'https://www.w3.org/WAI/WCAG22/Techniques/general/G141' },
    {
      title: 'MDN: Heading elements',
      url: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/Heading_Elements',
    },
  ],
  thresholds,
  check: (page, { minWords }) => {
    const { content, headings } = page
    if (isFrameset(page)) return { skipped: IS_FRAMESET }
    if (!isAbove(content.wordCount, minWords) || content.isListingOrTool || headings.some(({ level }) => level > 1))
      return []
    const words = content.wordCount - codeWords(content)
    return isAbove(words, minWords) ? [{ message: `Long text without H2: ${counted(words, 'word')}` }] : []
  },
}

/** Words of the examples in a manual: no heading can stand within them. */
function codeWords({ mainText, codeRanges }: PageFacts['content']): number {
  let count = 0
  for (const [start, end] of codeRanges)
    for (const run of mainText.slice(start, end).split(/\s+/)) if (LETTER_OR_DIGIT.test(run)) count++
  return count
}

/** A run without it is no word of the main text either. */
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
