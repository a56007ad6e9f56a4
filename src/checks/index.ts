import type { ThresholdTables } from '#shared/thresholds.ts'
import type { PageCheck, SiteCheck } from './check.ts'
import { pageChecks } from './page-checks.ts'
import { siteChecks } from './site-checks.ts'
import { thresholdTables } from './thresholds.ts'

/**
 * Every check of the product, in the order of the catalogue. A check is a rule over facts: it fetches nothing and knows no
 * other check. `scripts/check-catalogue.ts` fails when a file of page/ or site/ has no line here.
 */
export { pageChecks, siteChecks }

/** The numbers that checks judge by, by check id: what may be set of a website. */
export const thresholdsOfChecks: ThresholdTables = thresholdTables([...pageChecks, ...siteChecks])

/** A check by its id, for its title and advice; undefined for an id of an earlier version. */
export const checkById: ReadonlyMap<string, PageCheck | SiteCheck> = new Map(
  [...pageChecks, ...siteChecks].map(check => [check.id, check]),
)
