import type { RobotsDirectiveFact } from '#shared/element-facts.ts'
import { templateCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'

export const snippetRestricted = templateCheck({
  id: 'snippet-restricted',
  type: 'indexability_issue',
  severity: 'info',
  applies: 'html-ok',
  title: 'Robots directives restrict the search result',
  passedTitle: 'No robots directives restrict the search result',
  why: 'The page may be listed, but without its text, its images or after a certain day not at all. Results without a snippet get fewer clicks, and answers of search engines and AI assistants do not quote the page.',
  fix: 'Remove the directive unless it is meant. To hide a part of the page only, use data-nosnippet on that part.',
  example: {
    before: '<meta name="robots" content="max-snippet:0">',
    after: '<meta name="robots" content="max-snippet:-1, max-image-preview:large">',
  },
  sources: [
    {
      title: 'Google: Robots meta tag specifications',
      url: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
    },
  ],
  check: ({ robotsDirectives }) => {
    if (robotsDirectives.length === 0) return null
    const found = robotsDirectives.flatMap(directive =>
      READERS.has(directive.agent)
        ? directive.tokens.flatMap(token => (effectOf(token) === null ? [] : [{ directive, token }]))
        : [],
    )
    const [first] = found
    if (!first) return null
    const table = tableEvidence({
      label: 'Directives',
      columns: ['Directive', 'Effect', 'Source', 'Line'],
      items: found,
      row: ({ directive, token }) => [token, effectOf(token), sourceOf(directive), directive.line || ''],
    })
    return {
      cause: found.map(({ directive, token }) => `${sourceOf(directive)} ${token}`).join('\n'),
      message: `Robots directives restrict the search result: ${first.token}`,
      evidence: [table],
    }
  },
})

const READERS: ReadonlySet<string> = new Set(['robots', 'googlebot', 'bingbot'])

const effects: ReadonlyMap<string, string> = new Map([
  ['nosnippet', 'No text or video preview in results'],
  ['max-snippet:0', 'No text preview in results'],
  ['noimageindex', 'Images of the page are not indexed'],
  ['max-image-preview:none', 'No image preview in results'],
  ['max-video-preview:0', 'No video preview in results'],
])

function effectOf(token: string): string | null {
  const known = effects.get(token.replaceAll(' ', ''))
  if (known !== undefined) return known
  return token.startsWith('unavailable_after') ? 'Not listed after this day' : null
}

const sourceOf = ({ source, agent }: RobotsDirectiveFact): string =>
  source === 'header' ? 'X-Robots-Tag header' : `meta ${agent}`
