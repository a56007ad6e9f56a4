import type { OwnCheck } from '#shared/own-check.ts'
import type { PageCheck, SiteCheck } from './check.ts'
import { pageChecks } from './page-checks.ts'
import { siteChecks } from './site-checks.ts'

/** Every check, by subject and id. A check is a rule over facts: it fetches nothing and knows no other check. */
export { unfinishedReasons } from './run-page-checks.ts'
export { thresholdTables } from './thresholds.ts'
export type { SiteCheck }
export { pageChecks, siteChecks }

/** What is known of checks, by id and in order: its texts, what it reads, and its thresholds. */
export type Catalogue = ReadonlyMap<string, PageCheck | SiteCheck | OwnCheck>

export const ourCatalogue: Catalogue = new Map([...pageChecks, ...siteChecks].map(check => [check.id, check]))

/** Our checks, and behind them those of a crawl that are not ours. The one place where the texts of a check are found. */
export function catalogueOf({ ownChecks }: { ownChecks: readonly OwnCheck[] }): Catalogue {
  if (ownChecks.length === 0) return ourCatalogue
  const known = catalogues.get(ownChecks)
  if (known) return known
  const catalogue: Catalogue = new Map([...ourCatalogue, ...ownChecks.map(check => [check.id, check] as const)])
  catalogues.set(ownChecks, catalogue)
  return catalogue
}

/** Of the crawls that are being read: an export has the texts of a check in every row. */
const catalogues = new WeakMap<readonly OwnCheck[], Catalogue>()
