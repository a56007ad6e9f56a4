import type { PageFacts } from '#shared/facts.ts'
import type { PageCheck } from '../check.ts'
import { tableEvidence } from '../evidence.ts'
import { isKnownLanguage, languageShares } from './main-language.ts'
import { mainPiece } from './prose.ts'

export const languageMismatch: PageCheck = {
  id: 'language-mismatch',
  type: 'hreflang_issue',
  severity: 'info',
  applies: 'html-ok',
  title: 'Text in another language than lang says',
  passedTitle: 'The text is in the language that lang says',
  why: 'Screen readers pronounce the text by the lang attribute, and browsers offer to translate by it. With the wrong language, the text is read out as gibberish.',
  fix: 'Set lang of the html element to the language of the text. If a part is in another language, set lang on that part.',
  example: {
    before: '<html lang="en"> … Der Hafen ist geöffnet.',
    after: '<html lang="de"> … Der Hafen ist geöffnet.',
  },
  sources: [
    {
      title: 'WCAG 3.1.1: Language of page',
      url: 'https://www.w3.org/WAI/WCAG22/Understanding/language-of-page.html',
    },
    {
      title: 'W3C: Declaring language in HTML',
      url: 'https://www.w3.org/International/questions/qa-html-language-declarations',
    },
  ],
  check: page => {
    const declared = (page.lang ?? '').toLowerCase().split('-')[0] ?? ''
    if (!isKnownLanguage(declared)) return []
    const { words, shares } = languageShares(mainPiece(page).text)
    const actual = words < MIN_WORDS ? null : otherLanguage(shares, declared)
    if (actual === null) return []
    const percent = (language: string) => `${Math.round(shareIn(shares, language) * 100)} %`
    const table = tableEvidence({
      label: `Frequent words of each language among ${words} words of the text`,
      columns: ['Language', 'Share'],
      items: [declared, actual],
      row: language => [nameOf(language), percent(language)],
    })
    return [
      {
        // The text of one source could be a long quotation.
        severity: isInHeadings(page, { declared, actual }) ? 'warning' : 'info',
        message: `Text in another language than lang says: ${nameOf(actual)} instead of ${nameOf(declared)}`,
        evidence: [table],
      },
    ]
  },
}

/** A short text may be a quotation, or names. */
const MIN_WORDS = 200
/** Texts have twenty to forty of a hundred words from the list of their language, and up to eight from that of a kindred one. */
const LEAST_SHARE = 0.15
const TIMES_DECLARED = 3

/** The language of a text that is clearly not the declared one; null otherwise. */
function otherLanguage(shares: ReadonlyMap<string, number>, declared: string): string | null {
  let best = declared
  for (const [language, share] of shares) if (share > shareIn(shares, best)) best = language
  const share = shareIn(shares, best)
  return share >= LEAST_SHARE && share >= shareIn(shares, declared) * TIMES_DECLARED ? best : null
}

function shareIn(shares: ReadonlyMap<string, number>, language: string): number {
  return shares.get(language) ?? 0
}

interface Languages {
  declared: string
  actual: string
}

/** A second sign: title, description and headings are in that language, too. */
function isInHeadings({ title, metaDescription, headings }: PageFacts, { declared, actual }: Languages): boolean {
  const { shares } = languageShares([title, metaDescription, ...headings.map(({ text }) => text)].join(' '))
  return shareIn(shares, actual) > shareIn(shares, declared)
}

const names = new Intl.DisplayNames('en', { type: 'language' })
const nameOf = (language: string): string => names.of(language) ?? language
