import { sql } from 'kysely'
import type { PageColumns } from '#shared/page-record.ts'
import type { GroupKey, PageGroup } from '#shared/site-facts.ts'
import { batches, slices } from '../database/batches.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { isBeyond, isText, textForLookup } from '../database/indexed-text.ts'
import { comparePageKeys, type PageKey } from './page-key.ts'
import { unpackColumns } from './page-row.ts'
import { selectPageSummaries, toPageSummary } from './page-summaries.ts'

const KEYS_PER_BATCH = 2_000
const GROUPS_PER_BATCH = 20
/** Members that are returned; the rest is only counted. */
const MAX_MEMBERS = 200

const columnOf = {
  title: 'titleKey',
  metaDescription: 'metaDescriptionKey',
  h1: 'h1Key',
  textHash: 'textHash',
} as const satisfies Record<GroupKey, keyof PageColumns>

/** Members of a group, side by side in the index; the key is that of the first. */
interface Run extends PageKey {
  total: number
}

/**
 * Groups of eligible pages that share a value, largest first, then by first member. One walk along the index counts the runs of
 * equal values; of a run with two or more members only its number and its first member are kept, not the value.
 */
export async function* readPageGroups(crawl: CrawlDatabase, key: GroupKey): AsyncGenerator<PageGroup[]> {
  const runs = await readRuns(crawl, key)
  runs.sort((a, b) => b.total - a.total || comparePageKeys(a, b))
  for (const slice of slices(runs, GROUPS_PER_BATCH)) {
    const groups: PageGroup[] = []
    for (const run of slice) groups.push(await readGroup(crawl, { key, ...run }))
    yield groups
  }
}

/** Runs of two or more members. */
async function readRuns({ db, specifics, crawlId }: CrawlDatabase, key: GroupKey): Promise<Run[]> {
  const byValue = sql.raw(specifics.indexedText.lookupKey('value'))
  const columns = [byValue, sql.ref('number'), sql.ref('url_id')]
  const all = db
    .selectFrom('group_key')
    .select(['value', 'number', 'url_id as urlId'])
    .where('crawl_id', '=', crawlId)
    .where('name', '=', key)
    .orderBy(byValue)
    .orderBy('number')
    .orderBy('url_id')
    .limit(KEYS_PER_BATCH)
  const keys = batches<(PageKey & { value: string }) | null, PageKey & { value: string }>({
    after: null,
    read: async after => {
      if (after === null) return await all.execute()
      const values = [textForLookup({ specifics }, after.value), sql`${after.number}`, sql`${after.urlId}`]
      return await all.where(isBeyond(columns, '>', values)).execute()
    },
    keyOf: row => row,
  })
  const runs: Run[] = []
  let value: string | null = null
  for await (const rows of keys) {
    for (const row of rows) {
      const run = runs.at(-1)
      if (run && row.value === value) run.total++
      else {
        // The one before has no other member.
        if (run?.total === 1) runs.pop()
        runs.push({ number: row.number, urlId: row.urlId, total: 1 })
        value = row.value
      }
    }
  }
  if (runs.at(-1)?.total === 1) runs.pop()
  return runs
}

async function readGroup(crawl: CrawlDatabase, { key, urlId, total }: Run & { key: GroupKey }): Promise<PageGroup> {
  const first = await selectPageSummaries(crawl).where('page.url_id', '=', urlId).executeTakeFirstOrThrow()
  const value = unpackColumns(first.columns)[columnOf[key]]
  const members = await selectPageSummaries(crawl)
    .innerJoin('group_key', join =>
      join.onRef('group_key.crawl_id', '=', 'page.crawl_id').onRef('group_key.url_id', '=', 'page.url_id'),
    )
    .where('group_key.name', '=', key)
    .where(isText(crawl, 'group_key.value', value))
    .orderBy('group_key.number')
    .orderBy('group_key.url_id')
    .limit(MAX_MEMBERS)
    .execute()
  return { value, pages: members.map(toPageSummary), total }
}
