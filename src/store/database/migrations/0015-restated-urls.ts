import type { Migration } from './migration.ts'

/**
 * Changes no table: from here on, parts of a settlement may tell URLs by their ids alone. A process of an earlier version would pass over
 * them, so it has to refuse the database.
 */
export const restatedUrls: Migration = {
  name: '0015-restated-urls',
  async up() {},
}
