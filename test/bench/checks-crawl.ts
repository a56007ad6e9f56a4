import { pageChecks } from '#checks/index.ts'
import { runPageChecks } from '#checks/run-page-checks.ts'
import { encodeFacts, urlsOnPage } from '#crawl/visit/encode-facts.ts'
import { type ExtractInput, extractPage } from '#extract/extract.ts'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import type { PageFacts } from '#shared/facts.ts'
import { linkKinds } from '#shared/model.ts'
import type { EncodedFacts, FoundUrl, PageColumns, PageRecord } from '#shared/page-record.ts'
import { testPageRecord } from '#shared/test-page-record.ts'
import { testStoredPage } from '#shared/test-stored-page.ts'
import { foundRow, TestUrls } from '#store/contract/test-urls.ts'
import { openSqliteStore } from '#store/database/sqlite.ts'
import type { Claim, CrawlCheckpoint, Store, UrlRow } from '#store/store.ts'
import { extractTestPage } from '../support/storage.ts'
import { benchPage } from './crawl/bench-page.ts'
import { type BenchRandom, benchRandom } from './crawl/bench-random.ts'
import { type BenchSite, benchSite } from './crawl/bench-site.ts'
/**
 * A database of a crawl that is about to be checked, filled by the store's own commit. The pages are those of the bench site: some are
 * read as a crawl reads them, and all others are made of these with URLs, texts and targets of links of their own.
 */

/** A public name: to a private one every link would be reported. */
export const ORIGIN = 'https://bench.example'
/** Pages that are read; the others repeat what they look like. */
const READ_PAGES = 120
/** Before it come the home page and its sections. */
const FIRST_LEAF = 13
const RECORDS_AT_ONCE = 100
const BUSY_TIMEOUT_MS = 5_000
const LEASE_MS = 3_600_000
const SIGNATURE_LENGTH = 128
/** In a thousand pages: near copies of the page before, with as many other numbers in their signatures. */
const NEAR_COPIES = 20
const CHANGED_NUMBERS = 4
/** In a thousand pages: a link to another site, one of as many as a fiftieth of the pages. */
const EXTERNAL_SHARE = 50
const options = defaultCrawlOptions

export async function openBenchStore(file: string): Promise<Store> {
  return await openSqliteStore({ file, busyTimeoutMs: BUSY_TIMEOUT_MS, extract: extractTestPage })
}

export async function claimBenchCrawl(store: Store): Promise<Claim> {
  const claim = await store.crawls.claim('bench', 1_000_000_000_000, LEASE_MS)
  if (!claim) throw new Error('there is no crawl to claim')
  return claim
}

/** Facts of the first pages of the bench site, as a page worker reads them. */
export function readPages(site: BenchSite, count: number): PageFacts[] {
  return Array.from({ length: Math.min(count, site.pageCount) }, (_, page) => extractPage(inputOf(site, page)))
}

export function inputOf(site: BenchSite, page: number): ExtractInput {
  const body = new TextEncoder().encode(benchPage(site, page, ORIGIN).html)
  return {
    url: ORIGIN + site.path(page),
    depth: page === 0 ? 0 : 1,
    isSeed: page === 0,
    isPrivateHost: false,
    status: 200,
    httpVersion: '1.1',
    headers: [['content-type', 'text/html; charset=utf-8']],
    body,
    transferBytes: body.byteLength,
    isTruncated: false,
    ttfbMs: 20,
    totalMs: 40,
    attempts: [{ atMs: 0, method: 'GET', status: 200, failure: null }],
  }
}

