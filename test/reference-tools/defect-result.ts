import { isEligible, isFrameset } from '#checks/eligible.ts'
import type { PageFacts } from '#shared/facts.ts'
import { factsOfResponse, issuesOf } from './checked-page.ts'
import type { Defect } from './defect.ts'
import type { PageUnderTest } from './page-under-test.ts'

/** What came of spoiling a page; 'found' when its check says so and nothing else but what may follow does. */
export type DefectResult =
  | { kind: 'found' }
  | { kind: 'not applicable' }
  | { kind: 'missed' }
  | { kind: 'others'; checks: string[] }

/** Whether a page is meant for search results and shows a text of its own, so that every check may speak of it. */
export function isCheckable(page: PageUnderTest): boolean {
  const facts = factsOf(page)
  return isEligible(facts) && !isFrameset(facts)
}

/** What each check says of a page, as text to compare. */
export function findingsOf(page: PageUnderTest): Map<string, string> {
  const issues = issuesOf(factsOf(page))
  return new Map(
    issues.map(({ checkId, severity, message, details }) => [checkId, JSON.stringify([severity, message, details])]),
  )
}

function factsOf({ url, html, headers }: PageUnderTest): PageFacts {
  return factsOfResponse({ url, headers, body: new TextEncoder().encode(html) }, { isPrivateHost: false })
}

/** Spoils a page and looks at what the checks say that they did not say before. */
export function resultOf(page: PageUnderTest, defect: Defect): DefectResult {
  const spoilt = defect.spoil(page)
  if (!spoilt) return { kind: 'not applicable' }
  const [before, after] = [findingsOf(page), findingsOf(spoilt)]
  if (before.has(defect.finds) && before.get(defect.finds) === after.get(defect.finds))
    return { kind: 'not applicable' }
  if (!after.has(defect.finds)) return { kind: 'missed' }
  const allowed = [defect.finds, ...(defect.mayFind ?? [])]
  const others = [...after.keys()].filter(id => !before.has(id) && !allowed.includes(id))
  return others.length === 0 ? { kind: 'found' } : { kind: 'others', checks: others }
}
