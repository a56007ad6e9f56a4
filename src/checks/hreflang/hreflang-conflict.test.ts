import type { HreflangFact } from '#shared/element-facts.ts'
import { testCheck } from '../test-check.ts'
import { hreflangConflict } from './hreflang-conflict.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Conflicting annotations',
  columns: ['Language', 'URL', 'Source', 'Line'],
  rows,
})
const alternate = (code: string, path: string, overrides: Partial<HreflangFact> = {}): HreflangFact => ({
  code,
  raw: `https://example.com${path}`,
  url: `https://example.com${path}`,
  isAbsolute: true,
  source: 'tag',
  line: 8,
  ...overrides,
})
const facts = (...hreflangs: HreflangFact[]) => ({ hreflangs })

testCheck(hreflangConflict, {
  passes: {
    'one URL for each language': facts(
      alternate('en', '/en/'),
      alternate('de', '/de/'),
      alternate('x-default', '/en/'),
    ),
    'the same entry twice': facts(alternate('de', '/de/'), alternate('DE', '/de/')),
    'the same entry in head and header': facts(alternate('de', '/de/'), alternate('de', '/de/', { source: 'header' })),
    'regions of one language at one URL': facts(alternate('en-US', '/en/'), alternate('en-GB', '/en/')),
    'scripts and names of one language': facts(alternate('no', '/no/'), alternate('nb', '/no/')),
    'entries without a URL or a language': facts(
      alternate('de', '/de/', { url: null }),
      alternate('de', '/at/', { url: null }),
      alternate('', '/x/'),
      alternate('', '/y/'),
    ),
  },
  fails: {
    'one language at two URLs': {
      facts: facts(alternate('de', '/de/'), alternate('de', '/at/')),
      finds: {
        severity: 'error',
        message: 'Conflicting hreflang annotations: “de” has more than one URL',
        evidence: [
          table(['de', 'https://example.com/de/', 'link tag', '8'], ['de', 'https://example.com/at/', 'link tag', '8']),
        ],
      },
    },
    'head and header that disagree': {
      facts: facts(alternate('de', '/de/'), alternate('de', '/deutsch/', { source: 'header', line: 0 })),
      finds: {
        severity: 'error',
        message: 'Conflicting hreflang annotations: “de” has more than one URL',
        evidence: [
          table(
            ['de', 'https://example.com/de/', 'link tag', '8'],
            ['de', 'https://example.com/deutsch/', 'Link header', ''],
          ),
        ],
      },
    },
    'a long code, of which 40 characters are quoted': {
      facts: facts(alternate('d'.repeat(41), '/de/'), alternate('d'.repeat(41), '/at/')),
      finds: {
        severity: 'error',
        message: `Conflicting hreflang annotations: “${'d'.repeat(40)}” has more than one URL`,
        evidence: [
          table(
            ['d'.repeat(41), 'https://example.com/de/', 'link tag', '8'],
            ['d'.repeat(41), 'https://example.com/at/', 'link tag', '8'],
          ),
        ],
      },
    },
    'two URLs as the default': {
      facts: facts(alternate('x-default', '/'), alternate('x-default', '/en/')),
      finds: {
        severity: 'error',
        message: 'Conflicting hreflang annotations: “x-default” has more than one URL',
        evidence: [
          table(
            ['x-default', 'https://example.com/', 'link tag', '8'],
            ['x-default', 'https://example.com/en/', 'link tag', '8'],
          ),
        ],
      },
    },
    'one URL given out as two languages': {
      facts: facts(alternate('en', '/en/'), alternate('fr', '/en/'), alternate('de', '/de/')),
      finds: {
        severity: 'warning',
        message: 'Conflicting hreflang annotations: https://example.com/en/ has more than one language',
        evidence: [
          table(['en', 'https://example.com/en/', 'link tag', '8'], ['fr', 'https://example.com/en/', 'link tag', '8']),
        ],
      },
    },
  },
  skips: {
    'a page that is not shown in search': {
      facts: { isNoindex: true },
      reason: 'The page has noindex',
    },
  },
})
