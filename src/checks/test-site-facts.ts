import type { PageFacts } from '#shared/facts.ts'
import type { Indexability } from '#shared/indexability.ts'
import type { Attempt, Hop, LinkKind, Region } from '#shared/model.ts'
import { traitBit, traitsOf } from '#shared/page-traits.ts'
import type {
  FaviconFacts,
  GroupKey,
  HostFileTarget,
  Inlinks,
  KeptFacts,
  LaterResponses,
  MeasuredPage,
  MissingFragment,
  PageGroup,
  PageLinkScore,
  PageSummary,
  SiteFacts,
  SiteFactsCrawl,
  Target,
  TargetFilter,
} from '#shared/site-facts.ts'
import { foldedKey } from '#shared/white-space.ts'
import { shinglesOf } from './duplicates/shingles.ts'
import { type FactOverrides, pageFactsWith } from './test-facts.ts'

/**
 * SiteFacts in memory for the tests of site checks: pages, targets and links are named by URL and everything else has a
 * healthy default. Rows come in small batches, so that a check which looks at the first batch alone fails.
 */
export interface TestSite {
  crawl?: Partial<Omit<SiteFactsCrawl, 'favicon' | 'laterResponses'>> & {
    favicon?: FaviconFacts | null
    laterResponses?: Partial<LaterResponses>
  }
  pages?: TestPage[]
  targets?: TestTarget[]
  links?: TestLink[]
  hostFileTargets?: (Partial<HostFileTarget> & { url: string })[]
  missingFragments?: TestFragment[]
  measured?: MeasuredPage[]
  /** By URL; those of 90 and more are taken for the strongest tenth. */
  linkScores?: Record<string, number>
  slowPages?: string[]
  /** URLs that meet the conditions, whichever they are. */
  listed?: string[]
}

/** `facts` differ from those of a healthy page (test-facts.ts); `links` in them are omitted, as the store does. */
export type TestPage = Partial<PageSummary> & { url: string; mainText?: string; ids?: string[]; facts?: FactOverrides }
export type TestTarget = Partial<Target> & { url: string }
export type TestFragment = Partial<MissingFragment> & { targetUrl: string; fragment: string }

export interface TestLink {
  from: string
  to: string
  kind?: LinkKind
  text?: string
  region?: Region
  path?: string
  line?: number
  isNofollow?: boolean
}

const HOME = 'https://site.test/'
const BATCH_SIZE = 2
const TOP_SCORE = 90
const OK = 200
const BINS = 128

export function testSiteFacts(site: TestSite): SiteFacts {
  const { links = [], linkScores = {} } = site
  const pages = pagesOf(site, links)
  const targets = targetsOf(site, { pages, links })
  const texts = new Map((site.pages ?? []).map(page => [page.url, page.mainText ?? '']))
  const ids = new Map((site.pages ?? []).map(page => [page.url, page.ids ?? []]))
  return {
    crawl: {
      ...healthyCrawl,
      measuredPages: site.measured?.length ?? 0,
      ...site.crawl,
      laterResponses: { ...healthyCrawl.laterResponses, ...site.crawl?.laterResponses },
    },
    pages: () => batches(pages),
    page: async url => pages.find(page => page.url === url) ?? null,
    targets: filter => batches(targets.filter(target => fits(target, filter))),
    hostFileTargets: choice =>
      batches(
        (site.hostFileTargets ?? [])
          .filter(each => (choice === 'listed' ? (each.sitemapNumber ?? 0) > 0 : (each.googlebotLine ?? 0) > 0))
          .map(each => ({ sitemapNumber: 0, listedDay: 0, googlebotLine: 0, ...targetOf(each, links), ...each })),
      ),
    target: async url => targets.find(target => target.url === url) ?? null,
    inlinks: async (url, { limit, kinds }) => inlinksOf({ url, limit, kinds }, { pages, links, linkScores }),
    firstInlinks: async (urls, kinds) =>
      new Map(
        urls.flatMap(url =>
          inlinksOf({ url, limit: 1, kinds }, { pages, links, linkScores }).places.map(first => [url, first]),
        ),
      ),
    linkScores: async urls =>
      new Map(
        pages
          .filter(page => urls.includes(page.url))
          .map(({ url, depth }) => [url, standingOf(url, { depth, linkScores })]),
      ),
    groups: key => batches(groupsOf(pages, key)),
    missingFragments: () => batches((site.missingFragments ?? []).map(fragmentOf)),
    signatures: () =>
      batches(pages.filter(page => page.isEligible && page.wordCount >= 100).map(page => signatureOf(page, texts))),
    mainText: async url => texts.get(url) ?? '',
    ids: async url => ids.get(url) ?? [],
    facts: choice => {
      const bit = traitBit(choice.having)
      const chosen = (site.pages ?? []).filter(page => (traitsOf(factsOf(page)) & bit) !== 0)
      return batches(chosen.map(keptFactsOf))
    },
    responses: () => batches((site.pages ?? []).map(keptFactsOf).filter(({ isBotChallenge }) => !isBotChallenge)),
    factsOf: async url => (site.pages ?? []).filter(page => page.url === url).map(keptFactsOf)[0] ?? null,
    async *listed() {
      yield site.listed ?? []
    },
    slowPages: async ({ limit }) => (site.slowPages ?? []).slice(0, limit),
    measuredPages: () => batches(site.measured ?? []),
  }
}

