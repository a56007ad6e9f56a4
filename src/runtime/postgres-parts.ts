import { loadOptional, postgresPart } from '#shared/optional-packages.ts'

/** The code for a PostgreSQL database: loaded on demand, since most installations never need it, and some have not its packages. */

/** @throws AppError 'unavailable' with the command that adds the packages. */
export function loadPostgresStore(): Promise<typeof import('#store/database/postgres.ts')> {
  return loadOptional(postgresPart, () => import('#store/database/postgres.ts'))
}

/** @throws AppError 'unavailable' with the command that adds the packages. */
export function loadCrawlQueue(): Promise<typeof import('#jobs/pg-boss.ts')> {
  return loadOptional(postgresPart, () => import('#jobs/pg-boss.ts'))
}
