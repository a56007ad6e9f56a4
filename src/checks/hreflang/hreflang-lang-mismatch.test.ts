import type { HreflangFact } from '#shared/element-facts.ts'
import { testCheck } from '../test-check.ts'
import { hreflangLangMismatch } from './hreflang-lang-mismatch.ts'

const self = (code: string): HreflangFact => ({
  code,
  raw: 'https://example.com/page',
  url: 'https://example.com/page',
  isAbsolute: true,
  source: 'tag',
  line: 8,
})

testCheck(hreflangLangMismatch, {
  passes: {
    'the same language of another region': { lang: 'en-US', hreflangs: [self('en-GB')] },
    'the same language in another case': { lang: 'EN', hreflangs: [self('en')] },
    'a URL that serves two languages, one of them right': { lang: 'fr', hreflangs: [self('fr'), self('de')] },
    'only the default': { lang: 'en', hreflangs: [self('x-default')] },
    'Norwegian under either of its codes': { lang: 'nb-NO', hreflangs: [self('no')] },
    'a page without lang, which another check reports': { lang: null, hreflangs: [self('de')] },
    'a page whose canonical is the version in another language': {
      lang: 'ar',
      canonicalUrl: 'https://example.com/en',
      hreflangs: [{ ...self('en'), url: 'https://example.com/en' }, self('ar')],
    },
    'a page that gives a code to its canonical alone': {
      lang: 'ar',
      canonicalUrl: 'https://example.com/en',
      hreflangs: [{ ...self('en'), url: 'https://example.com/en' }],
    },
    'a link of another page': { lang: 'en', hreflangs: [{ ...self('de'), url: 'https://example.com/de' }] },
  },
  fails: {
    'a local copy that names itself by its public URL': {
      facts: {
        lang: 'en',
        isPrivateHost: true,
        url: 'http://localhost:3000/page',
        canonicalUrl: 'https://example.com/page',
        hreflangs: [self('de')],
      },
      finds: {
        message: 'Hreflang and HTML lang mismatch: "de" and "en"',
        evidence: [
          {
            kind: 'table',
            label: 'Language of the page',
            columns: ['Self-referencing hreflang', 'html lang', 'Line'],
            rows: [['de', 'en', '8']],
          },
        ],
      },
    },
    'long codes, of which 40 characters are quoted': {
      facts: { lang: 'en-'.padEnd(41, 'x'), hreflangs: [self('de-'.padEnd(41, 'x'))] },
      finds: {
        message: `Hreflang and HTML lang mismatch: "${'de-'.padEnd(40, 'x')}" and "${'en-'.padEnd(40, 'x')}"`,
        evidence: [
          {
            kind: 'table',
            label: 'Language of the page',
            columns: ['Self-referencing hreflang', 'html lang', 'Line'],
            rows: [['de-'.padEnd(41, 'x'), 'en-'.padEnd(41, 'x'), '8']],
          },
        ],
      },
    },
    'German in the link and English in the tag': {
      facts: { lang: 'en', hreflangs: [self('de-AT')] },
      finds: {
        severity: 'warning',
        message: 'Hreflang and HTML lang mismatch: "de-AT" and "en"',
        evidence: [
          {
            kind: 'table',
            label: 'Language of the page',
            columns: ['Self-referencing hreflang', 'html lang', 'Line'],
            rows: [['de-AT', 'en', '8']],
          },
        ],
      },
    },
  },
})