const healthyCrawl: SiteFactsCrawl = {
  seedUrl: HOME,
  homeUrl: HOME,
  pageLimit: 500,
  isComplete: true,
  isPrivateHost: false,
  hostVariants: [],
  favicon: null,
  certificates: [],
  laterResponses: { randomUrls: [], slow: [], errorLike: [] },
  measuredPages: 0,
}

function keptFactsOf(page: TestPage): KeptFacts {
  const { links: _links, ids: _ids, ...rest } = factsOf(page)
  return rest
}

function factsOf({ url, facts, canonicalUrl, isNoindex }: TestPage): PageFacts {
  const known = { url, ...(canonicalUrl === undefined ? {} : { canonicalUrl }), isNoindex: isNoindex ?? false }
  return pageFactsWith({ ...known, ...facts })
}

async function* batches<T>(items: readonly T[]): AsyncGenerator<T[]> {
  for (let start = 0; start < items.length; start += BATCH_SIZE) yield items.slice(start, start + BATCH_SIZE)
}

function pagesOf({ pages = [] }: TestSite, links: readonly TestLink[]): PageSummary[] {
  return pages.map(({ mainText = '', ids: _ids, facts: _facts, ...page }, index) => ({
    indexability: indexabilityOf(page),
    number: index + 1,
    depth: page.url === HOME ? 0 : 1,
    title: `Title of ${page.url}`,
    metaDescription: `Description of ${page.url}, long enough for every check`,
    h1: `Heading of ${page.url}`,
    lang: 'en',
    canonicalUrl: null,
    isEligible: true,
    isNoindex: false,
    wordCount: mainText === '' ? 300 : mainText.split(' ').length,
    textHash: hashOf(mainText === '' ? page.url : mainText),
    alternates: [],
    paginationUrls: [],
    nofollowUrls: [],
    isInSitemap: false,
    inlinkCount: new Set(links.filter(link => link.to === page.url).map(link => link.from)).size,
    template: '',
    shareImages: [],
    likeness: '',
    ...page,
  }))
}

function indexabilityOf({ url, isNoindex, canonicalUrl = null }: Partial<PageSummary> & { url: string }): Indexability {
  if (isNoindex) return 'noindex'
  return canonicalUrl === null || canonicalUrl === url ? 'indexable' : 'canonicalised'
}

/** Pages are targets, too; an explicit target of the same URL takes the place of the page's. */
function targetsOf(site: TestSite, { pages, links }: { pages: PageSummary[]; links: readonly TestLink[] }): Target[] {
  const explicit = site.targets ?? []
  const own = pages.filter(page => !explicit.some(target => target.url === page.url))
  return [...own.map(({ url, number, depth }) => ({ url, number, depth })), ...explicit].map(target =>
    targetOf(target, links),
  )
}

function targetOf(target: TestTarget, links: readonly TestLink[]): Target {
  const { url, failure = null, hops = [] } = target
  const finalStatus = failure === null ? (target.finalStatus ?? target.status ?? OK) : null
  return {
    scope: new URL(url).hostname.replace(/^www\./, '') === 'site.test' ? 'internal' : 'external',
    number: null,
    depth: 1,
    status: hops[0]?.status ?? finalStatus,
    failure,
    failureDetail: '',
    skipReason: null,
    hops,
    finalUrl: hops.at(-1)?.location ?? url,
    finalStatus,
    mediaType: 'text/html',
    bytes: null,
    attempts: [],
    isBotChallenge: false,
    fileHeaders: null,
    kinds: [...new Set(links.filter(link => link.to === url).map(link => link.kind ?? 'anchor'))],
    ...target,
  }
}

function fits(target: Target, { scope, kinds, response, statusFrom, statusTo }: TargetFilter): boolean {
  const { status } = target
  if (scope !== undefined && target.scope !== scope) return false
  if (kinds !== undefined && !target.kinds.some(kind => kinds.includes(kind))) return false
  if (response !== undefined && responseKind(target) !== response) return false
  if (statusFrom !== undefined && (status === null || status < statusFrom)) return false
  return statusTo === undefined || (status !== null && status <= statusTo)
}

