import { initial } from './0001-initial.ts'
import { accounts } from './0002-accounts.ts'
import { apiKeys } from './0003-api-keys.ts'
import { pageSpeed } from './0004-page-speed.ts'
import { pageSpeedSamples } from './0005-page-speed-samples.ts'
import { sitemaps } from './0006-sitemaps.ts'
import { crawlControl } from './0007-crawl-control.ts'
import { stagedChanges } from './0008-staged-changes.ts'
import { hostFiles } from './0009-host-files.ts'
import { websiteSettings } from './0010-website-settings.ts'
import { rechecks } from './0011-rechecks.ts'
import { linkAnalysis } from './0012-link-analysis.ts'
import { thresholds } from './0013-thresholds.ts'
import { hostRates } from './0014-host-paces.ts'
import { restatedUrls } from './0015-restated-urls.ts'
import type { Migration } from './migration.ts'

/** All steps of the schema, oldest first. */
export const migrations: readonly Migration[] = [
  initial,
  accounts,
  apiKeys,
  pageSpeed,
  pageSpeedSamples,
  sitemaps,
  crawlControl,
  stagedChanges,
  hostFiles,
  websiteSettings,
  rechecks,
  linkAnalysis,
  thresholds,
  hostRates,
  restatedUrls,
]
