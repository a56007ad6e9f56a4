import { checkById, pageChecks, siteChecks, thresholdsOfChecks } from '#checks/index.ts'
import type { CheckResponse } from '#shared/api/checks.ts'
import { type ThresholdSetting, thresholdOrderProblem, thresholdProblem } from '#shared/thresholds.ts'

/** What is looked for, in the order of the catalogue; the same for every crawl. */
export function checkList(): CheckResponse[] {
  return catalogue.map(checkResponse)
}

const catalogue = [...pageChecks, ...siteChecks]

function checkResponse({ id, type, severity, title, why, fix, thresholds }: (typeof catalogue)[number]): CheckResponse {
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
export function checkExplanations(): CheckExplanation[] {
  return catalogue.map(check => ({
    ...checkResponse(check),
    reads: 'scope' in check ? 'site' : 'page',
    passedTitle: check.passedTitle,
    example: check.example ?? null,
    sources: check.sources,
  }))
}

/** Why thresholds of a website cannot be as they are changes for: a sentence; null when they can. */
export function thresholdsProblem(
  changes: readonly ThresholdSetting[],
  all: readonly ThresholdSetting[] = changes,
): string | null {
  for (const setting of changes) {
    const problem = thresholdProblem(thresholdsOfChecks, setting)
    if (problem !== null) return problem
  }
  return thresholdOrderProblem(thresholdsOfChecks, all)
}

/** Those that differ from what the checks come with, each once. */
export function changedThresholds(changes: readonly ThresholdSetting[]): ThresholdSetting[] {
  const last = new Map(changes.map(setting => [`${setting.checkId} ${setting.name}`, setting]))
  return [...last.values()].filter(
    ({ checkId, name, value }) => thresholdsOfChecks.get(checkId)?.[name]?.default !== value,
  )
}

export function isCheckId(id: string): boolean {
  return checkById.has(id)
}
