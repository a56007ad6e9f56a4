import { HTTP_NOT_MODIFIED, isErrorStatus, isRedirection } from '#shared/http-status.ts'
import {
  addVisits,
  type JoinedUrl,
  noVisits,
  type UrlVisits,
  type VisitKind,
  type VisitList,
  type VisitRow,
  type VisitTotals,
  visitLists,
  type WasteReason,
  wasteReasons,
} from '#shared/visits.ts'
import { urlVariants } from './requested-url.ts'

/** Joins the URLs of files to those of a crawl. */

export type FindUrls = (urls: readonly string[]) => Promise<ReadonlyMap<string, JoinedUrl>>

/** URLs looked up at once; each has up to eight spellings. */
const AT_ONCE = 50

/** Adds the sums of a file, by URL. */
export function addUrls(merged: Map<string, UrlVisits>, urls: readonly UrlVisits[]): void {
  for (const visits of urls) {
    const known = merged.get(visits.url) ?? noVisits(visits.url)
    addVisits(known, visits)
    merged.set(visits.url, known)
  }
}

/** Batches of rows, those of one page beside each other in no order. */
export async function* joinVisits(
  merged: ReadonlyMap<string, UrlVisits>,
  { kinds, findUrls, isListOnly }: { kinds: ReadonlySet<VisitKind>; findUrls: FindUrls; isListOnly: boolean },
): AsyncGenerator<VisitRow[]> {
  const all = [...merged.values()]
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const some = all.slice(at, at + AT_ONCE)
    const variants = some.map(({ url }) => urlVariants(url))
    const found = await findUrls([...new Set(variants.flat())])
    yield some.map((visits, index) => {
      const known = variants[index]?.map(url => found.get(url)).find(each => each !== undefined) ?? null
      return rowOf(visits, { known, kinds, isListOnly, variants: variants[index] ?? [] })
    })
  }
}

function rowOf(
  visits: UrlVisits,
  {
    known,
    kinds,
    variants,
    isListOnly,
  }: {
    known: JoinedUrl | null
    kinds: ReadonlySet<VisitKind>
    variants: readonly string[]
    /** No link was followed, so what is linked is not known. */
    isListOnly: boolean
  },
): VisitRow {
  const { url, clicks, impressions, weightedPosition, sessions, people, bots, statuses } = visits
  const seen = Object.values(bots)
  const sum = (of: 'requests' | 'verified') => seen.reduce((total, bot) => total + bot[of], 0)
  const lastMs = Math.max(0, ...seen.map(bot => bot.lastMs))
  const waste = wasteOf(visits, known)
  return {
    url,
    page: known === null ? null : pageOf(known, variants),
    clicks,
    impressions,
    position: impressions === 0 ? null : weightedPosition / impressions,
    visits: kinds.has('analytics') ? sessions : people,
    botRequests: sum('requests'),
    verifiedRequests: sum('verified'),
    lastBotMs: lastMs === 0 ? null : lastMs,
    bots,
    statuses: Object.fromEntries(statuses),
    crawlStatus: known?.status ?? null,
    waste: waste?.reason ?? null,
    wasteRequests: waste?.requests ?? 0,
    isUnlinked: !isListOnly && clicks + sessions + people > 0 && !isFile(url) && !(known?.isLinked ?? false),
    isStatusDifferent: isStatusDifferent(statuses, known?.status ?? null),
  }
}

/** A redirect to another spelling of the same URL passes its figures on; any other redirect is a URL of its own. */
function pageOf({ url, finalUrl }: JoinedUrl, variants: readonly string[]): string {
  return variants.includes(finalUrl) ? finalUrl : url
}

const FILE =
  /\.(?:css|m?js|map|json|xml|txt|ico|png|jpe?g|gif|webp|avif|svg|bmp|woff2?|ttf|otf|eot|mp[34]|webm|ogg|wasm)$/i

/** Files that pages consist of: links name pages. */
function isFile(url: string): boolean {
  return FILE.test(URL.parse(url)?.pathname ?? '')
}

/** What most requests of bots to the URL were wasted by. */
function wasteOf(
  { url, statuses }: UrlVisits,
  known: JoinedUrl | null,
): { reason: WasteReason; requests: number } | null {
  const requests: Record<WasteReason, number> = { error: 0, redirect: 0, blocked: 0, noindex: 0, parameters: 0 }
  const sent = sentReason(url, known)
  for (const [status, count] of statuses) {
    if (isErrorStatus(status)) requests.error += count
    else if (isRedirection(status) && status !== HTTP_NOT_MODIFIED) requests.redirect += count
    else if (sent !== null) requests[sent] += count
  }
  const total = Object.values(requests).reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const reason = wasteReasons.reduce((most, each) => (requests[each] > requests[most] ? each : most))
  return { reason, requests: total }
}

/** Why a response that was sent helps no search engine. */
function sentReason(url: string, known: JoinedUrl | null): WasteReason | null {
  if (known?.isBlocked) return 'blocked'
  if (known?.indexability === 'noindex' || known?.indexability === 'canonicalised') return 'noindex'
  return url.includes('?') && known === null ? 'parameters' : null
}

/** Whether most responses to bots had another status code; 304 says that nothing has changed since a 200. */
function isStatusDifferent(statuses: UrlVisits['statuses'], crawlStatus: number | null): boolean {
  if (crawlStatus === null) return false
  const counted = statuses.filter(([status]) => status !== HTTP_NOT_MODIFIED)
  // Of as many, the lower one.
  const [most] = counted.sort(([one, ones], [other, others]) => others - ones || one - other)
  return most !== undefined && most[0] !== crawlStatus
}

export function noTotals(): VisitTotals {
  return {
    urls: 0,
    clicks: 0,
    impressions: 0,
    visits: 0,
    botRequests: 0,
    verifiedRequests: 0,
    lists: { all: 0, unlinked: 0, waste: 0, status: 0 },
    waste: { error: 0, redirect: 0, blocked: 0, noindex: 0, parameters: 0 },
  }
}

export function addToTotals(totals: VisitTotals, row: VisitRow): void {
  totals.urls += 1
  for (const name of ['clicks', 'impressions', 'visits', 'botRequests', 'verifiedRequests'] as const)
    totals[name] += row[name]
  for (const list of visitLists) if (isInList(row, list)) totals.lists[list] += 1
  if (row.waste !== null) totals.waste[row.waste] += row.wasteRequests
}

export function isInList(row: VisitRow, list: VisitList): boolean {
  switch (list) {
    case 'unlinked':
      return row.isUnlinked
    case 'waste':
      return row.waste !== null
    case 'status':
      return row.isStatusDifferent
    default:
      return true
  }
}
