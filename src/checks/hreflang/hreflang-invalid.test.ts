import type { HreflangFact } from '#shared/facts.ts'
import { testCheck } from '../test-check.ts'
import { hreflangInvalid } from './hreflang-invalid.ts'

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
        evidence: [
          {
            kind: 'table',
            rows: [['en-UK', url, '"UK" is not the code of a country or script', 'en-GB', 'link tag', '8']],
          },
        ],
      },
    },
    'an underscore': {
      facts: codes('de_AT'),
      finds: {
        severity: 'error',
        message: 'Language link "de_AT": language and country are joined by a hyphen, not by an underscore',
        evidence: [
          {
            kind: 'table',
            rows: [['de_AT', url, 'language and country are joined by a hyphen, not by an underscore', 'de-AT']],
          },
        ],
      },
    },
    'a country in place of a language': {
      facts: codes('jp'),
      finds: { message: 'Language link "jp": "jp" is not the code of a language' },
    },
    'a region that is no country': {
      facts: codes('en-EU'),
      finds: { severity: 'error', message: 'Language link "en-EU": "EU" is not the code of a country' },
    },
    'an empty code': { facts: codes(''), finds: { message: 'Language link "": the value is empty' } },
    'a relative address': {
      facts: { hreflangs: [link('de', { raw: '/de', isAbsolute: false })] },
      finds: { severity: 'error', message: 'Language link "de": the address is not complete' },
    },
    'an address that is none': {
      facts: { hreflangs: [link('de', { raw: 'http://', url: null })] },
      finds: { severity: 'error', message: 'Language link "de": the address is not a web address' },
    },
    'a UN region, as a warning': {
      facts: codes('es-419'),
      finds: {
        severity: 'warning',
        message: 'Language link "es-419": only countries, not UN regions, are documented',
      },
    },
    'a language of three letters, as a warning': { facts: codes('fil-PH'), finds: { severity: 'warning' } },
    'an error before a warning': {
      facts: codes('es-419', 'en-UK'),
      finds: {
        severity: 'error',
        message: 'Language link "en-UK": "UK" is not the code of a country or script, 2 links in all',
      },
    },
    'the name of an inherited property': { facts: codes('constructor'), finds: { severity: 'error' } },
  },
})
