import type { Evidence } from '#shared/model.ts'
import type { KeptFacts } from '#shared/site-facts.ts'
import { tableEvidence } from '../evidence.ts'

/** The robots directives of a page and their sources. */
export function robotsEvidence(facts: Pick<KeptFacts, 'robotsDirectives'> | null): Evidence[] {
  if (facts === null || facts.robotsDirectives.length === 0) return []
  const table = tableEvidence({
    label: 'Robots directives',
    columns: ['Source', 'Value', 'Line'],
    items: facts.robotsDirectives,
    row: ({ source, agent, raw, line }) => [source === 'header' ? 'X-Robots-Tag header' : `meta ${agent}`, raw, line],
  })
  return [table]
}
