import type { PageCheck } from '../check.ts'
import { tableEvidence } from '../evidence.ts'
import { type StructuredNode, structuredNodes, valuesOf } from './structured-nodes.ts'

export const structuredDataDatesContradict: PageCheck = {
  id: 'structured-data-dates-contradict',
  type: 'structured_data_issue',
  severity: 'warning',
  applies: 'html',
  title: 'Dates in structured data contradict each other',
  passedTitle: 'Dates in structured data do not contradict each other',
  why: 'An end before its beginning cannot be. Search engines that notice it use none of the dates, and show none beside the result.',
  fix: 'Find out which of the two dates is wrong. Often a template swaps them, or writes the day of an import as the day of publication.',
  example: {
    before: '"datePublished": "2026-03-01", "dateModified": "2025-03-01"',
    after: '"datePublished": "2025-03-01", "dateModified": "2026-03-01"',
  },
  sources: [
    {
      title: 'Google: Provide a publication date',
      url: 'https://developers.google.com/search/docs/appearance/publication-dates',
    },
  ],
  check: page => {
    const found = structuredNodes(page).flatMap(contradictionsOf)
    const [first] = found
    if (!first) return []
    const table = tableEvidence({
      label: 'Dates',
      columns: ['Path', 'Begins', 'Ends', 'Starts at line'],
      items: found,
      row: ({ node, early, late }) => [node.path, early.join(': '), late.join(': '), node.line || ''],
    })
    const message = `Dates in structured data contradict each other: ${first.late.join(' ')} is before ${first.early.join(' ')}`
    return [{ message, evidence: [table] }]
  },
}

/** The first of each pair cannot be later than the second. */
const PAIRS = [
  ['datePublished', 'dateModified'],
  ['dateCreated', 'dateModified'],
  ['startDate', 'endDate'],
  ['validFrom', 'validThrough'],
  ['datePosted', 'validThrough'],
] as const
/** Time zones that one of the dates leaves out. */
const MIN_GAP_MS = 86_400_000
const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]{4,20}(?:Z|[+-]\d{2}:?\d{2})?)?$/

interface Contradiction {
  node: StructuredNode
  early: [property: string, date: string]
  late: [property: string, date: string]
}

function contradictionsOf(node: StructuredNode): Contradiction[] {
  const found: Contradiction[] = []
  for (const [first, second] of PAIRS) {
    if (!node.properties.has(first) || !node.properties.has(second)) continue
    const [early, late] = [dateOf(node, first), dateOf(node, second)]
    if (early === null || late === null || Date.parse(late) + MIN_GAP_MS > Date.parse(early)) continue
    found.push({ node, early: [first, early], late: [second, late] })
  }
  return found
}

/** As written; null when it is absent or in another form, which has its own check. */
function dateOf(node: StructuredNode, property: string): string | null {
  const [value] = valuesOf(node, property)
  return typeof value === 'string' && ISO_DATE.test(value) && !Number.isNaN(Date.parse(value)) ? value : null
}
