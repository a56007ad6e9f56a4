import { accountsContract } from './contract/accounts.contract.ts'
import { apiKeysContract } from './contract/api-keys.contract.ts'
import { attemptsContract } from './contract/attempts.contract.ts'
import { canonicalsContract } from './contract/canonicals.contract.ts'
import { crawlChangesContract } from './contract/crawl-changes.contract.ts'
import { crawlsContract } from './contract/crawls.contract.ts'
import { credentialsContract } from './contract/credentials.contract.ts'
import { findingNotesContract } from './contract/finding-notes.contract.ts'
import { findingReachContract } from './contract/finding-reach.contract.ts'
import { forgettingContract } from './contract/forgetting.contract.ts'
import { hostFactsContract } from './contract/host-facts.contract.ts'
import { hostRatesContract } from './contract/host-rates.contract.ts'
import { issuePagesContract } from './contract/issue-pages.contract.ts'
import { keptFactsContract } from './contract/kept-facts.contract.ts'
import { linkFactsContract } from './contract/link-facts.contract.ts'
import { linkFiguresContract } from './contract/link-figures.contract.ts'
import { longTextsContract } from './contract/long-texts.contract.ts'
import { operationsContract } from './contract/operations.contract.ts'
import { pageDetailContract } from './contract/page-detail.contract.ts'
import { pageLinksContract } from './contract/page-links.contract.ts'
import { pageListContract } from './contract/page-list.contract.ts'
import { pageSpeedContract } from './contract/page-speed.contract.ts'
import { pageSpeedSamplesContract } from './contract/page-speed-samples.contract.ts'
import { pausesContract } from './contract/pauses.contract.ts'
import { readingContract } from './contract/reading.contract.ts'
import { rechecksContract } from './contract/rechecks.contract.ts'
import { schedulesContract } from './contract/schedules.contract.ts'
import { searchContract } from './contract/search.contract.ts'
import { sessionsContract } from './contract/sessions.contract.ts'
import { sharingContract } from './contract/sharing.contract.ts'
import { siteFactsContract } from './contract/site-facts.contract.ts'
import { siteIssuesContract } from './contract/site-issues.contract.ts'
import { storedPagesContract } from './contract/stored-pages.contract.ts'
import { structureContract } from './contract/structure.contract.ts'
import { suppressedContract } from './contract/suppressed-issues.contract.ts'
import type { OpenStore } from './contract/test-crawl.ts'
import { transferContract } from './contract/transfer.contract.ts'
import { translationSetsContract } from './contract/translation-sets.contract.ts'
import { visitsContract } from './contract/visits.contract.ts'
import { websiteSettingsContract } from './contract/website-settings.contract.ts'
import { websitesContract } from './contract/websites.contract.ts'

/** What every database has to do alike: called by the test of each, with a function that opens an empty store. */
export function storeContract(open: OpenStore): void {
  websitesContract(open)
  accountsContract(open)
  sessionsContract(open)
  apiKeysContract(open)
  attemptsContract(open)
  credentialsContract(open)
  transferContract(open)
  forgettingContract(open)
  operationsContract(open)
  pageSpeedContract(open)
  rechecksContract(open)
  hostRatesContract(open)
  crawlsContract(open)
  pausesContract(open)
  storedPagesContract(open)
  canonicalsContract(open)
  siteIssuesContract(open)
  crawlChangesContract(open)
  findingReachContract(open)
  issuePagesContract(open)
  suppressedContract(open)
  websiteSettingsContract(open)
  findingNotesContract(open)
  schedulesContract(open)
  sharingContract(open)
  readingContract(open)
  searchContract(open)
  pageLinksContract(open)
  pageListContract(open)
  pageDetailContract(open)
  structureContract(open)
  translationSetsContract(open)
  siteFactsContract(open)
  keptFactsContract(open)
  hostFactsContract(open)
  pageSpeedSamplesContract(open)
  linkFactsContract(open)
  linkFiguresContract(open)
  longTextsContract(open)
  visitsContract(open)
}
