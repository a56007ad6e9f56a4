import type { RobotsDirectiveFact } from '#shared/element-facts.ts'
import { nearestWord } from '#shared/nearest-name.ts'
import { elementCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'

export const robotsDirectiveUnknown = elementCheck<UnknownDirective>({
  id: 'robots-directive-unknown',
  type: 'indexability_issue',
  severity: 'warning',
  applies: 'html',
  title: 'Unknown robots directive',
  passedTitle: 'All robots directives are known',
  why: 'Crawlers ignore directives that they do not know. A misspelt noindex therefore leaves the page in the index.',
  fix: 'Write the directive as documented, for example noindex, not no-index. Separate several by commas.',
  example: {
    before: '<meta name="robots" content="no-index">',
    after: '<meta name="robots" content="noindex">',
  },
  sources: [
    {
      title: 'Google: Robots meta tag and X-Robots-Tag',
      url: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
    },
  ],
  elements: ({ robotsDirectives }) =>
    robotsDirectives.flatMap(directive => unknownTokens(directive.tokens).map(token => ({ directive, token }))),
  identify: ({ directive, token }) => ({ tag: `${sourceName(directive)} ${directive.raw} ${token}` }),
  finding: unknown => {
    const table = tableEvidence({
      label: 'Unknown directives',
      columns: ['Directive', 'Did you mean', 'As written', 'Source', 'Line'],
      items: unknown,
      row: ({ directive, token }) => [token, suggest(token), directive.raw, sourceName(directive), directive.line],
    })
    const [{ token }] = unknown
    const suggestion = suggest(token)
    const hint = suggestion === null ? '' : ` (did you mean "${suggestion}"?)`
    return { message: `Unknown robots directive "${token.slice(0, 60)}"${hint}`, evidence: [table] }
  },
})

interface UnknownDirective {
  directive: RobotsDirectiveFact
  token: string
}

function sourceName(directive: RobotsDirectiveFact): string {
  return directive.source === 'header' ? 'X-Robots-Tag header' : `meta ${directive.agent}`
}

function unknownTokens(tokens: readonly string[]): string[] {
  // A date may hold commas ("Wednesday, 25 Jun 2025 …"), so what follows unavailable_after may be the rest of it.
  const dateAt = tokens.findIndex(token => directiveName(token) === 'unavailable_after')
  return tokens.filter((token, index) => {
    if (token.trim() === '' || known.has(directiveName(token))) return false
    return dateAt === -1 || index < dateAt || !/\d/.test(token)
  })
}

const directiveName = (token: string): string => token.split(':', 1)[0]?.trim() ?? ''

function suggest(token: string): string | null {
  const words = token.split(/[\s;]+/).filter(Boolean)
  if (words.length > 1 && words.every(word => known.has(directiveName(word)))) return words.join(', ')
  const name = directiveName(token)
  const joined = name.replaceAll(/[-_\s]/g, '')
  return known.has(joined) ? joined : nearestWord(name, known)
}

/** Documented by Google, and `archive`, `nocache` and `noyaca` by Yandex and Bing. */
const known: ReadonlySet<string> = new Set([
  'index',
  'noindex',
  'follow',
  'nofollow',
  'none',
  'all',
  'noarchive',
  'nosnippet',
  'noimageindex',
  'notranslate',
  'indexifembedded',
  'max-snippet',
  'max-image-preview',
  'max-video-preview',
  'unavailable_after',
  'noodp',
  'noydir',
  'noai',
  'noimageai',
  'archive',
  'nocache',
  'noyaca',
])
