import type { PageFacts } from '#shared/facts.ts'
import { isBelow, TOLERANCE_NOTE } from '#shared/thresholds.ts'
import type { PageCheck } from '../check.ts'
import { IS_FRAMESET, isFrameset } from '../eligible.ts'
import { excerpt, textEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'

const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu

const thresholds = declareThresholds({
  minWords: {
    label: 'Minimum words',
    unit: 'words',
    default: 100,
    min: 1,
    max: 5_000,
    explanation: `A page with fewer words in its main content is reported, unless it is a listing, a form or a media player. ${TOLERANCE_NOTE}`,
  },
  minCharacters: {
    label: 'Minimum characters (scripts without spaces)',
    unit: 'characters',
    default: 200,
    min: 1,
    max: 10_000,
    explanation: `The same for pages in a script without spaces between words, such as Chinese. ${TOLERANCE_NOTE}`,
  },
})

export const contentThin: PageCheck<typeof thresholds> = {
  id: 'content-thin',
  type: 'content_issue',
  severity: 'info',
  points: 11,
  applies: 'html-ok',
  title: 'Thin content',
  passedTitle: 'The page has enough text',
  why: 'With so little text, search engines can hardly tell what the page is about, and visitors may not find what they need. Menus, headers and footers are not counted.',
  fix: 'Add what visitors want to know here, or merge the page with a related one. A page that is short on purpose can stay as it is.',
  sources: [
    {
      title: 'Google: Creating helpful content',
      url: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
    },
  ],
  thresholds,
  check: (page, { minWords, minCharacters }) => {
    const { content } = page
    if (isFrameset(page)) return { skipped: IS_FRAMESET }
    if (content.isListingOrTool) return []
    const length = lengthOf(content, { minWords, minCharacters })
    if (!isBelow(length.count, length.atLeast)) return []
    const text = content.mainText === '' ? '(none)' : excerpt(content.mainText.replaceAll('\n', ' '), 1_000)
    return [
      {
        message: `Thin content (${length.count} of at least ${length.atLeast} ${length.unit} in the main content)`,
        evidence: [textEvidence('Main content', text)],
      },
    ]
  },
}

/** Words, or characters when most of the text is in a script without spaces. */
function lengthOf(
  { mainText, wordCount }: PageFacts['content'],
  { minWords, minCharacters }: (typeof thresholds)['values'],
): { count: number; atLeast: number; unit: string } {
  const words = { count: wordCount, atLeast: minWords, unit: 'words' }
  // A thin page is short, and the beginning of a longer one is enough to tell its script.
  const characters = [...mainText.slice(0, 4_000).replaceAll(/\s/g, '')].length
  const spaceless = mainText.slice(0, 4_000).match(SPACELESS)?.length ?? 0
  if (spaceless * 2 <= characters) return words
  return { count: characters, atLeast: minCharacters, unit: 'characters' }
}