/** Fills the file; the crawl in it waits to be claimed. */
export async function makeBenchCrawl(file: string, pageCount: number): Promise<void> {
  const site = benchSite(pageCount)
  await using store = await openBenchStore(file)
  const ownerId = await store.visitors.createOwner('bench', 0)
  await store.websites.startCrawl({ ownerId, url: `${ORIGIN}/`, crawlLimit: pageCount + 1_000, options, nowMs: 0 })
  const claim = await store.crawls.claim('bench', 0, LEASE_MS)
  if (!claim) throw new Error('the crawl that was started cannot be claimed')
  const known = new KnownUrls()
  // In a crawl, too, URLs become known in about the order in which they are visited.
  for (let page = 0; page < pageCount; page++) known.row(ORIGIN + site.path(page))
  const models = readPages(site, READ_PAGES).map(modelOf)
  const commit = async (records: PageRecord[]) =>
    await store.crawls.commit(claim, {
      ...known.take(),
      records,
      counters: {},
      checkpoint: checkpointOf(),
      nowMs: 1_000,
    })
  for (let first = 0; first < pageCount; first += RECORDS_AT_ONCE) {
    const count = Math.min(RECORDS_AT_ONCE, pageCount - first)
    await commit(Array.from({ length: count }, (_, index) => recordOf(first + index, { site, models, known })))
  }
  let number = pageCount
  await commit(site.dead.map(({ path, status }) => responseOf(path, { status, number: ++number, known })))
  await commit(
    [...site.redirects, ...site.innerRedirects].map(({ path, status, to }) =>
      responseOf(path, { status, to, number: ++number, known }),
    ),
  )
  for (const row of known.notRequested()) {
    const isExternal = row.scope === 'external'
    known.change(row, isExternal ? { state: 'probed' } : { state: 'skipped', skipReason: 'probe-budget' })
  }
  await commit([])
  await store.crawls.release(claim)
}

/** One read page, taken apart so that others are quickly made of it. */
interface PageModel {
  url: string
  facts: EncodedFacts
  found: FoundUrl[]
  issues: ReturnType<typeof runPageChecks>['issues']
}

function modelOf(facts: PageFacts): PageModel {
  const { found, places } = urlsOnPage(facts)
  const encoded = { ...encodeFacts(facts, places), page: testStoredPage(facts) }
  const { issues } = runPageChecks(facts, pageChecks, () => undefined)
  return { url: facts.url, facts: encoded, found, issues }
}

interface Making {
  site: BenchSite
  models: readonly PageModel[]
  known: KnownUrls
}

const RESPONSE = { bytes: 40_000, ttfbMs: 20, totalMs: 40 }

function recordOf(page: number, { site, models, known }: Making): PageRecord {
  const url = ORIGIN + site.path(page)
  // The first pages are the home page and its sections: no other looks like them.
  const likeThis = isNearCopy(page) ? page - 1 : page
  const position = page < models.length ? page : FIRST_LEAF + ((likeThis * 7) % Math.max(1, models.length - FIRST_LEAF))
  const model = models[position]
  if (!model) throw new Error('no page was read')
  const random = benchRandom('made', page)
  const isModel = page < models.length
  const found = isModel ? model.found : otherTargets(model.found, { site, page, random })
  const row = known.row(url)
  const depth = depthOf(page)
  known.change(row, { state: 'visited', number: page + 1, depth })
  const made: EncodedFacts = isModel
    ? model.facts
    : {
        ...model.facts,
        columns: columnsOf(model.facts.columns, { page, url }),
        page: { ...model.facts.page, context: replaced(model.facts.page.context, { from: model.url, to: url }) },
        minhash: signatureOf(page),
      }
  return testPageRecord({
    ...RESPONSE,
    urlId: row.id,
    number: page + 1,
    depth,
    url,
    facts: made,
    found,
    foundIds: Uint32Array.from(found, each => known.row(each.url, each.kinds).id),
    issues: model.issues.map(issue => ({ ...issue, pageUrl: url })),
  })
}

function replaced(bytes: Uint8Array, { from, to }: { from: string; to: string }): Uint8Array {
  return new TextEncoder().encode(new TextDecoder().decode(bytes).replaceAll(from, to))
}

/** The same places of links, leading elsewhere; what stands on every page stays. */
function otherTargets(
  found: readonly FoundUrl[],
  { site, page, random }: { site: BenchSite; page: number; random: BenchRandom },
): FoundUrl[] {
  const taken = new Set<string>()
  const children = site.children(page).map(child => ORIGIN + site.path(child))
  const target = (url: string): string => {
    if (!url.endsWith('.html') && !url.includes('/old/') && !url.includes('/dead/')) return url
    const child = children.pop()
    if (child !== undefined) return child
    if (random.perMille(10)) return ORIGIN + (site.dead[random.below(site.dead.length)]?.path ?? '/')
    if (random.perMille(20)) return ORIGIN + (site.redirects[random.below(site.redirects.length)]?.path ?? '/')
    if (random.perMille(EXTERNAL_SHARE / 10)) return `https://elsewhere.test/${random.below(1 + site.pageCount / 50)}`
    return ORIGIN + site.path(random.below(site.pageCount))
  }
  return found.map(each => {
    let url = target(each.url)
    while (taken.has(url)) url = ORIGIN + site.path(random.below(site.pageCount))
    taken.add(url)
    return { ...each, url }
  })
}

