import type { ThresholdTables } from '#shared/thresholds.ts'
import type { PageCheck, SiteCheck } from './check.ts'
import { pageChecks } from './page-checks.ts'
import { siteChecks } from './site-checks.ts'
import { thresholdTables } from './thresholds.ts'

/** Every check, by subject and id. A check is a rule over facts: it fetches nothing and knows no other check. */
export { pageChecks, siteChecks }

/** The thresholds of every check, by check id. */
export const thresholdsOfChecks: ThresholdTables = thresholdTables([...pageChecks, ...siteChecks])

/** A check by its id, for its title and advice. */
export const checkById: ReadonlyMap<string, PageCheck | SiteCheck> = new Map(
  [...pageChecks, ...siteChecks].map(check => [check.id, check]),
)
