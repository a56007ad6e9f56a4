import { botById } from '#shared/bots.ts'
import { isoTime } from '#shared/iso-time.ts'
import { type VisitRow, visitRowSchema, wasteLabels } from '#shared/visits.ts'
import type { VisitFilter } from '#store/store.ts'
import { type Column, exportTable } from './export-table.ts'

const { shape } = visitRowSchema
const ROWS_AT_ONCE = 1_000

const columns: readonly Column<VisitRow>[] = [
  { key: 'url', head: 'URL', about: 'As the files have it.', schema: shape.url, value: row => row.url },
  {
    key: 'page',
    head: 'Page of the crawl',
    about: 'The URL of the crawl that it counts for; null where the crawl does not know it.',
    schema: shape.page,
    value: row => row.page,
  },
  { key: 'clicks', head: 'Clicks', about: 'Of Search Console.', schema: shape.clicks, value: row => row.clicks },
  {
    key: 'impressions',
    head: 'Impressions',
    about: 'Of Search Console.',
    schema: shape.impressions,
    value: row => row.impressions,
  },
  {
    key: 'position',
    head: 'Position',
    about: 'Of Search Console, weighted by impressions.',
    schema: shape.position,
    value: row => row.position,
  },
  {
    key: 'visits',
    head: 'Visits',
    about: 'Of analytics, else requests of browsers.',
    schema: shape.visits,
    value: row => row.visits,
  },
  {
    key: 'botRequests',
    head: 'Bot requests',
    about: 'Requests that claim to come from a bot.',
    schema: shape.botRequests,
    value: row => row.botRequests,
  },
  {
    key: 'verifiedRequests',
    head: 'Verified bot requests',
    about: 'Those from the published IP ranges of its maker.',
    schema: shape.verifiedRequests,
    value: row => row.verifiedRequests,
  },
  {
    head: 'Last bot visit',
    about: 'Time of the last request of a bot.',
    value: row => isoTime(row.lastBotMs),
  },
  { key: 'lastBotMs', about: 'Epoch milliseconds of the last.', schema: shape.lastBotMs, value: row => row.lastBotMs },
  {
    head: 'Bots',
    about: 'Names of the bots.',
    value: row =>
      Object.keys(row.bots)
        .map(id => botById(id).name)
        .join(', '),
  },
  { key: 'bots', about: 'Requests by bot.', schema: shape.bots, value: row => row.bots },
  { key: 'statuses', about: 'Status codes that bots saw.', schema: shape.statuses, value: row => row.statuses },
  {
    key: 'crawlStatus',
    head: 'Status in the crawl',
    about: 'Status code in the crawl.',
    schema: shape.crawlStatus,
    value: row => row.crawlStatus,
  },
  {
    head: 'Status codes for bots',
    about: 'Status codes that bots saw, with their number.',
    value: row =>
      Object.entries(row.statuses)
        .map(([status, count]) => `${status} × ${count}`)
        .join(', '),
  },
  {
    head: 'Waste',
    about: 'Why requests of bots were wasted.',
    value: row => (row.waste === null ? null : wasteLabels[row.waste]),
  },
  { key: 'waste', about: 'Why requests of bots were wasted.', schema: shape.waste, value: row => row.waste },
  {
    key: 'wasteRequests',
    head: 'Wasted requests',
    about: 'How many of them.',
    schema: shape.wasteRequests,
    value: row => row.wasteRequests,
  },
  {
    key: 'isUnlinked',
    head: 'Without a link',
    about: 'Visited, and no link of the crawl reaches it.',
    schema: shape.isUnlinked,
    value: row => row.isUnlinked,
  },
  {
    key: 'isStatusDifferent',
    head: 'Status differs',
    about: 'Bots mostly saw another status code than the crawl.',
    schema: shape.isStatusDifferent,
    value: row => row.isStatusDifferent,
  },
]

/** URLs of files of visits, joined to the crawl, by URL. */
export const visitTable = exportTable<VisitRow, VisitFilter>({
  columns,
  async *batches({ reading, crawl, filter }) {
    for (let offset = 0; ; offset += ROWS_AT_ONCE) {
      const rows = await reading.visitRows(crawl.id, { ...filter, sort: 'url', offset, limit: ROWS_AT_ONCE })
      if (rows.length > 0) yield rows
      if (rows.length < ROWS_AT_ONCE) return
    }
  },
})
