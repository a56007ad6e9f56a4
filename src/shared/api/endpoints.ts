import { alertEndpoints } from './alerts.ts'
import { apiKeyEndpoints } from './api-keys.ts'
import { changeEndpoints } from './changes.ts'
import { checkEndpoints } from './checks.ts'
import { comparisonEndpoints } from './comparison.ts'
import { crawlEndpoints } from './crawls.ts'
import { credentialEndpoints } from './credentials.ts'
import { estimateEndpoints } from './estimates.ts'
import { fieldEndpoints } from './fields.ts'
import { findingNoteEndpoints } from './finding-notes.ts'
import { issueEndpoints } from './issues.ts'
import { languageEndpoints } from './languages.ts'
import { lightCheckEndpoints } from './light-checks.ts'
import { notCrawledEndpoints } from './not-crawled.ts'
import { operationsEndpoints } from './operations.ts'
import { ownershipEndpoints } from './ownership.ts'
import { pageDetailEndpoints } from './page-details.ts'
import { pageSpeedEndpoints } from './page-speed.ts'
import { pageEndpoints } from './pages.ts'
import { readinessEndpoints } from './readiness.ts'
import { recheckEndpoints } from './rechecks.ts'
import { robotsEndpoints } from './robots.ts'
import { scheduleEndpoints } from './schedules.ts'
import { scopePreviewEndpoints } from './scope-preview.ts'
import { segmentEndpoints } from './segments.ts'
import { sessionEndpoints } from './session.ts'
import { sharingEndpoints } from './sharing.ts'
import { structureEndpoints } from './structure.ts'
import { trendEndpoints } from './trend.ts'
import { userEndpoints } from './users.ts'
import { visitEndpoints } from './visits.ts'
import { websiteSettingsEndpoints } from './website-settings.ts'
import { websiteEndpoints } from './websites.ts'

/** Every row there is: what the server registers, describes and is tested by. The browser imports the rows it calls. */
export const endpoints = {
  ...websiteEndpoints,
  ...websiteSettingsEndpoints,
  ...credentialEndpoints,
  ...scheduleEndpoints,
  ...alertEndpoints,
  ...lightCheckEndpoints,
  ...crawlEndpoints,
  ...estimateEndpoints,
  ...pageEndpoints,
  ...pageDetailEndpoints,
  ...notCrawledEndpoints,
  ...languageEndpoints,
  ...visitEndpoints,
  ...readinessEndpoints,
  ...structureEndpoints,
  ...robotsEndpoints,
  ...scopePreviewEndpoints,
  ...fieldEndpoints,
  ...ownershipEndpoints,
  ...issueEndpoints,
  ...findingNoteEndpoints,
  ...recheckEndpoints,
  ...pageSpeedEndpoints,
  ...checkEndpoints,
  ...changeEndpoints,
  ...comparisonEndpoints,
  ...trendEndpoints,
  ...segmentEndpoints,
  ...sessionEndpoints,
  ...apiKeyEndpoints,
  ...operationsEndpoints,
  ...sharingEndpoints,
  ...userEndpoints,
} as const
export type EndpointName = keyof typeof endpoints
