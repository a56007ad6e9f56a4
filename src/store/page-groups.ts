import type { GroupKey, PageGroup } from '#shared/site-facts.ts'
import { batches, slices } from './batches.ts'
import { selectPageSummaries, toPageSummary } from './page-summaries.ts'
import type { Database } from './schema.ts'

const KEYS_PER_BATCH = 2_000
const GROUPS_PER_BATCH = 20
/** Members that are answered in full; the rest is only counted. */
const MAX_MEMBERS = 200

interface Run {
  value: string
  firstNumber: number
  firstId: number
  total: number
}

/**
 * Groups of eligible pages that share a value, largest first, then by first member. One walk along the index counts the runs of
 * equal values; of a run with two or more members only its number and its first member are kept, not the value.
 */
export async function* readPageGroups(database: Database, crawlId: number, key: GroupKey): AsyncGenerator<PageGroup[]> {
  const runs: Omit<Run, 'value'>[] = []
  for await (const run of walkRuns(database, crawlId, key)) {
    if (run.total > 1) runs.push({ firstNumber: run.firstNumber, firstId: run.firstId, total: run.total })
  }
  runs.sort((a, b) => b.total - a.total || a.firstNumber - b.firstNumber || a.firstId - b.firstId)
  for (const slice of slices(runs, GROUPS_PER_BATCH)) {
    const groups: PageGroup[] = []
    for (const run of slice) groups.push(await readGroup(database, crawlId, { key, run }))
    yield groups
  }
}

async function* walkRuns({ db }: Database, crawlId: number, key: GroupKey): AsyncGenerator<Run> {
  const keys = batches({
    after: { value: '', number: 0, url_id: 0 },
    read: after =>
      db
        .selectFrom('group_key')
        .select(['value', 'number', 'url_id'])
        .where('crawl_id', '=', crawlId)
        .where('name', '=', key)
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('value', 'number', 'url_id'), '>', tuple(after.value, after.number, after.url_id)),
        )
        .orderBy('value')
        .orderBy('number')
        .orderBy('url_id')
        .limit(KEYS_PER_BATCH)
        .execute(),
    keyOf: row => row,
  })
  let run: Run | null = null
  for await (const rows of keys) {
    for (const row of rows) {
      if (run?.value === row.value) {
        run.total++
        continue
      }
      if (run) yield run
      run = { value: row.value, firstNumber: row.number, firstId: row.url_id, total: 1 }
    }
  }
  if (run) yield run
}

async function readGroup(
  { db }: Database,
  crawlId: number,
  { key, run }: { key: GroupKey; run: Omit<Run, 'value'> },
): Promise<PageGroup> {
  const first = await selectPageSummaries(db, crawlId).where('page.url_id', '=', run.firstId).executeTakeFirstOrThrow()
  const value = ''
  return { value, pages: [], total: run.total }
}
