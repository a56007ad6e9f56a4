import * as z from 'zod/mini'
import { affectedPages } from '#shared/affected-pages.ts'
import type { IssueRow } from '#store/store.ts'
import { furtherPages, type IssueFilter, issueBatches } from '../batches.ts'
import { urlsInSegment } from '../segment-pages.ts'
import type { ExportOptions } from './export-format.ts'
import { type Column, exportTable } from './export-table.ts'
import { issueColumns } from './issue-table.ts'

interface AffectedPage extends IssueRow {
  affectedUrl: string
}

const columns: readonly Column<AffectedPage>[] = [
  ...issueColumns,
  {
    key: 'affectedUrl',
    head: 'Affected page',
    about: 'One of the pages that it touches.',
    schema: z.string(),
    value: page => page.affectedUrl,
  },
]

/** Rows that are gathered: most issues have one. */
const ENOUGH_ROWS = 500

/** Each issue once for each page that it touches: the issues in the order of their list, and of each the pages in the order of theirs. */
export const affectedPageTable = exportTable<AffectedPage, IssueFilter>({
  columns,
  async *batches({ filter, ...source }) {
    for await (const issues of issueBatches(source, filter)) {
      let rows: AffectedPage[] = []
      for (const issue of issues)
        for await (const urls of pagesOf(source, issue)) {
          for (const affectedUrl of urls) rows.push({ ...issue, affectedUrl })
          if (rows.length < ENOUGH_ROWS) continue
          yield await withinFilter(source, filter, rows)
          rows = []
        }
      yield await withinFilter(source, filter, rows)
    }
  },
})

/** Without pages that do not meet the conditions of the filter. */
async function withinFilter(
  { reading, crawl }: ExportOptions,
  { conditions }: IssueFilter,
  rows: AffectedPage[],
): Promise<AffectedPage[]> {
  if (!conditions) return rows
  const urls = rows.map(({ affectedUrl }) => affectedUrl)
  const wanted = await urlsInSegment(reading, { crawl, conditions, urls })
  return rows.filter(({ affectedUrl }) => wanted.has(affectedUrl))
}

async function* pagesOf(source: ExportOptions, issue: IssueRow): AsyncGenerator<string[]> {
  const named = new Set(affectedPages(issue))
  yield [...named]
  yield* furtherPages(source, issue, named)
}
