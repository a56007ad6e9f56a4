import { AppError } from '#shared/errors.ts'
import type { CrawlRow, FoundIssueRow, Store } from '#store/store.ts'
import type { WebsiteCall } from './call.ts'
import { chosenCrawl } from './own-crawl.ts'

/**
 * The issue that a query names, also when it is suppressed, and its crawl.
 * @throws AppError 400 without an issue, 404 for one that the crawl does not have.
 */
export async function chosenIssue(
  store: Pick<Store, 'reading'>,
  { website }: Pick<WebsiteCall, 'website'>,
  query: { crawl?: number | undefined; issue?: number | undefined },
): Promise<{ crawl: CrawlRow; issue: FoundIssueRow }> {
  const crawl = await chosenCrawl(store, { website, crawlId: query.crawl })
  if (query.issue === undefined) throw new AppError('bad-request', 'The issue is required')
  const issue = await store.reading.issue(crawl.id, query.issue)
  if (!issue) throw issueNotFound()
  return { crawl, issue }
}

export function issueNotFound(): AppError {
  return new AppError('not-found', 'Issue not found')
}
