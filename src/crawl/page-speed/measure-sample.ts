import { crawlRoute } from '#shared/outbound.ts'
import type { PageSpeedDevice } from '#shared/page-speed.ts'
import type { PageSummary, SiteFacts } from '#shared/site-facts.ts'
import type { MeasuredPageSpeed, PageSpeedPlan } from '#store/store.ts'
import type { CrawlContext } from '../crawl-context.ts'
import type { MeasuredSpeed } from './measure-page-speed.ts'
import { measureInTurn } from './measure-page-speed.ts'
import { type TemplateGroup, TemplateGroups } from './template-groups.ts'

/** Search engines rate pages as phones load them. */
const DEVICE: PageSpeedDevice = 'mobile'
/** A site whose pages all fail, after two minutes each, would hold up the report. */
const MAX_FAILURES_IN_A_ROW = 4

const NOT_REACHED = 'The crawl ended before this page was measured.'
const WITHOUT_CREDENTIALS = 'Page speed is measured without credentials, so it would be that of a login page.'
const WITHOUT_ROUTE =
  'Page speed is measured without the proxy and the IP addresses of this crawl, so it would be that of another server.'
const GIVEN_UP = `${MAX_FAILURES_IN_A_ROW} pages in a row could not be measured, so this one was not tried.`

/**
 * Measures the speed of a few pages, one after the other. The plan is stored first, and each result as it comes, so that a
 * resumed crawl goes on with what is missing. What cannot be measured is noted at the page or the crawl; it ends neither.
 */
export async function measureSample(context: CrawlContext, abandon: AbortSignal): Promise<void> {
  const { store, claim, batches, halt } = context
  const waiting = (await store.crawls.pageSpeedQueue(claim)) ?? (await plan(context, abandon))
  if (context.state.options.hasCredentials) return await giveUp(context, waiting, WITHOUT_CREDENTIALS)
  if (crawlRoute(context.state.options)) return await giveUp(context, waiting, WITHOUT_ROUTE)
  let failures = 0
  for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
    if (abandon.aborted) return
    const measured = halt.aborted ? null : await measure(context, url)
    if (abandon.aborted) return
    if (measured === null || halt.aborted) return await leave(context, [url, ...waiting], NOT_REACHED)
    if (!measured.ok && measured.cause === 'everything')
      return await giveUp(context, [url, ...waiting], measured.message)
    await store.crawls.commitPageSpeed(claim, [resultToStore(url, measured)])
    // Checks the storage limit, too.
    await batches.flush()
    failures = measured.ok ? 0 : failures + 1
    if (failures === MAX_FAILURES_IN_A_ROW) return await leave(context, waiting, GIVEN_UP)
  }
}

/** URLs in the order of measuring. */
async function plan(context: CrawlContext, abandon: AbortSignal): Promise<string[]> {
  const { store, claim, state } = context
  // The sample counts links to each page.
  await store.crawls.indexLinks(claim)
  const site = await store.crawls.siteFacts(claim.crawlId)
  const planned = await planSample(site, { size: state.options.pageSpeedSample, signal: abandon })
  if (abandon.aborted) return []
  await store.crawls.planPageSpeed(claim, planned)
  return planned.chosen.map(({ url }) => url)
}

function measure({ measurePageSpeed, halt, claim, after }: CrawlContext, url: string): Promise<MeasuredSpeed> {
  const question = { url, device: DEVICE, crawlId: claim.crawlId, signal: halt }
  return measureInTurn(question, { measure: measurePageSpeed, after })
}

function resultToStore(url: string, measured: MeasuredSpeed): MeasuredPageSpeed {
  return measured.ok ? { url, ok: true, pageSpeed: measured.pageSpeed } : { url, ok: false, message: measured.message }
}

/** The note is stored first: a crawl interrupted here adds it only once. */
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

/** Groups that are stored one by one; the smaller ones beyond are combined. */
const MAX_GROUPS = 100

/**
 * Which pages of a crawl are measured: one of every template, the largest first, then further ones where most pages are. Within a
 * group indexable pages come first, then those with most inlinks. The same crawl gives the same sample. Walks over the pages
 * twice; memory does not grow with them.
 */
export async function planSample(
  site: SiteFacts,
  { size, signal }: { size: number; signal: AbortSignal },
): Promise<PageSpeedPlan> {
  const templates = new TemplateGroups(site.crawl.homeUrl)
  for await (const pages of site.pages()) {
    if (signal.aborted) return { groups: [], chosen: [] }
    for (const page of pages) templates.count(page)
  }
  const groups = templates.ordered()
  const shares = shareOut(
    groups.slice(0, MAX_GROUPS).map(group => group.pages),
    size,
  )
  const best = new Map<TemplateGroup, PageSummary[]>(groups.slice(0, size).map(group => [group, []]))
  for await (const pages of site.pages()) {
    if (signal.aborted) return { groups: [], chosen: [] }
    for (const page of pages) {
      const group = templates.of(page)
      const kept = group && best.get(group)
      if (kept) keepBest(kept, page, shares[groups.indexOf(group)] ?? 0)
    }
  }
  const candidates = groups.map(group => best.get(group) ?? [])
  return { groups: writtenGroups(groups), chosen: inRounds(candidates) }
}

/**
 * One for each in the given order while there are any, then by the method of highest averages (D'Hondt): each further one goes where
 * a measured page stands for most. None gets more than it has pages.
 */
export function shareOut(pages: readonly number[], size: number): number[] {
  const shares = pages.map<number>((count, index) => (index < size && count > 0 ? 1 : 0))
  for (let left = size - shares.filter(share => share > 0).length; left > 0; left--) {
    let most = -1
    let highest = 0
    for (const [index, count] of pages.entries()) {
      const share = shares[index] ?? 0
      const average = share < count ? count / (share + 1) : 0
      if (average > highest) {
        highest = average
        most = index
      }
    }
    if (most < 0) break
    shares[most] = (shares[most] ?? 0) + 1
  }
  return shares
}

/** Puts the page in its place among the best; a list as short as a sample is looked through from its end. */
function keepBest(kept: PageSummary[], page: PageSummary, size: number): void {
  let place = kept.length
  for (let above = kept[place - 1]; above && isBetter(page, above); above = kept[place - 1]) place--
  if (place >= size) return
  kept.splice(place, 0, page)
  if (kept.length > size) kept.pop()
}

/** Pages come by their numbers, so among equals the first stays. */
function isBetter(page: PageSummary, than: PageSummary): boolean {
  if (page.isEligible !== than.isEligible) return page.isEligible
  return page.inlinkCount > than.inlinkCount
}

/** The best of every group, then the second best: a sample that is cut short still has most groups. */
function inRounds(candidates: readonly PageSummary[][]): PageSpeedPlan['chosen'] {
  const chosen: { url: string; group: number }[] = []
  const rounds = Math.max(0, ...candidates.map(pages => pages.length))
  for (let round = 0; round < rounds; round++) {
    for (const [group, pages] of candidates.entries()) {
      const page = pages[round]
      if (page) chosen.push({ url: page.url, group })
    }
  }
  return chosen
}

function writtenGroups(groups: readonly TemplateGroup[]): PageSpeedPlan['groups'] {
  const written = groups
    .slice(0, MAX_GROUPS)
    .map(({ name, exampleUrl, pages }) => ({ name, exampleUrl, pages, templates: 1 }))
  const rest = groups.slice(MAX_GROUPS)
  const [first] = rest
  if (!first) return written
  const pages = rest.reduce((sum, group) => sum + group.pages, 0)
  return [...written, { name: '…', exampleUrl: first.exampleUrl, pages, templates: rest.length }]
}
