import { testCheck } from '../test-check.ts'
import { headingWith } from '../test-facts.ts'
import { languageMismatch } from './language-mismatch.ts'

const german =
  'Der Hafen ist für alle geöffnet, und die Lampen der Lotsen sind im ersten Zimmer des Hauses zu sehen. '.repeat(11)
const english = 'The harbour is open to the public, and the lamps of the pilots are shown in the first room. '.repeat(
  11,
)
/** So many words that only the list of German has, then some of French and English, and 200 words in all. */
function words({ de, fr = 0, en = 0, total = 200 }: { de: number; fr?: number; en?: number; total?: number }): string {
  const rest = 'x '.repeat(total - de - fr - en)
  return 'nicht '.repeat(de) + 'dans '.repeat(fr) + 'the '.repeat(en) + rest
}
const table = (words: number, ...rows: string[][]) => ({
  kind: 'table',
  label: `Frequent words of each language among ${words} words of the text`,
  columns: ['Language', 'Share'],
  rows,
})

testCheck(languageMismatch, {
  base: { content: { mainText: english } },
  passes: {
    'the language that lang says': { lang: 'de-AT', content: { mainText: german } },
    'a language that is not known': { lang: 'fi' },
    'no lang, which has its own check': { lang: null },
    'a short text': { lang: 'fr', content: { mainText: english.slice(0, 900) } },
    'a text in two languages': { lang: 'de', content: { mainText: german + english } },
    'a text of 199 words': { content: { mainText: words({ de: 90, total: 199 }) } },
    'a text that has less than 15 of a hundred words of a language': { content: { mainText: words({ de: 29 }) } },
    'a text that has less than three times the words of another language': {
      content: { mainText: words({ de: 149, en: 50 }) },
    },
    'code in another language': { lang: 'de', content: { mainText: english, codeRanges: [[0, english.length]] } },
  },
  fails: {
    'German texts and headings in a page that says to be English': {
      facts: {
        lang: 'en-GB',
        content: { mainText: german },
        headings: [headingWith(1, 'Die Lampen der Lotsen')],
        metaDescriptions: [],
      },
      finds: {
        severity: 'warning',
        message: 'Text in another language than lang says: German instead of English',
        evidence: [table(209, ['English', '0 %'], ['German', '47 %'])],
      },
    },
    'a text of 200 words that has 15 of a hundred words of two other languages, by the first': {
      facts: { content: { mainText: words({ de: 30, fr: 30 }) }, headings: [], titles: [], metaDescriptions: [] },
      finds: {
        severity: 'info',
        message: 'Text in another language than lang says: German instead of English',
        evidence: [table(200, ['English', '0 %'], ['German', '15 %'])],
      },
    },
    'a text that has three times the words of another language': {
      facts: { content: { mainText: words({ de: 150, en: 50 }) } },
      finds: {
        severity: 'info',
        message: 'Text in another language than lang says: German instead of English',
        evidence: [table(200, ['English', '25 %'], ['German', '75 %'])],
      },
    },
    'a text alone': {
      facts: { lang: 'fr', content: { mainText: german } },
      finds: {
        severity: 'info',
        message: 'Text in another language than lang says: German instead of French',
        evidence: [table(209, ['French', '5 %'], ['German', '47 %'])],
      },
    },
  },
})
