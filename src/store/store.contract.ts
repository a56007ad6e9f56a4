import { crawlsContract } from './contract/crawls.contract.ts'
import { linkFactsContract } from './contract/link-facts.contract.ts'
import { readingContract } from './contract/reading.contract.ts'
import { siteFactsContract } from './contract/site-facts.contract.ts'
import { siteIssuesContract } from './contract/site-issues.contract.ts'
import type { OpenStore } from './contract/test-crawl.ts'
import { websitesContract } from './contract/websites.contract.ts'

/** What every database has to do alike: called by the test of each, with a function that opens an empty store. */
export function storeContract(open: OpenStore): void {
  websitesContract(open)
  crawlsContract(open)
  siteIssuesContract(open)
  readingContract(open)
  siteFactsContract(open)
  linkFactsContract(open)
}
