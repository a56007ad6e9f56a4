import type { RobotsDirectiveFact } from '#shared/element-facts.ts'
import { templateCheck } from '../element-check.ts'
import { tableEvidence, textEvidence } from '../evidence.ts'

export const robotsDirectiveConflict = templateCheck({
  id: 'robots-directive-conflict',
  type: 'indexability_issue',
  severity: 'warning',
  applies: 'html',
  title: 'Conflicting robots directives',
  passedTitle: 'Robots directives are consistent',
  why: 'Two robots directives for the same crawler contradict each other. The most restrictive one applies, so a forgotten noindex can keep a page out of search although the visible tag allows it.',
  fix: 'Decide which value is right and remove the other. Check the HTTP header as well as the tags: often a server or plugin adds one of them.',
  sources: [
    {
      title: 'Google: Robots meta tag and X-Robots-Tag',
      url: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
    },
  ],
  check: ({ robotsDirectives }) => {
    if (robotsDirectives.length < 2) return null
    const conflicts = [...sourcesByReader(robotsDirectives)].flatMap(([reader, sources]) =>
      pairs.filter(pair => areOpposite(sources, pair)).map(({ strict }) => ({ reader, strict, sources })),
    )
    const [first] = conflicts
    if (!first) return null
    const disputed = [...new Set(conflicts.map(conflict => `${conflict.strict.slice(2)} and ${conflict.strict}`))]
    const disputing = [...new Set(conflicts.flatMap(conflict => conflict.sources))]
    const table = tableEvidence({
      label: 'Directives',
      columns: ['Source', 'Crawler', 'Value', 'Line'],
      items: disputing,
      row: source => [
        source.source === 'header' ? 'X-Robots-Tag header' : 'meta tag',
        source.agent === 'robots' ? 'every crawler' : source.agent,
        source.raw,
        source.line,
      ],
    })
    const effective = [...new Set(conflicts.map(conflict => conflict.strict))].join(', ')
    return {
      cause: disputing.map(({ source, agent, raw }) => `${source} ${agent} ${raw}`).join('\n'),
      message: `Conflicting robots directives: ${disputed.join('; ')}`,
      evidence: [table, textEvidence('Effective value', effective)],
    }
  },
})

interface OppositePair {
  strict: 'noindex' | 'nofollow'
  open: readonly string[]
  closed: readonly string[]
}

const pairs: readonly OppositePair[] = [
  { strict: 'noindex', open: ['index', 'all'], closed: ['noindex', 'none'] },
  { strict: 'nofollow', open: ['follow', 'all'], closed: ['nofollow', 'none'] },
]

/** A rule for one named crawler beside another for everyone is no conflict, so sources are compared reader by reader. */
function sourcesByReader(directives: readonly RobotsDirectiveFact[]): Map<string, RobotsDirectiveFact[]> {
  return Map.groupBy(directives, directive => directive.agent)
}

function areOpposite(sources: readonly RobotsDirectiveFact[], pair: OppositePair): boolean {
  const opening = sources.filter(source => source.tokens.some(token => pair.open.includes(token)))
  const closing = sources.filter(source => source.tokens.some(token => pair.closed.includes(token)))
  return opening.some(open => closing.some(closed => closed !== open))
}
