import type { RobotsDirectiveFact } from '#shared/element-facts.ts'
import { testCheck } from '../test-check.ts'
import { robotsDirectiveConflict } from './robots-directive-conflict.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Directives',
  columns: ['Source', 'Crawler', 'Value', 'Line'],
  rows,
})
const directive = (source: 'meta' | 'header', agent: string, ...tokens: string[]): RobotsDirectiveFact => ({
  source,
  agent,
  raw: tokens.join(', '),
  tokens,
  line: source === 'meta' ? 6 : 0,
})

testCheck(robotsDirectiveConflict, {
  passes: {
    'the same value twice': {
      robotsDirectives: [directive('meta', 'robots', 'noindex'), directive('header', 'robots', 'noindex', 'nofollow')],
    },
    'another rule for one named crawler': {
      robotsDirectives: [directive('meta', 'robots', 'noindex'), directive('meta', 'googlebot', 'index')],
    },
    'index with nofollow': {
      robotsDirectives: [directive('meta', 'robots', 'index', 'follow'), directive('header', 'robots', 'noarchive')],
    },
    'noindex beside follow': {
      robotsDirectives: [directive('meta', 'robots', 'noindex', 'follow'), directive('header', 'robots', 'noindex')],
    },
  },
  fails: {
    'a tag that allows and a header that forbids': {
      facts: {
        robotsDirectives: [directive('meta', 'robots', 'index', 'follow'), directive('header', 'robots', 'noindex')],
      },
      finds: {
        severity: 'warning',
        message: 'Conflicting robots directives: index and noindex',
        evidence: [
          table(
            ['meta tag', 'every crawler', 'index, follow', '6'],
            ['X-Robots-Tag header', 'every crawler', 'noindex', ''],
          ),
          { kind: 'text', label: 'Effective value', text: 'noindex' },
        ],
      },
    },
    'all against none, in two tags': {
      facts: { robotsDirectives: [directive('meta', 'robots', 'all'), directive('meta', 'robots', 'none')] },
      finds: {
        message: 'Conflicting robots directives: index and noindex; follow and nofollow',
        evidence: [
          table(['meta tag', 'every crawler', 'all', '6'], ['meta tag', 'every crawler', 'none', '6']),
          { kind: 'text', label: 'Effective value', text: 'noindex, nofollow' },
        ],
      },
    },
    'googlebot tag against googlebot header': {
      facts: {
        robotsDirectives: [directive('meta', 'googlebot', 'follow'), directive('header', 'googlebot', 'nofollow')],
      },
      finds: {
        message: 'Conflicting robots directives: follow and nofollow',
        evidence: [
          table(['meta tag', 'googlebot', 'follow', '6'], ['X-Robots-Tag header', 'googlebot', 'nofollow', '']),
          { kind: 'text', label: 'Effective value', text: 'nofollow' },
        ],
      },
    },
  },
})
