import { checkList } from '#report/check-list.ts'
import type { endpoints } from '#shared/api/endpoints.ts'
import type { Routes } from '../call.ts'
import { once } from '../once.ts'

/** What every crawl is checked for. It is no secret, and as old as the process. */
export function checkRoutes(): Pick<Routes<typeof endpoints>, 'listChecks'> {
  const list = once(checkList)
  return { listChecks: async () => list() }
}
