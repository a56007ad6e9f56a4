import type { FoundCauses } from '#shared/page-record.ts'
import { batches } from '../database/batches.ts'
import type { CrawlDatabase } from '../database/database.ts'
import type { FencedWrite } from '../database/fenced.ts'
import { pageBit } from '../pages/page-parts.ts'

const INSERT_CAUSE = `insert into found_cause (crawl_id, check_id, cause_key, part, pages, described) values (?, ?, ?, ?, ?, ?)
  on conflict (crawl_id, check_id, cause_key, part)
  do update set pages = found_cause.pages | excluded.pages, described = found_cause.described | excluded.described`

/** The causes of one page. */
export interface PageCauses {
  /** Of the frontier. */
  number: number
  causes: readonly FoundCauses[]
}

interface FoundPages {
  part: number
  pages: number
  described: number
}

/** Notes which causes each page has, until `mergeCauses` makes findings of those that several pages share. */
export async function insertFoundCauses(
  { transaction, specifics, crawlId }: FencedWrite,
  pages: readonly PageCauses[],
): Promise<void> {
  const byCheck = new Map<string, Map<number, FoundPages[]>>()
  for (const { number, causes } of pages) {
    const { part, bit } = pageBit(number)
    for (const { checkId, keys, describedCount } of causes) {
      const byKey = byCheck.get(checkId) ?? new Map<number, FoundPages[]>()
      byCheck.set(checkId, byKey)
      for (const [index, key] of keys.entries()) {
        const parts = byKey.get(key) ?? []
        byKey.set(key, parts)
        const found = parts.find(each => each.part === part) ?? { part, pages: 0, described: 0 }
        if (found.pages === 0) parts.push(found)
        found.pages += bit
        if (index < describedCount) found.described += bit
      }
    }
  }
  const rows = [...byCheck].flatMap(([checkId, byKey]) =>
    [...byKey].flatMap(([key, parts]) =>
      parts.map(found => [crawlId, checkId, key, found.part, found.pages, found.described]),
    ),
  )
  await specifics.runEach(transaction, { statement: INSERT_CAUSE, rows })
}

export interface CausePart extends FoundPages {
  key: number
}

/** Rows read at once. */
const PARTS_AT_ONCE = 1_000

/** The pages of each cause of a check, those of one cause side by side. */
export function readParts({ db, crawlId }: CrawlDatabase, checkId: string): AsyncGenerator<CausePart[]> {
  return batches<CausePart | null, CausePart>({
    after: null,
    read: async after =>
      await db
        .selectFrom('found_cause')
        .select(['cause_key as key', 'part', 'pages', 'described'])
        .where('crawl_id', '=', crawlId)
        .where('check_id', '=', checkId)
        .$if(after !== null, parts =>
          parts.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('cause_key', 'part'), '>', tuple(after?.key ?? 0, after?.part ?? 0)),
          ),
        )
        .orderBy('cause_key')
        .orderBy('part')
        .limit(PARTS_AT_ONCE)
        .execute(),
    keyOf: row => row,
  })
}
