import { setImmediate } from 'node:timers/promises'
import { runSiteChecks } from '#checks/run.ts'
import { describeError } from '#shared/errors.ts'
import type { CrawlContext } from './crawl-context.ts'

/** Asks the site checks once nothing is left to ask of the web. Safe to begin again after an interruption. */
export async function judgeSite(
  { store, claim, siteChecks, log }: Pick<CrawlContext, 'store' | 'claim' | 'siteChecks' | 'log'>,
  abandon: AbortSignal,
): Promise<void> {
  await store.crawls.resetSiteIssues(claim)
  await store.crawls.indexLinks(claim)
  await store.crawls.scoreLinks(claim, abandon)
  if (abandon.aborted) return
  const site = await store.crawls.siteFacts(claim.crawlId)
  const report = (checkId: string, error: unknown) => {
    const cause = describeError(error)
    log('a site check failed', { checkId, crawlId: claim.crawlId, cause })
  }
  for await (const { issues, counters } of runSiteChecks(site, await siteChecks(), report)) {
    if (abandon.aborted) return
    await store.crawls.addSiteIssues(claim, issues, counters)
    // Other crawls, and messages of the page workers, have their turn.
    await setImmediate()
  }
}
