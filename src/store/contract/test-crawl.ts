import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import { type FieldValue, numberOf } from '#shared/custom-fields.ts'
import type { LinkFact } from '#shared/element-facts.ts'
import { packIds } from '#shared/fnv.ts'
import { encodeLinks } from '#shared/link-codec.ts'
import { linkKinds, type NewIssue, pageLinkKinds } from '#shared/model.ts'
import type {
  CheckCounters,
  ConditionalResults,
  EncodedFacts,
  FoundCauses,
  FoundUrl,
  PageColumns,
  PageRecord,
} from '#shared/page-record.ts'
import { type PageTrait, traitBit } from '#shared/page-traits.ts'
import type { StoredPage } from '#shared/stored-page.ts'
import { testIndexability, testPageRecord } from '#shared/test-page-record.ts'
import { testStoredPage } from '#shared/test-stored-page.ts'
import type { Claim, CrawlCheckpoint, Store, UrlRow, UrlState } from '../store.ts'
import { foundRow, TestUrls } from './test-urls.ts'

/** Opens an empty store; disposing it leaves nothing behind. */
export type OpenStore = () => Promise<Store>

export const SITE = 'https://site.test'
export const LEASE_MS = 30_000

const options = defaultCrawlOptions

/** One record in few words; whatever is not said is a page of status 200 without faults. */
export interface TestRecord {
  path: string
  /** Frontier number; 0 for what is only probed. */
  number: number
  depth?: number
  fetched?: Partial<PageRecord>
  /** null: no HTML. */
  columns?: Partial<PageColumns> | null
  links?: (Partial<LinkFact> & { url: string })[]
  ids?: string[]
  mainText?: string
  /** Values of custom fields, by name. */
  fields?: Record<string, string>
  minhash?: number[]
  /** The only one of the page. */
  trait?: PageTrait
  /** Further fields of the facts. */
  facts?: Record<string, unknown>
  /** What differs in what is stored of it. */
  page?: Partial<StoredPage>
  issues?: NewIssue[]
  causes?: FoundCauses[]
  conditional?: ConditionalResults
  /** Visited unless said otherwise. */
  state?: UrlState
  isPage?: boolean
  /** The crawl knows too many URLs to take in those that the page names. */
  isDropping?: boolean
}

export interface TestCrawl {
  store: Store
  claim: Claim
  websiteId: number
  crawlId: number
  /** Commits one batch; URLs get their ids in the order in which they come up. */
  commit(records: readonly TestRecord[], more?: { counters?: CheckCounters; nowMs?: number }): Promise<void>
  /** Commits rows alone, such as URLs that were skipped. */
  commitRows(rows: readonly (Partial<UrlRow> & { url: string })[]): Promise<void>
  row(url: string): UrlRow
}

/** Starts and claims a crawl of a fresh owner. */
export async function startTestCrawl(
  store: Store,
  about: { url?: string; crawlLimit?: number; owner?: string } = {},
): Promise<TestCrawl> {
  const ownerId = await ownerOf(store, about.owner ?? 'owner')
  const { websiteId, crawlId } = await store.websites.startCrawl({
    ownerId,
    url: about.url ?? `${SITE}/`,
    crawlLimit: about.crawlLimit ?? 100,
    options,
    nowMs: 1_000,
  })
  const claim = await store.crawls.claim('worker', 2_000, LEASE_MS)
  if (claim?.crawlId !== crawlId) throw new Error('the crawl that was started is not the one that was claimed')
  return openTestCrawl(store, { claim, websiteId })
}

export async function ownerOf(store: Store, name: string): Promise<number> {
  return (await store.visitors.findOwner(name, 1_000)) ?? (await store.visitors.createOwner(name, 1_000))
}

/** A crawl with a claim, whose rows no reader has seen yet. */
export function openTestCrawl(store: Store, { claim, websiteId }: { claim: Claim; websiteId: number }): TestCrawl {
  const rows = new Map<string, UrlRow>()
  const urls = new TestUrls()
  const know = (url: string, kinds: number): UrlRow => {
    const known = rows.get(url)
    if (known) {
      if ((known.kinds | kinds) !== known.kinds) change(known, { kinds: known.kinds | kinds })
      return known
    }
    const scope = url.startsWith(SITE) ? 'internal' : 'external'
    const row = foundRow({ id: rows.size + 1, url, scope, kinds })
    rows.set(url, row)
    urls.put(row)
    return row
  }
  const change = (row: UrlRow, changes: Partial<UrlRow>) => urls.put(Object.assign(row, changes))
  const write = async (written: { records: PageRecord[]; counters?: CheckCounters; nowMs?: number }) => {
    await store.crawls.commit(claim, {
      ...urls.take(),
      records: written.records,
      counters: written.counters ?? {},
      checkpoint: testCheckpoint(),
      nowMs: written.nowMs ?? 3_000,
    })
  }
  return {
    store,
    claim,
    websiteId,
    crawlId: claim.crawlId,
    row(url) {
      const row = rows.get(url)
      if (!row) throw new Error(`no row for ${url}`)
      return row
    },
    async commit(records, more = {}) {
      const made = records.map(record => {
        const row = know(SITE + record.path, 1)
        change(row, { state: record.state ?? 'visited', number: record.number, depth: record.depth ?? 0 })
        return recordOf(record, { row, know })
      })
      await write({ records: made, ...more })
    },
    async commitRows(changes) {
      for (const each of changes) change(know(each.url, each.kinds ?? 1), each)
      await write({ records: [] })
    },
  }
}

