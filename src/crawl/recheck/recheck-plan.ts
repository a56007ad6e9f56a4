import type { RecheckScope } from '#checks/recheck-scope.ts'
import { type Evidence, resourceLinkKinds } from '#shared/model.ts'
import { FIRST_RECHECK_PAGES, MAX_RECHECK_PAGES } from '#shared/recheck.ts'
import type { SiteFactsCrawl, Target } from '#shared/site-facts.ts'
import type { IssueRow } from '#store/store.ts'

/**
 * Which URLs are requested when one issue is checked again: those that the issue itself names, as the crawl knew them. Pages are
 * visited again, everything else is probed when a visited page still names it.
 */
export interface RecheckPlan {
  /** The start page of the site. */
  homeUrl: string
  visits: string[]
  probes: string[]
  checksHost: boolean
  /** Of the visited URLs, those that gave a page when the site was crawled. Unless they do so again, there is no result. */
  wasRead: string[]
  /** Pages that the issue touches, and how many of them are visited. */
  affected: { visited: string[]; total: number }
  /** Everything that the issue names is requested: no list was cut, neither here nor when the issue was stored. */
  isWhole: boolean
}

const MAX_RECHECK_PROBES = 20
/** URLs of an issue that are looked up; a group may have thousands. */
const MAX_NAMED = 200

export interface PlannedIssue {
  issue: IssueRow
  /** Of a check of pages, which needs nothing but these of its pages; null for a check of the site. */
  pages: readonly string[] | null
  scope: Exclude<RecheckScope, 'whole-crawl'>
}

/** Of all pages of a cause, the part that must agree once the first are fixed. */
const FURTHER_PART = 0.1

/**
 * The pages of an issue of a page check, in the order of requesting them. A cause is fixed on three of its pages first: only then a further
 * tenth of them is requested, as far as the issue lists them, and must agree.
 */
export function pagesToCheck({ pageUrl, details, affectedCount }: IssueRow): string[][] {
  const pages = details.affectedUrls ?? [pageUrl]
  const further = Math.min(Math.ceil(affectedCount * FURTHER_PART), MAX_RECHECK_PAGES)
  return [pages.slice(0, FIRST_RECHECK_PAGES), pages.slice(FIRST_RECHECK_PAGES, FIRST_RECHECK_PAGES + further)].filter(
    some => some.length > 0,
  )
}

type KnownTarget = Pick<Target, 'number' | 'scope' | 'kinds' | 'skipReason'>

/** The URLs of the issue as the crawl knew them. */
export interface KnownSite {
  crawl: Pick<SiteFactsCrawl, 'homeUrl' | 'seedUrl'>
  target(url: string): Promise<KnownTarget | null>
  /** null for what gave no page. */
  page(url: string): Promise<unknown>
}

export async function planRecheck(site: KnownSite, { issue, pages, scope }: PlannedIssue): Promise<RecheckPlan> {
  const homeUrl = site.crawl.homeUrl ?? site.crawl.seedUrl
  const named = pages ?? namedBy(issue)
  const plan: RecheckPlan = {
    homeUrl,
    visits: [],
    probes: [],
    checksHost: scope === 'host',
    wasRead: [],
    affected: { visited: [], total: pages?.length ?? issue.affectedCount },
    isWhole: named.length <= MAX_NAMED && !issue.details.evidence.some(isCutShort),
  }
  // Facts of the whole site come from its start page, so the check finds them where the crawl did.
  const urls = new Set([...(pages ? [] : [homeUrl]), ...named.slice(0, MAX_NAMED)])
  for (const url of urls) plan.isWhole = (await take(site, { url, plan })) && plan.isWhole
  const touched = affectedUrls(issue)
  plan.affected.visited = plan.visits.filter(url => touched.has(url))
  return plan
}

/** False when the plan is full. */
async function take(
  site: Omit<KnownSite, 'crawl'>,
  { url, plan }: { url: string; plan: RecheckPlan },
): Promise<boolean> {
  const list = isVisited(await site.target(url)) ? plan.visits : plan.probes
  if (list.length >= (list === plan.visits ? MAX_RECHECK_PAGES : MAX_RECHECK_PROBES)) return false
  list.push(url)
  if (list === plan.visits && (await site.page(url)) !== null) plan.wasRead.push(url)
  return true
}

function isCutShort(entry: Evidence): boolean {
  return entry.kind === 'urls' && entry.total > entry.urls.length
}

function isVisited(target: KnownTarget | null): boolean {
  return target !== null && target.number !== null && target.scope === 'internal' && !isFile(target)
}

/** What pages load is probed, as the crawl did. */
function isFile({ kinds, skipReason }: KnownTarget): boolean {
  return skipReason === 'type' || (kinds.length > 0 && kinds.every(kind => resourceLinkKinds.includes(kind)))
}

export function affectedUrls({ details, pageUrl }: Pick<IssueRow, 'details' | 'pageUrl'>): Set<string> {
  const lists = [details.duplicateUrls, details.affectedUrls, details.referringSources]
  const urls = lists.flatMap(list => list ?? [])
  return new Set(urls.length === 0 ? [pageUrl] : urls)
}

/** The subject first, then the pages that name it, then other URLs of the evidence. */
function namedBy(issue: IssueRow): string[] {
  const { details, pageUrl } = issue
  const named = [pageUrl, details.targetUrl, details.sourceUrl, details.directReferrer, ...affectedUrls(issue)]
  const images = (details.imageData ?? []).map(({ src }) => src)
  const shown = details.evidence.flatMap(entry => {
    if (entry.kind === 'url') return [entry.url]
    if (entry.kind === 'urls') return entry.urls
    if (entry.kind === 'hops') return entry.hops.flatMap(({ url, location }) => [url, location])
    if (entry.kind === 'places') return entry.places.map(({ sourceUrl }) => sourceUrl)
    return entry.kind === 'table' ? entry.rows.flat() : []
  })
  const urls = [...named, ...images, ...shown].filter((url): url is string => url !== undefined && isWebUrl(url))
  return [...new Set(urls)]
}

function isWebUrl(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text) && URL.canParse(text)
}
