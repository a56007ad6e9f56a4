import { type PageChange, pageChanges } from '#shared/changes.ts'
import type { Claim, CrawlRow, Store } from '#store/store.ts'
import { compareFindings } from './compare-findings.ts'
import { type ComparedPage, comparePages } from './compare-pages.ts'

/** A crawl that has found everything and is to be ended. */
export interface EndingCrawl {
  store: Pick<Store, 'crawls' | 'reading' | 'settings'>
  claim: Claim
  websiteId: number
  /** It reached every page that something leads to. */
  isWhole: boolean
}

/**
 * Compares a crawl with the earlier one and stores the result: which of its findings are new, what became of the others of the earlier
 * crawl, and which pages came, moved and went. May be interrupted and called again. Returns the earlier crawl's id; null without one, and
 * when it is abandoned.
 */
export async function compareWithEarlier(ending: EndingCrawl, abandon: AbortSignal): Promise<number | null> {
  const { store, claim, websiteId } = ending
  const [crawl, crawls] = await Promise.all([store.reading.crawl(claim.crawlId), store.reading.crawls(websiteId)])
  const earlier = crawl && earlierCrawl(crawl, crawls)
  if (!crawl || !earlier) return null
  await store.crawls.resetChanges(claim)
  const compared = { ...ending, crawl, earlier, abandon }
  await storeFindings(compared)
  await storePages(compared)
  return abandon.aborted ? null : earlier.id
}

interface Compared extends EndingCrawl {
  crawl: CrawlRow
  earlier: CrawlRow
  abandon: AbortSignal
}

async function storeFindings({ store, claim, websiteId, crawl: later, earlier, abandon }: Compared): Promise<void> {
  const { reading } = store
  const switchedOff = await switchedOffChecks(store, websiteId)
  for await (const { change, issues } of compareFindings({ reading, later, earlier, switchedOff }, abandon)) {
    if (change === 'absent') await store.crawls.addAbsent(claim, issues)
    if (change !== 'new') continue
    await store.crawls.markNew(
      claim,
      issues.map(({ id }) => id),
    )
  }
}

/** Checks of a website that are switched off. */
export async function switchedOffChecks(
  { settings }: Pick<Store, 'settings'>,
  websiteId: number,
): Promise<ReadonlySet<string>> {
  const { checks } = await settings.read(websiteId)
  return new Set(checks.filter(({ isOff }) => isOff).map(({ checkId }) => checkId))
}

/** Changed pages whose URLs are read and written at once. */
const PAGES_AT_ONCE = 500

async function storePages({ store, claim, crawl: later, earlier, isWhole, abandon }: Compared): Promise<void> {
  const { reading } = store
  const asItIs = (url: string) => url
  const pair = { reading, later, earlier, isWhole, toLater: asItIs, toEarlier: asItIs }
  const compared = await comparePages(pair, abandon)
  if (!compared) return
  for (const change of pageChanges) {
    const crawlId = isOfLater(change) ? later.id : earlier.id
    const ids = compared.changes[change].flatMap(page => idOf(page, change) ?? [])
    for (let after = 0; after < ids.length; after += PAGES_AT_ONCE) {
      if (abandon.aborted) return
      const some = ids.slice(after, after + PAGES_AT_ONCE)
      const pages = await reading.comparablePagesById(crawlId, some)
      const urls = some.map(id => pages.get(id)?.url ?? '')
      await store.crawls.addChangedPages(claim, { change, urls, after })
    }
  }
}

function isOfLater(change: PageChange): boolean {
  return change === 'added' || change === 'moved'
}

function idOf({ laterId, earlierId }: ComparedPage, change: PageChange): number | null {
  return isOfLater(change) ? laterId : earlierId
}

type Crawl = Pick<CrawlRow, 'id' | 'status' | 'counts'>

/** The crawl that a crawl is compared with. `crawls` are the website's, newest first. */
export function earlierCrawl<Row extends Crawl>({ id }: Pick<Crawl, 'id'>, crawls: readonly Row[]): Row | null {
  return earlierCrawls({ id }, crawls)[0] ?? null
}

/** The complete crawls before it that read a page, in the order of `crawls`. */
export function earlierCrawls<Row extends Crawl>({ id }: Pick<Crawl, 'id'>, crawls: readonly Row[]): Row[] {
  return crawls.filter(each => each.id < id && each.status === 'complete' && each.counts.pagesCrawled > 0)
}
