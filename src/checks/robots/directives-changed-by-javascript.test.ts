import type { RawFacts } from '#shared/facts.ts'
import { testCheck } from '../test-check.ts'
import { renderedWith } from '../test-facts.ts'
import { directivesChangedByJavascript } from './directives-changed-by-javascript.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Changed by JavaScript',
  columns: ['What', 'In the source', 'After rendering'],
  rows,
})
const from = (raw: Partial<RawFacts>) => ({ rendering: renderedWith({ raw }) })

testCheck(directivesChangedByJavascript, {
  base: { rendering: renderedWith() },
  passes: {
    'a title that differs in case and white space alone': from({ title: ' Sounding  the HARBOUR ' }),
    'other robots directives that say the same of index and follow': {
      ...from({ robots: 'index, follow' }),
      robotsDirectives: [{ source: 'meta', agent: 'robots', raw: 'all', tokens: ['all'], line: 0 }],
    },
    'changes of what search engines do not go by': from({ wordCount: 2, linkCount: 0, lang: 'de' }),
  },
  fails: {
    'a title and an H1 that scripts write': {
      facts: from({ title: 'Loading', h1: '' }),
      finds: {
        severity: 'warning',
        message: 'JavaScript changes: title, H1',
        evidence: [table(['title', 'Loading', 'Sounding the harbour'], ['H1', '(none)', 'Sounding the harbour'])],
      },
    },
    'a canonical that scripts add': {
      facts: {
        ...from({ canonicalUrl: null }),
        canonicals: [
          {
            raw: 'https://example.com/page',
            url: 'https://example.com/page',
            source: 'tag',
            isRelative: false,
            hasFragment: false,
            line: 0,
          },
        ],
      },
      finds: {
        message: 'JavaScript changes: canonical',
        evidence: [table(['canonical', '(none)', 'https://example.com/page'])],
      },
    },
    'a noindex that scripts add': {
      facts: { ...from({ isNoindex: false }), isNoindex: true },
      finds: {
        severity: 'warning',
        message: 'JavaScript changes: robots',
        evidence: [table(['robots', '(none)', '(none)'])],
      },
    },
    'a noindex that scripts take away': {
      facts: from({ isNoindex: true, robots: 'noindex' }),
      finds: {
        severity: 'error',
        message: 'JavaScript removes the noindex of the source',
        evidence: [table(['robots', 'noindex', '(none)'])],
      },
    },
  },
  skips: {
    'a page of a crawl that ran no scripts': {
      facts: { rendering: undefined },
      reason: 'The crawl did not render JavaScript',
    },
    'a page that could not be rendered': {
      facts: { rendering: { isRendered: false, why: 'it crashed' } },
      reason: 'The page could not be rendered',
    },
  },
})
