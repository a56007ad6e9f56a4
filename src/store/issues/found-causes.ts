import type { NewIssue } from '#shared/model.ts'
import type { FencedWrite } from '../database/fenced.ts'

const INSERT_CAUSE = `insert into found_cause (crawl_id, check_id, cause_key, url_id, is_described) values (?, ?, ?, ?, ?)`

/** The issues of one page. */
export interface PageIssues {
  urlId: number
  issues: readonly NewIssue[]
}

/** Those that are stored while pages are visited: issues without anything of their own are only counted as pages of their causes. */
export function describedIssues(pages: readonly PageIssues[]): NewIssue[] {
  return pages.flatMap(({ issues }) => issues.filter(issue => !issue.isShared))
}

/** Notes which causes each page has, until `mergeCauses` makes findings of those that several pages share. */
export async function insertFoundCauses(
  { transaction, specifics, crawlId }: FencedWrite,
  pages: readonly PageIssues[],
): Promise<void> {
  const rows = pages.flatMap(({ urlId, issues }) =>
    issues.flatMap(({ checkId, foundCauses = [], details, isShared }) => {
      const described = new Set(isShared ? [] : details.causeKeys)
      return foundCauses.map(key => [crawlId, checkId, key, urlId, described.has(key) ? 1 : 0])
    }),
  )
  await specifics.runEach(transaction, { statement: INSERT_CAUSE, rows })
}
