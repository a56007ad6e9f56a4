import type { PageSpeedDevice } from '#shared/page-speed.ts'
import type { MeasuredPageSpeed } from '#store/store.ts'
import type { CrawlContext } from '../crawl-context.ts'
import { askForSpeed } from './ask-for-speed.ts'
import type { MeasuredSpeed } from './measure-page-speed.ts'
import { planSample } from './sample-plan.ts'

/** Search engines look at pages as phones do, and phones are what is slow. */
const DEVICE: PageSpeedDevice = 'mobile'
/** A site whose pages all fail, after two minutes each, is not waited for. */
const MAX_FAILURES_IN_A_ROW = 4

const NOT_REACHED = 'The crawl ended before this page was measured.'
const GIVEN_UP = `${MAX_FAILURES_IN_A_ROW} pages in a row could not be measured, so this one was not tried.`

/**
 * Measures the speed of a few pages, one after the other. Which ones is written down first, and each result as it comes, so that a
 * crawl taken up again goes on with what is missing. What cannot be measured is said of the page, or of the crawl; it ends neither.
 */
export async function measureSample(context: CrawlContext, abandon: AbortSignal): Promise<void> {
  const { store, claim, batches, halt } = context
  const waiting = (await store.crawls.pageSpeedQueue(claim)) ?? (await plan(context, abandon))
  let failures = 0
  for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
    if (abandon.aborted) return
    const measured = halt.aborted ? null : await measure(context, url)
    if (abandon.aborted) return
    if (measured === null || halt.aborted) return await leave(context, [url, ...waiting], NOT_REACHED)
    if (!measured.ok && measured.cause === 'everything')
      return await giveUp(context, [url, ...waiting], measured.message)
    await store.crawls.commitPageSpeed(claim, [settledOf(url, measured)])
    // Looks at the storage, too.
    await batches.flush()
    failures = measured.ok ? 0 : failures + 1
    if (failures === MAX_FAILURES_IN_A_ROW) return await leave(context, waiting, GIVEN_UP)
  }
}

/** Addresses in the order of measuring. */
async function plan(context: CrawlContext, abandon: AbortSignal): Promise<string[]> {
  const { store, claim, state } = context
  // Pages know by it how many lead to them.
  await store.crawls.indexLinks(claim)
  const site = await store.crawls.siteFacts(claim.crawlId)
  const planned = await planSample(site, { size: state.options.pageSpeedSample ?? 0, signal: abandon })
  if (abandon.aborted) return []
  await store.crawls.planPageSpeed(claim, planned)
  return planned.chosen.map(({ url }) => url)
}

function measure({ measurePageSpeed, halt, claim, after }: CrawlContext, url: string): Promise<MeasuredSpeed> {
  const question = { url, device: DEVICE, crawlId: claim.crawlId, signal: halt }
  return askForSpeed(question, { measure: measurePageSpeed, after })
}

function settledOf(url: string, measured: MeasuredSpeed): MeasuredPageSpeed {
  return measured.ok ? { url, ok: true, pageSpeed: measured.pageSpeed } : { url, ok: false, message: measured.message }
}

/** The note comes first: cut off in between, the crawl asks again, and says it once. */
async function giveUp(context: CrawlContext, urls: readonly string[], message: string): Promise<void> {
  const { checkpoint, batches } = context
  const note = `The speed of pages was not measured: ${message}`
  if (!checkpoint.notes.includes(note)) checkpoint.notes.push(note)
  await batches.flush()
  await leave(context, urls, message)
}

async function leave({ store, claim }: CrawlContext, urls: readonly string[], message: string): Promise<void> {
  if (urls.length === 0) return
  await store.crawls.commitPageSpeed(
    claim,
    urls.map(url => ({ url, ok: false, message })),
  )
}
