import type { HreflangFact } from '#shared/element-facts.ts'
import { testCheck } from '../test-check.ts'
import { hreflangInvalid } from './hreflang-invalid.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Hreflang annotations',
  columns: ['hreflang', 'URL as written', 'Problem', 'Did you mean', 'Source', 'Line'],
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
        message: 'Invalid hreflang annotation "en-UK": "UK" is not a country or script code',
        evidence: [table(['en-UK', url, '"UK" is not a country or script code', 'en-GB', 'link tag', '8'])],
      },
    },
    'an underscore': {
      facts: codes('de_AT'),
      finds: {
        severity: 'error',
        message:
          'Invalid hreflang annotation "de_AT": language and country are separated by a hyphen, not an underscore',
        evidence: [
          table([
            'de_AT',
            url,
            'language and country are separated by a hyphen, not an underscore',
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
        message: 'Invalid hreflang annotation "jp": "jp" is not a language code',
        evidence: [table(['jp', url, '"jp" is not a language code', 'ja', 'link tag', '8'])],
      },
    },
    'a region that is no country': {
      facts: codes('en-EU'),
      finds: {
        severity: 'error',
        message: 'Invalid hreflang annotation "en-EU": "EU" is not a country code',
        evidence: [table(['en-EU', url, '"EU" is not a country code', 'en', 'link tag', '8'])],
      },
    },
    'an empty code': {
      facts: codes(''),
      finds: {
        message: 'Invalid hreflang annotation "": the value is empty',
        evidence: [table(['', url, 'the value is empty', '', 'link tag', '8'])],
      },
    },
    'a relative URL': {
      facts: { hreflangs: [link('de', { raw: '/de', isAbsolute: false })] },
      finds: {
        severity: 'error',
        message: 'Invalid hreflang annotation "de": the URL is not absolute',
        evidence: [table(['de', '/de', 'the URL is not absolute', url, 'link tag', '8'])],
      },
    },
    'a URL that is none': {
      facts: { hreflangs: [link('de', { raw: 'http://', url: null })] },
      finds: {
        severity: 'error',
        message: 'Invalid hreflang annotation "de": the value of href is not a URL',
        evidence: [table(['de', 'http://', 'the value of href is not a URL', '', 'link tag', '8'])],
      },
    },
    'a UN region, as a warning': {
      facts: codes('es-419'),
      finds: {
        severity: 'warning',
        message: 'Invalid hreflang annotation "es-419": only countries, not UN regions, are documented',
        evidence: [table(['es-419', url, 'only countries, not UN regions, are documented', '', 'link tag', '8'])],
      },
    },
    'a language of three letters, as a warning': {
      facts: codes('fil-PH'),
      finds: {
        severity: 'warning',
        message: 'Invalid hreflang annotation "fil-PH": only languages with a two-letter code are documented',
        evidence: [table(['fil-PH', url, 'only languages with a two-letter code are documented', '', 'link tag', '8'])],
      },
    },
    'an error before a warning': {
      facts: codes('es-419', 'en-UK'),
      finds: {
        severity: 'error',
        message: 'Invalid hreflang annotation "en-UK": "UK" is not a country or script code, 2 annotations in total',
        evidence: [
          table(
            ['es-419', url, 'only countries, not UN regions, are documented', '', 'link tag', '8'],
            ['en-UK', url, '"UK" is not a country or script code', 'en-GB', 'link tag', '8'],
          ),
        ],
      },
    },
    'the name of an inherited property': {
      facts: codes('constructor'),
      finds: {
        severity: 'error',
        message: 'Invalid hreflang annotation "constructor": "constructor" is not a language code',
        evidence: [table(['constructor', url, '"constructor" is not a language code', '', 'link tag', '8'])],
      },
    },
  },
})
