import type { OperationsResponse } from '#shared/api/operations.ts'

type RecentError = OperationsResponse['recentErrors'][number]

/** The errors with keys that stay the same when newer errors are added: equal ones are numbered from the oldest. */
export function keyErrors(errors: readonly RecentError[]): (RecentError & { key: string })[] {
  const counts = new Map<string, number>()
  return errors
    .toReversed()
    .map(error => {
      const name = `${error.at} ${error.event}`
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return { ...error, key: `${name} ${count}` }
    })
    .toReversed()
}
