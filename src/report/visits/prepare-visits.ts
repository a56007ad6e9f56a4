import { setImmediate } from 'node:timers/promises'
import { isoDay } from '#shared/iso-time.ts'
import type { PageVisits, UrlVisits, VisitKind, VisitRow } from '#shared/visits.ts'
import type { CrawlRow, Store, VisitImportRow, VisitJoin } from '#store/store.ts'
import { addToTotals, addUrls, joinVisits, noTotals } from '#visits/join-visits.ts'

/** Pages whose clicks are added up by check, those with the most first. */
const MAX_CLICKED_PAGES = 5_000

type JoinedCrawl = Pick<CrawlRow, 'id' | 'websiteId' | 'status' | 'options'>

/** Of this process: two requests write the rows of a crawl once. */
const underWay = new Map<number, Promise<VisitJoin | null>>()

/**
 * Joins the files of a website to a complete crawl where that has not been done since the last change of the files. null where there are no
 * files, or the crawl is not complete. May be interrupted: rows without an end are written anew.
 */
export async function prepareVisits(store: Pick<Store, 'visits'>, crawl: JoinedCrawl): Promise<VisitJoin | null> {
  if (crawl.status !== 'complete') return null
  const imports = await store.visits.imports(crawl.websiteId)
  const joined = await store.visits.joined(crawl.id)
  if (imports.length === 0 && joined === null) return null
  const version = imports.map(({ id }) => id).join(',') || NO_FILES
  if (joined?.version !== version) {
    const running = underWay.get(crawl.id) ?? writeRows(store, { crawl, imports, version })
    underWay.set(crawl.id, running)
    try {
      return imports.length === 0 ? null : await running
    } finally {
      await running.finally(() => underWay.delete(crawl.id))
    }
  }
  return imports.length === 0 ? null : joined
}

const NO_FILES = 'none'

async function writeRows(
  { visits }: Pick<Store, 'visits'>,
  {
    crawl: { id: crawlId, options },
    imports,
    version,
  }: { crawl: JoinedCrawl; imports: readonly VisitImportRow[]; version: string },
): Promise<VisitJoin> {
  const kinds = new Set(imports.map(({ kind }) => kind))
  await visits.beginJoin(crawlId)
  const totals = noTotals()
  const none = noPageVisits(kinds)
  const byPage = new Map<string, PageVisits>()
  const merged = await mergedUrls(visits, imports)
  let id = 0
  const findUrls = (urls: readonly string[]) => visits.joinedUrls(crawlId, urls)
  for await (const rows of joinVisits(merged, { kinds, findUrls, isListOnly: options.isListOnly })) {
    for (const row of rows) {
      addToTotals(totals, row)
      if (row.page !== null) byPage.set(row.page, sumOf(byPage.get(row.page) ?? none, row))
    }
    await visits.addRows(
      crawlId,
      rows.map((row, index) => ({ ...row, id: id + index })),
    )
    id += rows.length
    await setImmediate()
  }
  await visits.setPageVisits(crawlId, { byUrl: byPage, none })
  const checkClicks = await visits.checkClicks(crawlId, mostClicked(byPage))
  const join = { version, totals, checkClicks }
  await visits.finishJoin(crawlId, join)
  return join
}

async function mergedUrls(
  visits: Store['visits'],
  imports: readonly VisitImportRow[],
): Promise<ReadonlyMap<string, UrlVisits>> {
  const merged = new Map<string, UrlVisits>()
  for (const { id } of imports) {
    addUrls(merged, await visits.urlsOfImport(id))
    await setImmediate()
  }
  return merged
}

/** What a page has that no file names: 0, and null for a figure that no file has. */
function noPageVisits(kinds: ReadonlySet<VisitKind>): PageVisits {
  const clicks = kinds.has('search') ? 0 : null
  return {
    clicks,
    impressions: clicks,
    visits: kinds.has('analytics') || kinds.has('logs') ? 0 : null,
    botRequests: kinds.has('logs') ? 0 : null,
    lastBotVisit: '',
  }
}

/** Several URLs of the files may be one page. */
function sumOf(sum: PageVisits, row: VisitRow): PageVisits {
  const added = (known: number | null, more: number) => (known === null ? null : known + more)
  const day = row.lastBotMs === null ? '' : isoDay(row.lastBotMs)
  return {
    clicks: added(sum.clicks, row.clicks),
    impressions: added(sum.impressions, row.impressions),
    visits: added(sum.visits, row.visits),
    botRequests: added(sum.botRequests, row.botRequests),
    lastBotVisit: day > sum.lastBotVisit ? day : sum.lastBotVisit,
  }
}

function mostClicked(byPage: ReadonlyMap<string, PageVisits>): Map<string, number> {
  const clicked = [...byPage].flatMap(([url, { clicks }]) => (clicks ? [[url, clicks] as const] : []))
  return new Map(clicked.sort(([, one], [, other]) => other - one).slice(0, MAX_CLICKED_PAGES))
}

/** Clicks of the pages that the issues of each check affect; null without an export of Search Console. */
export async function clicksByCheck(
  store: Pick<Store, 'visits'>,
  crawl: JoinedCrawl,
): Promise<Readonly<Record<string, number>> | null> {
  const join = await prepareVisits(store, crawl)
  return join !== null && join.totals.impressions > 0 ? join.checkClicks : null
}