export function testCheckpoint(changes: Partial<CrawlCheckpoint> = {}): CrawlCheckpoint {
  return {
    phase: 'visiting',
    scopeHost: 'site.test',
    depth: 1,
    lastNumber: 10,
    pagesCounted: 3,
    homeUrl: `${SITE}/`,
    robotsOrigins: [],
    seedProblem: null,
    ending: null,
    notes: ['a note'],
    hostVariants: [],
    favicon: null,
    ...changes,
  }
}

export function testIssue(changes: Partial<NewIssue> & { path?: string } = {}): NewIssue {
  const { path = '/', ...rest } = changes
  return {
    checkId: 'title-missing',
    type: 'meta_issue',
    severity: 'error',
    message: 'Missing title',
    pageUrl: SITE + path,
    details: { evidence: [] },
    affectedCount: 1,
    isHostWide: false,
    ...rest,
  }
}

function recordOf(
  record: TestRecord,
  { row, know }: { row: UrlRow; know(url: string, kinds: number): UrlRow },
): PageRecord {
  const { url, number, depth } = row
  const response = testPageRecord({ urlId: row.id, number, depth, url, ...record.fetched })
  const links = (record.links ?? []).map(linkFact)
  const target = response.hops[0]?.location
  const found: FoundUrl[] = target
    ? [{ url: target, kinds: 1 << linkKinds.indexOf('redirect'), isFollowed: true }]
    : foundUrls(links)
  const isHtml = record.columns !== null && response.failure === null && response.hops.length === 0
  const facts = isHtml ? encodedFacts(record, { links, found }) : null
  return {
    ...response,
    indexability: testIndexability({ ...response, columns: facts?.columns ?? null }),
    conditional: record.conditional ?? null,
    isPage: record.isPage ?? row.state === 'visited',
    isCounted: isHtml && response.status === 200,
    facts,
    found,
    foundIds: Uint32Array.from(found, each => (record.isDropping ? 0 : know(each.url, each.kinds).id)),
    issues: record.issues ?? [],
    causes: record.causes ?? [],
  }
}

function foundUrls(links: readonly LinkFact[]): FoundUrl[] {
  const found = new Map<string, FoundUrl>()
  for (const link of links) {
    const known = found.get(link.url) ?? { url: link.url, kinds: 0, isFollowed: pageLinkKinds.includes(link.kind) }
    known.kinds |= 1 << linkKinds.indexOf(link.kind)
    found.set(link.url, known)
  }
  return [...found.values()]
}

function linkFact(link: Partial<LinkFact> & { url: string }): LinkFact {
  return {
    kind: 'anchor',
    fragment: null,
    text: 'text',
    rel: [],
    isNofollow: false,
    region: 'main',
    path: 'body > a',
    line: 7,
    ...link,
  }
}

function encodedFacts(record: TestRecord, { links, found }: { links: LinkFact[]; found: FoundUrl[] }): EncodedFacts {
  const urlIndex = new Map(found.map((each, index) => [each.url, index]))
  const { rows, texts } = encodeLinks(
    links,
    links.map(({ url }) => urlIndex.get(url) ?? -1),
  )
  const { path: title, ids = [], mainText = '' } = record
  const facts = {
    title,
    isAppShell: false,
    isPrivateHost: false,
    response: {},
    ids,
    content: { mainText },
    links,
    ...record.facts,
  }
  return {
    columns: pageColumns(record),
    ...(record.fields && { fields: fieldValues(record.fields) }),
    traits: record.trait ? traitBit(record.trait) : 0,
    links: rows,
    linkTexts: texts,
    ids: facts.isAppShell ? null : packIds(ids),
    minhash: new Uint8Array(Uint32Array.from(record.minhash ?? []).buffer),
    page: { ...testStoredPage(facts), ...record.page },
  }
}

function fieldValues(fields: Record<string, string>): FieldValue[] {
  return Object.entries(fields).map(([name, text]) => ({ name, text, number: numberOf(text) }))
}

function pageColumns({ path, columns }: TestRecord): PageColumns {
  return {
    title: `Title of ${path}`,
    metaDescription: `Description of ${path}`,
    h1: `Heading of ${path}`,
    lang: 'en',
    canonicalUrl: null,
    robotsDirectives: '',
    isEligible: true,
    isNoindex: false,
    wordCount: 150,
    textHash: `hash of ${path}`,
    titleKey: `title of ${path}`,
    metaDescriptionKey: `description of ${path}`,
    h1Key: `heading of ${path}`,
    missingAltTags: 0,
    emptyAltTags: 0,
    totalImages: 0,
    h1Count: 1,
    h2Count: 0,
    h3Count: 0,
    h4Count: 0,
    pCount: 1,
    bodyBytes: 900,
    totalLinks: 0,
    hreflangs: '[]',
    paginationUrls: '[]',
    nofollowUrls: '[]',
    structuredData: '',
    template: '',
    likeness: '',
    shareImages: '[]',
    ...columns,
  }
}

/** All items of an asynchronous list of batches. */
export async function collect<Item>(batches: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const items: Item[] = []
  for await (const batch of batches) items.push(...batch)
  return items
}
