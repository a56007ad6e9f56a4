import { schemaOrg } from '../schema-org.ts'
import { commerceResults } from './commerce.ts'
import { placeResults } from './places.ts'
import { ratingResults } from './ratings.ts'
import type { RichResult, Rule } from './rule.ts'
import { talkResults } from './talk.ts'
import { workResults } from './works.ts'

/**
 * The rich results of Google's search gallery and their properties (developers.google.com/search/docs/appearance/structured-data/search-gallery). Every
 * row was compared with the tables “Required properties” and “Recommended properties” of the page that it names, as that page stood in
 * July 2026. If a row requires less than its page, it says why; left-out.ts lists what is not checked, and what was retired.
 */
export const richResults: readonly RichResult[] = [
  ...commerceResults,
  ...ratingResults,
  ...placeResults,
  ...workResults,
  ...talkResults,
]

const byType = new Map<string, readonly RichResult[]>()

/** What may be shown of things of this type. */
export function resultsOf(type: string): readonly RichResult[] {
  const known = byType.get(type)
  if (known) return known
  // Names come from pages: what is kept of them is bounded by the vocabulary.
  if (!schemaOrg().types.has(type)) return []
  const results = richResults.filter(result => isAbout(result.rule, type))
  byType.set(type, results)
  return results
}

/** Whether a rule is about things of this type. */
export function isAbout({ names, isWithKinds }: Rule, type: string): boolean {
  if (names.has(type)) return true
  if (!isWithKinds || OF_CHOSEN_SITES.has(type)) return false
  const kinds = schemaOrg().types.get(type)?.kinds
  return kinds !== undefined && [...names].some(name => kinds.has(name))
}

/** A kind of business that has a result of its own. */
const OF_CHOSEN_SITES: ReadonlySet<string> = new Set(['VacationRental'])
