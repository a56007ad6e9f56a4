import type { Product } from '#runtime/product.ts'
import type { RecheckReport } from '#shared/recheck.ts'
import type { IssueRow, RecheckRow } from '#store/store.ts'
import { sampled } from './measure.ts'
import { until } from './until.ts'

/** No test is about the rate limit. */
const NO_LIMIT = 1_000_000
/** Of the checks with a finding: each is a crawl of its own. */
const EVERY = 4

/** Requests that one issue is checked again and waits for the result; null when that failed. */
export async function checkAgain(product: Product, crawlId: number, issue: IssueRow): Promise<RecheckReport | null> {
  const { id } = await startRecheck(product, crawlId, issue)
  return (await finishedRecheck(product, { crawlId, issueId: issue.id, id })).report
}

export async function startRecheck({ store, control }: Product, crawlId: number, issue: IssueRow): Promise<RecheckRow> {
  const crawl = await store.reading.crawl(crawlId)
  const website = crawl && (await store.operations.website(crawl.websiteId))
  if (!website) throw new Error('there is no such crawl')
  const requestResult = await store.rechecks.request({
    ownerId: website.ownerId,
    crawlId,
    issueId: issue.id,
    fingerprint: String(issue.id),
    nowMs: Date.now(),
    maxWaiting: NO_LIMIT,
    maxPerMinute: NO_LIMIT,
  })
  if (!requestResult.ok) throw new Error(requestResult.reason)
  control.wake()
  return requestResult.recheck
}

export async function finishedRecheck(
  { store }: Product,
  of: { crawlId: number; issueId: number; id: number },
): Promise<RecheckRow> {
  const find = async () => (await store.rechecks.ofIssue(of)).find(({ id }) => id === of.id)
  await until(async () => {
    const { state } = (await find()) ?? {}
    return state === 'done' || state === 'failed'
  })
  const row = await find()
  if (!row) throw new Error('the request is gone')
  return row
}

/**
 * Checks one issue of each check (of a sample of the checks) again while nothing has changed, and gives those that are not said to be still so, but for what only
 * a whole crawl can check: `check: result: sentence`.
 */
export async function notStillSo(product: Product, crawlId: number, issues: readonly IssueRow[]): Promise<string[]> {
  const wrong: string[] = []
  for (const [checkId, [issue]] of sampled([...Map.groupBy(issues, ({ checkId }) => checkId)], EVERY)) {
    if (!issue) continue
    const result = await checkAgain(product, crawlId, issue)
    if (result?.sentence === 'It is still so.' || result?.sentence.includes('whole crawl')) continue
    wrong.push(`${checkId}: ${result?.result}: ${result?.sentence}`)
  }
  return wrong
}
