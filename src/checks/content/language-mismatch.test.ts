import { testCheck } from '../test-check.ts'
import { headingWith } from '../test-facts.ts'
import { languageMismatch } from './language-mismatch.ts'

const german =
  'Der Hafen ist für alle geöffnet, und die Lampen der Lotsen sind im ersten Zimmer des Hauses zu sehen. '.repeat(11)
const english = 'The harbour is open to the public, and the lamps of the pilots are shown in the first room. '.repeat(
  11,
)
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
