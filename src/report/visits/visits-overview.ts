import type { VisitImportResponse, VisitsResponse } from '#shared/api/visits.ts'
import { botById } from '#shared/bots.ts'
import { isoTime } from '#shared/iso-time.ts'
import type { PageCondition } from '#shared/page-conditions.ts'
import { type BotVisits, sumBotVisits } from '#shared/visits.ts'
import type { CrawlRow, Store, VisitImportRow } from '#store/store.ts'
import { publishedRanges } from '#visits/bot-ranges.data.ts'
import { prepareVisits } from './prepare-visits.ts'

const OK = { column: 'status', operator: 'is', value: 200 } as const satisfies PageCondition

/** Pages that links or a sitemap lead to and no one has visited; and those that no bot has requested. */
export const neverVisited: readonly PageCondition[] = [OK, { column: 'visits', operator: 'is', value: 0 }]
export const neverByBots: readonly PageCondition[] = [OK, { column: 'botRequests', operator: 'is', value: 0 }]

/** What the files of a website say, and how it fits the crawl. */
export async function visitsOverview(
  store: Pick<Store, 'visits' | 'reading'>,
  crawl: CrawlRow,
): Promise<Omit<VisitsResponse, 'maxUploadBytes'>> {
  const join = await prepareVisits(store, crawl)
  const imports = await store.visits.imports(crawl.websiteId)
  const count = (conditions: readonly PageCondition[]) => store.reading.countPages(crawl.id, { conditions })
  return {
    imports: imports.map(importResponse),
    totals: join?.totals ?? null,
    pages: join === null ? null : { neverVisited: await count(neverVisited), neverByBots: await count(neverByBots) },
    bots: botsOf(imports),
    people: imports.reduce((sum, { summary }) => sum + summary.people, 0),
  }
}

export function importResponse({ id, kind, name, createdMs, summary }: VisitImportRow): VisitImportResponse {
  return { id, kind, name, addedAt: isoTime(createdMs), summary }
}

function botsOf(imports: readonly VisitImportRow[]): VisitsResponse['bots'] {
  const sums = new Map<string, BotVisits & { statuses: Record<string, number> }>()
  for (const { id, statuses, ...visits } of imports.flatMap(({ summary }) => summary.bots)) {
    const sum = sums.get(id) ?? { requests: 0, verified: 0, outside: 0, lastMs: 0, statuses: {} }
    sumBotVisits(sum, visits)
    for (const [name, count] of Object.entries(statuses)) sum.statuses[name] = (sum.statuses[name] ?? 0) + count
    sums.set(id, sum)
  }
  return [...sums]
    .map(([id, { lastMs, ...sum }]) => {
      const { name, maker, kind, ranges } = botById(id)
      const rangesDate = ranges === undefined ? null : publishedRanges[ranges].date
      return { id, name, maker, kind, ...sum, lastAt: lastMs === 0 ? null : isoTime(lastMs), rangesDate }
    })
    .sort((one, other) => other.requests - one.requests)
}
