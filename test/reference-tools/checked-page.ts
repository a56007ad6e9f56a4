import { pageChecks } from '#checks/index.ts'
import { runPageChecks } from '#checks/run-page-checks.ts'
import { extractPage } from '#extract/extract.ts'
import type { PageFacts } from '#shared/facts.ts'
import type { NewIssue } from '#shared/model.ts'

/** One response of a server, as it came. */
export interface FetchedResponse {
  url: string
  body: Uint8Array
  headers: [string, string][]
}

/** Facts of a response, without a crawl and without scripts. */
export function factsOfResponse(response: FetchedResponse, { isPrivateHost }: { isPrivateHost: boolean }): PageFacts {
  return extractPage({
    ...response,
    depth: 1,
    isSeed: false,
    isPrivateHost,
    status: 200,
    httpVersion: '1.1',
    transferBytes: response.body.byteLength,
    isTruncated: false,
    ttfbMs: 1,
    totalMs: 1,
    attempts: [],
  })
}

/** What the page checks find; a check that fails ends everything. */
export function issuesOf(facts: PageFacts): NewIssue[] {
  return runPageChecks(facts, pageChecks, (id, error) => {
    throw new Error(`${id} failed on ${facts.url}`, { cause: error })
  }).issues
}