function responseKind(target: Target): TargetFilter['response'] {
  if (target.skipReason !== null) return 'skipped'
  if (target.hops.length > 0) return 'redirected'
  return target.failure === null ? 'responded' : 'failed'
}

interface InlinkQuery {
  url: string
  limit: number
  kinds: readonly LinkKind[] | undefined
}

function inlinksOf(
  { url, limit, kinds }: InlinkQuery,
  {
    pages,
    links,
    linkScores,
  }: { pages: PageSummary[]; links: readonly TestLink[]; linkScores: Record<string, number> },
): Inlinks {
  const places = links
    .filter(link => link.to === url && link.from !== url && (kinds?.includes(link.kind ?? 'anchor') ?? true))
    .filter((link, index, all) => all.findIndex(other => other.from === link.from) === index)
    .map(link => ({ ...placeOf(link), ...sourceOf(link.from, pages) }))
    .sort((a, b) => a.sourceNumber - b.sourceNumber)
  const isHighPriority = places.some(
    ({ sourceUrl, sourceDepth, region }) =>
      ['nav', 'header', 'footer'].includes(region) ||
      standingOf(sourceUrl, { depth: sourceDepth, linkScores }).isHighPriority,
  )
  return { total: places.length, places: places.slice(0, limit), isHighPriority }
}

function standingOf(
  url: string,
  { depth, linkScores }: { depth: number; linkScores: Record<string, number> },
): PageLinkScore {
  const linkScore = linkScores[url] ?? null
  return { linkScore, isHighPriority: depth === 0 || (linkScore ?? 0) >= TOP_SCORE }
}

function placeOf({
  from,
  kind = 'anchor',
  text = 'link',
  region = 'main',
  path = '',
  line = 1,
  isNofollow = false,
}: TestLink) {
  return { sourceUrl: from, kind, text, region, path, line, isNofollow }
}

/** Sources that are no page of the test stand deep in the site, so that they are no high-priority sources. */
function sourceOf(url: string, pages: readonly PageSummary[]): { sourceNumber: number; sourceDepth: number } {
  const page = pages.find(each => each.url === url)
  return { sourceNumber: page?.number ?? 1_000, sourceDepth: page?.depth ?? 3 }
}

function groupsOf(pages: readonly PageSummary[], key: GroupKey): PageGroup[] {
  const eligible = pages.filter(page => page.isEligible && page[key] !== '')
  return [...Map.groupBy(eligible, page => foldedKey(page[key]))]
    .map(([value, members]) => ({ value, pages: members, total: members.length }))
    .filter(group => group.total > 1)
    .sort((a, b) => b.total - a.total)
}

function fragmentOf({ places = [], ...missing }: TestFragment): MissingFragment {
  return { total: places.length, places, ...missing }
}

/** One-permutation MinHash of 128 bins; an empty one takes the value of the next that is filled. */
function signatureOf({ number, url, lang, wordCount, textHash }: PageSummary, texts: ReadonlyMap<string, string>) {
  const least = new Map<number, number>()
  for (const shingle of shinglesOf(texts.get(url) ?? '')) {
    const bin = shingle % BINS
    least.set(bin, Math.min(least.get(bin) ?? Number.POSITIVE_INFINITY, Math.floor(shingle / BINS) % 2 ** 32))
  }
  const minhash = Uint32Array.from({ length: BINS }, (_, bin) => {
    const filled = Array.from({ length: BINS }, (_, step) => least.get((bin + step) % BINS))
    return filled.find(value => value !== undefined) ?? 0
  })
  return { number, url, lang, wordCount, textHash, minhash }
}

/** 64 hexadecimal digits, as of SHA-256. */
function hashOf(text: string): string {
  let hash = 7
  for (const character of text) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  return hash.toString(16).padStart(8, '0').repeat(8)
}

/** The log of several tries with GET that ended alike. */
export function gets(...statuses: (number | null)[]): Attempt[] {
  return statuses.map((status, index) => attempt('GET', { status, atMs: index * 2_000 }))
}

/** HEAD first, then GET, as probes do. */
export function headThenGets(...statuses: (number | null)[]): Attempt[] {
  return statuses.map((status, index) => attempt(index === 0 ? 'HEAD' : 'GET', { status, atMs: index * 2_000 }))
}

function attempt(method: Attempt['method'], { status, atMs }: { status: number | null; atMs: number }): Attempt {
  return { atMs, method, status, failure: status === null ? 'dns' : null }
}

/** Redirects through the given URLs, one status for each hop. */
export function hops(statuses: readonly number[], ...urls: string[]): Hop[] {
  return statuses.map((status, index) => ({
    url: urls[index] ?? '',
    status,
    location: urls[index + 1] ?? '',
    elapsedMs: 5,
  }))
}
