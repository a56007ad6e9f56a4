import { initial } from './0001-initial.ts'
import { accounts } from './0002-accounts.ts'
import { apiKeys } from './0003-api-keys.ts'
import { pageSpeed } from './0004-page-speed.ts'
import { pageSpeedSamples } from './0005-page-speed-samples.ts'
import { sitemaps } from './0006-sitemaps.ts'
import type { Migration } from './migration.ts'

/** All steps of the schema, oldest first. */
export const migrations: readonly Migration[] = [initial, accounts, apiKeys, pageSpeed, pageSpeedSamples, sitemaps]