function columnsOf(columns: PageColumns, { page, url }: { page: number; url: string }): PageColumns {
  const own = (text: string) => (text === '' ? '' : `${text} ${page}`)
  return {
    ...columns,
    title: own(columns.title),
    titleKey: own(columns.titleKey),
    metaDescription: own(columns.metaDescription),
    metaDescriptionKey: own(columns.metaDescriptionKey),
    h1: own(columns.h1),
    h1Key: own(columns.h1Key),
    canonicalUrl: columns.canonicalUrl === null ? null : url,
    textHash: page.toString(16).padStart(64, '0'),
  }
}

function isNearCopy(page: number): boolean {
  return benchRandom('copy', page).perMille(NEAR_COPIES)
}

function signatureOf(page: number): Uint8Array {
  const isCopy = isNearCopy(page)
  const random = benchRandom('signature', isCopy ? page - 1 : page)
  const numbers = Uint32Array.from({ length: SIGNATURE_LENGTH }, () => random.below(2 ** 32))
  if (isCopy) for (let index = 0; index < CHANGED_NUMBERS; index++) numbers[index] = page
  return new Uint8Array(numbers.buffer)
}

function responseOf(
  path: string,
  { status, to, number, known }: { status: number; to?: string; number: number; known: KnownUrls },
): PageRecord {
  const url = ORIGIN + path
  const row = known.row(url)
  known.change(row, { state: 'visited', number, depth: 2 })
  const found: FoundUrl[] =
    to === undefined ? [] : [{ url: ORIGIN + to, kinds: 1 << linkKinds.indexOf('redirect'), isFollowed: true }]
  const hops = found.map(({ url: location }) => ({ url, status, location, elapsedMs: 5 }))
  return testPageRecord({
    ...RESPONSE,
    urlId: row.id,
    number,
    depth: 2,
    url,
    status: to === undefined ? status : 200,
    hops,
    finalUrl: found[0]?.url ?? url,
    isCounted: false,
    found,
    foundIds: Uint32Array.from(found, each => known.row(each.url, each.kinds).id),
  })
}

/** Page i lists pages 12i+1 to 12i+12. */
function depthOf(page: number): number {
  let depth = 0
  for (let ancestor = page; ancestor > 0; ancestor = Math.floor((ancestor - 1) / 12)) depth++
  return depth
}

function checkpointOf(): CrawlCheckpoint {
  return {
    phase: 'checking',
    scopeHost: 'bench.example',
    depth: 9,
    lastNumber: 0,
    pagesCounted: 0,
    homeUrl: `${ORIGIN}/`,
    robotsOrigins: [],
    seedProblem: null,
    ending: null,
    notes: [],
    hostVariants: [],
    favicon: null,
  }
}

/** URL rows by URL. */
class KnownUrls {
  readonly #rows = new Map<string, UrlRow>()
  readonly #urls = new TestUrls()

  row(url: string, kinds = 1): UrlRow {
    const known = this.#rows.get(url)
    if (known) {
      if ((known.kinds | kinds) !== known.kinds) this.change(known, { kinds: known.kinds | kinds })
      return known
    }
    const scope = url.startsWith(ORIGIN) ? 'internal' : 'external'
    const row = foundRow({ id: this.#rows.size + 1, url, scope, firstNumber: 1, firstPosition: 1, kinds })
    this.#rows.set(url, row)
    this.#urls.put(row)
    return row
  }

  change(row: UrlRow, changes: Partial<UrlRow>): void {
    this.#urls.put(Object.assign(row, changes))
  }

  notRequested(): UrlRow[] {
    return [...this.#rows.values()].filter(row => row.state === 'found')
  }

  take() {
    return this.#urls.take()
  }
}
