import { sql } from 'kysely'
import type { VisitList, VisitRow, VisitSort, WasteReason } from '#shared/visits.ts'
import type { CrawlDatabase } from '../database/database.ts'

/** Which rows of the visits. */
export interface VisitFilter {
  list?: VisitList | undefined
  waste?: WasteReason | undefined
  /** A text in the URL, ignoring case. */
  search?: string | undefined
  /** Id of a bot that requested it. */
  bot?: string | undefined
}

export interface VisitQuery extends VisitFilter {
  sort?: VisitSort | undefined
  isAscending?: boolean | undefined
  offset?: number | undefined
  limit: number
}

const sortColumns = {
  clicks: 'clicks',
  impressions: 'impressions',
  visits: 'visits',
  bots: 'bot_requests',
  waste: 'waste_requests',
  last: 'last_bot_ms',
  url: 'url',
} as const satisfies Record<VisitSort, string>

/** URLs of the visits as they are joined to the crawl, those with the highest figure first. */
export async function readVisitRows(crawl: CrawlDatabase, query: VisitQuery): Promise<VisitRow[]> {
  const { sort = 'bots', isAscending = sort === 'url', offset = 0, limit } = query
  const rows = await filtered(crawl, query)
    .select('row')
    .orderBy(sortColumns[sort], isAscending ? 'asc' : 'desc')
    .orderBy('url')
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map(({ row }) => JSON.parse(row))
}

export async function countVisitRows(crawl: CrawlDatabase, filter: VisitFilter): Promise<number> {
  const { count } = await filtered(crawl, filter)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function filtered({ db, crawlId, specifics }: CrawlDatabase, { list, waste, search, bot }: VisitFilter) {
  let chosen = db.selectFrom('visit_url').where('crawl_id', '=', crawlId)
  if (list === 'unlinked') chosen = chosen.where('is_unlinked', '=', 1)
  if (list === 'status') chosen = chosen.where('is_status_different', '=', 1)
  if (list === 'waste') chosen = chosen.where('waste', '!=', '')
  if (waste !== undefined) chosen = chosen.where('waste', '=', waste)
  if (search !== undefined) chosen = chosen.where(specifics.contains(sql.ref('url'), search))
  // As the JSON of the row has it: names of bots are ours.
  if (bot !== undefined) chosen = chosen.where(specifics.contains(sql.ref('row'), `"${bot}":{"requests":`))
  return chosen
}
