import type { RobotsDirectiveFact } from '#shared/element-facts.ts'
import { testCheck } from '../test-check.ts'
import { snippetRestricted } from './snippet-restricted.ts'

const meta = (tokens: string[], more: Partial<RobotsDirectiveFact> = {}): RobotsDirectiveFact => ({
  source: 'meta',
  agent: 'robots',
  raw: tokens.join(', '),
  tokens,
  line: 5,
  ...more,
})
const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Directives',
  columns: ['Directive', 'Effect', 'Source', 'Line'],
  rows,
})

testCheck(snippetRestricted, {
  passes: {
    'directives that allow everything': {
      robotsDirectives: [meta(['index', 'max-snippet:-1', 'max-image-preview:large', 'max-video-preview:-1'])],
    },
    'a limit that leaves a snippet': { robotsDirectives: [meta(['max-snippet:160'])] },
    'a directive for another reader': { robotsDirectives: [meta(['nosnippet'], { agent: 'gptbot' })] },
  },
  fails: {
    'nosnippet of a page, and a day of a header': {
      facts: {
        robotsDirectives: [
          meta(['nosnippet']),
          meta(['unavailable_after: 2099-01-01'], { source: 'header', agent: 'googlebot', line: 0 }),
        ],
      },
      finds: {
        message: 'Robots directives restrict the search result: nosnippet',
        evidence: [
          table(
            ['nosnippet', 'No text or video preview in results', 'meta robots', '5'],
            ['unavailable_after: 2099-01-01', 'Not listed after this day', 'X-Robots-Tag header', ''],
          ),
        ],
      },
    },
    'no preview of images': {
      facts: { robotsDirectives: [meta(['max-image-preview:none'])] },
      finds: {
        message: 'Robots directives restrict the search result: max-image-preview:none',
        evidence: [table(['max-image-preview:none', 'No image preview in results', 'meta robots', '5'])],
      },
    },
  },
})
