import { type Catalogue, catalogueOf, thresholdTables } from '#checks/index.ts'
import type { CheckResponse } from '#shared/api/checks.ts'
import { type ThresholdSetting, thresholdOrderProblem, thresholdProblem } from '#shared/thresholds.ts'

/** Which checks there are beside ours: those of a crawl, or those that a server runs. */
type WithOwnChecks = Parameters<typeof catalogueOf>[0]
type KnownCheck = Catalogue extends ReadonlyMap<string, infer Check> ? Check : never

/** What is looked for, in the order of the catalogue. */
export function checkList(of: WithOwnChecks): CheckResponse[] {
  return [...catalogueOf(of).values()].map(checkResponse)
}

function checkResponse({ id, type, severity, title, why, fix, thresholds }: KnownCheck): CheckResponse {
  return {
    id,
    type,
    severity,
    title,
    why,
    fix,
    thresholds: Object.entries(thresholds?.table ?? {}).map(([name, { atMost: _, step = 1, ...threshold }]) => ({
      name,
      ...threshold,
      step,
    })),
  }
}

/** All that the catalogue says of a check, for who reads about one check alone. */
export interface CheckExplanation extends CheckResponse {
  /** Whether it needs one page, or all pages together. */
  reads: 'page' | 'site'
  passedTitle: string
  example: { before: string; after: string } | null
  sources: readonly { title: string; url: string }[]
}

/** Every check explained, in the order of the catalogue. */
export function checkExplanations(of: WithOwnChecks): CheckExplanation[] {
  return [...catalogueOf(of).values()].map(check => ({
    ...checkResponse(check),
    reads: 'scope' in check ? 'site' : 'page',
    passedTitle: check.passedTitle,
    example: check.example ?? null,
    sources: check.sources,
  }))
}

/** Why thresholds of a website cannot be as they are changes for: a sentence; null when they can. */
export function thresholdsProblem(
  of: WithOwnChecks,
  changes: readonly ThresholdSetting[],
  all: readonly ThresholdSetting[] = changes,
): string | null {
  const tables = thresholdTables([...catalogueOf(of).values()])
  for (const setting of changes) {
    const problem = thresholdProblem(tables, setting)
    if (problem !== null) return problem
  }
  return thresholdOrderProblem(tables, all)
}

/** Those that differ from what the checks come with, each once. */
export function changedThresholds(of: WithOwnChecks, changes: readonly ThresholdSetting[]): ThresholdSetting[] {
  const catalogue = catalogueOf(of)
  const last = new Map(changes.map(setting => [`${setting.checkId} ${setting.name}`, setting]))
  return [...last.values()].filter(
    ({ checkId, name, value }) => catalogue.get(checkId)?.thresholds?.table[name]?.default !== value,
  )
}

export function isCheckId(of: WithOwnChecks, id: string): boolean {
  return catalogueOf(of).has(id)
}
