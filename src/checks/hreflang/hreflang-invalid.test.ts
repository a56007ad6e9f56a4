import type { HreflangFact } from '#shared/facts.ts'
import { testCheck } from '../test-check.ts'
import { hreflangInvalid } from './hreflang-invalid.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Language links',
  columns: ['hreflang', 'Address as written', 'What is wrong', 'Did you mean', 'Source', 'Line'],
  rows,
})
const url = 'https://example.com/x'
const link = (code: string, overrides: Partial<HreflangFact> = {}): HreflangFact => ({
  code,
  raw: url,
  url,
  isAbsolute: true,
  source: 'tag',
  line: 8,
  ...overrides,
})
const codes = (...all: string[]) => ({ hreflangs: all.map(code => link(code)) })

testCheck(hreflangInvalid, {
  passes: {
    'languages, countries, scripts and the default, in any case': codes(
      'en',
      'EN-gb',
      'pt-br',
      'zh-Hant',
      'zh-Hant-TW',
      'sr-Latn-RS',
      'uk',
      'X-Default',
    ),
  },
  fails: {
    'UK in place of GB': {
      facts: codes('en-UK'),
      finds: {
        severity: 'error',
        message: 'Language link "en-UK": "UK" is not the code of a country or script',
        evidence: [table(['en-UK', url, '"UK" is not the code of a country or script', 'en-GB', 'link tag', '8'])],
      },
    },
    'an underscore': {
      facts: codes('de_AT'),
      finds: {
        severity: 'error',
        message: 'Language link "de_AT": language and country are joined by a hyphen, not by an underscore',
        evidence: [
          table([
            'de_AT',
            url,
            'language and country are joined by a hyphen, not by an underscore',
            'de-AT',
            'link tag',
            '8',
          ]),
        ],
      },
    },
    'a country in place of a language': {
      facts: codes('jp'),
      finds: {
        message: 'Language link "jp": "jp" is not the code of a language',
        evidence: [table(['jp', url, '"jp" is not the code of a language', 'ja', 'link tag', '8'])],
      },
    },
    'a region that is no country': {
      facts: codes('en-EU'),
      finds: {
        severity: 'error',
        message: 'Language link "en-EU": "EU" is not the code of a country',
        evidence: [table(['en-EU', url, '"EU" is not the code of a country', 'en', 'link tag', '8'])],
      },
    },
    'an empty code': {
      facts: codes(''),
      finds: {
        message: 'Language link "": the value is empty',
        evidence: [table(['', url, 'the value is empty', '', 'link tag', '8'])],
      },
    },
    'a relative address': {
      facts: { hreflangs: [link('de', { raw: '/de', isAbsolute: false })] },
      finds: {
        severity: 'error',
        message: 'Language link "de": the address is not complete',
        evidence: [table(['de', '/de', 'the address is not complete', url, 'link tag', '8'])],
      },
    },
    'an address that is none': {
      facts: { hreflangs: [link('de', { raw: 'http://', url: null })] },
      finds: {
        severity: 'error',
        message: 'Language link "de": the address is not a web address',
        evidence: [table(['de', 'http://', 'the address is not a web address', '', 'link tag', '8'])],
      },
    },
    'a UN region, as a warning': {
      facts: codes('es-419'),
      finds: {
        severity: 'warning',
        message: 'Language link "es-419": only countries, not UN regions, are documented',
        evidence: [table(['es-419', url, 'only countries, not UN regions, are documented', '', 'link tag', '8'])],
      },
    },
    'a language of three letters, as a warning': {
      facts: codes('fil-PH'),
      finds: {
        severity: 'warning',
        message: 'Language link "fil-PH": only languages with a two-letter code are documented',
        evidence: [table(['fil-PH', url, 'only languages with a two-letter code are documented', '', 'link tag', '8'])],
      },
    },
    'an error before a warning': {
      facts: codes('es-419', 'en-UK'),
      finds: {
        severity: 'error',
        message: 'Language link "en-UK": "UK" is not the code of a country or script, 2 links in all',
        evidence: [
          table(
            ['es-419', url, 'only countries, not UN regions, are documented', '', 'link tag', '8'],
            ['en-UK', url, '"UK" is not the code of a country or script', 'en-GB', 'link tag', '8'],
          ),
        ],
      },
    },
    'the name of an inherited property': {
      facts: codes('constructor'),
      finds: {
        severity: 'error',
        message: 'Language link "constructor": "constructor" is not the code of a language',
        evidence: [table(['constructor', url, '"constructor" is not the code of a language', '', 'link tag', '8'])],
      },
    },
  },
})
