import { checkById, pageChecks, siteChecks } from '#checks/index.ts'
import type { CheckAnswer } from '#shared/api/checks.ts'

/** What is looked for, in the order of the catalogue: the same for everybody. */
export function checkList(): CheckAnswer[] {
  return [...pageChecks, ...siteChecks].map(({ id, type, severity, title, why, fix }) => ({
    id,
    type,
    severity,
    title,
    why,
    fix,
  }))
}

export function isCheckId(id: string): boolean {
  return checkById.has(id)
}
