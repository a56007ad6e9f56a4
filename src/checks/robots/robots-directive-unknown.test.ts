import type { RobotsDirectiveFact } from '#shared/element-facts.ts'
import { testCheck } from '../test-check.ts'
import { robotsDirectiveUnknown } from './robots-directive-unknown.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Unknown directives',
  columns: ['Directive', 'Did you mean', 'As written', 'Source', 'Line'],
  rows,
})
const meta = (...tokens: string[]): { robotsDirectives: RobotsDirectiveFact[] } => ({
  robotsDirectives: [{ source: 'meta', agent: 'robots', raw: tokens.join(', '), tokens, line: 6 }],
})

testCheck(robotsDirectiveUnknown, {
  passes: {
    'every kind of documented directive': meta('index', 'follow', 'max-snippet:-1', 'max-image-preview:large', 'noai'),
    'an empty part between commas': meta('noindex', ''),
    'a date with commas': meta('unavailable_after: wednesday', '25 jun 2025 15:00:00 gmt'),
  },
  fails: {
    'a hyphen too many': {
      facts: meta('no-index', 'follow'),
      finds: {
        severity: 'warning',
        message: 'Unknown robots directive "no-index" (did you mean "noindex"?)',
        evidence: [table(['no-index', 'noindex', 'no-index, follow', 'meta robots', '6'])],
      },
    },
    'two directives without a comma': {
      facts: meta('noindex nofollow'),
      finds: {
        message: 'Unknown robots directive "noindex nofollow" (did you mean "noindex, nofollow"?)',
        evidence: [table(['noindex nofollow', 'noindex, nofollow', 'noindex nofollow', 'meta robots', '6'])],
      },
    },
    'words with digits that are no part of a date': {
      facts: meta('word1'),
      finds: {
        message: 'Unknown robots directive "word1"',
        evidence: [table(['word1', '', 'word1', 'meta robots', '6'])],
      },
    },
    'words with digits before a date, and one without digits after it': {
      facts: meta('word1', 'unavailable_after: wednesday', '25 jun 2025', 'word'),
      finds: {
        message: 'Unknown robots directive "word1"',
        evidence: [
          table(
            ['word1', '', 'word1, unavailable_after: wednesday, 25 jun 2025, word', 'meta robots', '6'],
            ['word', '', 'word1, unavailable_after: wednesday, 25 jun 2025, word', 'meta robots', '6'],
          ),
        ],
      },
    },
    'a long word, of which 60 characters are quoted': {
      facts: meta('x'.repeat(61)),
      finds: {
        message: `Unknown robots directive "${'x'.repeat(60)}"`,
        evidence: [table(['x'.repeat(61), '', 'x'.repeat(61), 'meta robots', '6'])],
      },
    },
    'a blank too many': {
      facts: meta('no index'),
      finds: {
        message: 'Unknown robots directive "no index" (did you mean "noindex"?)',
        evidence: [table(['no index', 'noindex', 'no index', 'meta robots', '6'])],
      },
    },
    'an unknown word': {
      facts: meta('constructor'),
      finds: {
        message: 'Unknown robots directive "constructor"',
        evidence: [table(['constructor', '', 'constructor', 'meta robots', '6'])],
      },
    },
  },
})
