import { testSiteCheck } from '../test-site-check.ts'
import type { TestPage } from '../test-site-facts.ts'
import { languageVersionUntranslated } from './language-version-untranslated.ts'

const [en, de] = ['https://site.test/en', 'https://site.test/de'] as const
const mainText = 'The lead is lowered until it touches the ground. '.repeat(5)
const english: TestPage = { url: en, lang: 'en', alternates: [en, de], mainText }
const german: TestPage = { url: de, lang: 'de', alternates: [en, de], mainText }

const untranslated = {
  url: de,
  message: `Language versions that are not translated: 1 page, such as ${de}`,
  evidence: [
    {
      kind: 'table',
      label: 'Pages',
      columns: ['Page', 'Language', 'Same text as', 'Language of that'],
      rows: [[de, 'de', en, 'en']],
    },
  ],
}

testSiteCheck(languageVersionUntranslated, {
  passes: {
    'a translated version': {
      pages: [english, { ...german, mainText: 'Das Lot wird bis zum Grund gelassen. '.repeat(9) }],
    },
    'versions for two countries': {
      pages: [
        { ...english, lang: 'en-GB' },
        { ...german, lang: 'en-US' },
      ],
    },
    'a country after an underscore': {
      pages: [
        { ...english, lang: 'en-GB' },
        { ...german, lang: 'en_US' },
      ],
    },
    'copies that are no versions of each other': {
      pages: [
        { ...english, alternates: [] },
        { ...german, alternates: [] },
      ],
    },
    'a text of 29 words': {
      pages: [
        { ...english, mainText: 'word '.repeat(29).trim() },
        { ...german, mainText: 'word '.repeat(29).trim() },
      ],
    },
    'hardly any text': {
      pages: [
        { ...english, mainText: 'Map' },
        { ...german, mainText: 'Map' },
      ],
    },
  },
  fails: {
    'a version with the text of the original': { site: { pages: [english, german] }, finds: [untranslated] },
    'a text of 30 words': {
      site: {
        pages: [
          { ...english, mainText: 'word '.repeat(30).trim() },
          { ...german, mainText: 'word '.repeat(30).trim() },
        ],
      },
      finds: [untranslated],
    },
    'a version that the original alone names': {
      site: { pages: [english, { ...german, alternates: [] }] },
      finds: [untranslated],
    },
    'a version that alone names the original': {
      site: { pages: [{ ...english, alternates: [] }, german] },
      finds: [untranslated],
    },
  },
})
