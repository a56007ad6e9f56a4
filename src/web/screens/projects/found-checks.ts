import type { CheckResponse } from '#shared/api/checks.ts'

/** Checks whose id, title or type contains every typed word, ignoring case. */
export function foundChecks(checks: readonly CheckResponse[], search: string): CheckResponse[] {
  const words = search.toLowerCase().split(/\s+/)
  return checks.filter(({ id, title, type }) => {
    const text = `${id} ${title} ${type.replaceAll('_', ' ')}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
}
