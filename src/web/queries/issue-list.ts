/** Answers of GET /api/issues in one shape, and lists grown from several of them. Pure. */
import * as z from 'zod/mini'
import { type IssueListResponse, type IssueResponse, issueListSchema, issueSchema } from '#shared/api/issues.ts'
import { ISSUES_PAGE_SIZE } from '#shared/constants.ts'

const listOrArraySchema = z.union([issueListSchema, z.array(issueSchema)])

/** Accepts the plain array, too (specification, section 3): it says nothing of a total, so a full batch means that more may come. */
export function parseIssueList(answer: unknown): IssueListResponse {
  const parsed = listOrArraySchema.parse(answer)
  if (!Array.isArray(parsed)) return parsed
  return {
    issues: parsed,
    totalCount: parsed.length,
    hasMore: parsed.length === ISSUES_PAGE_SIZE,
    currentPage: 1,
    pageCount: 1,
  }
}

export interface GrownIssueList {
  /** Without those whose id was there before: a list that changes between two requests repeats some. */
  issues: IssueResponse[]
  totalCount: number
}

export function mergeIssueLists(lists: readonly IssueListResponse[]): GrownIssueList {
  const byId = new Map<number, IssueResponse>()
  for (const { issues } of lists) for (const issue of issues) if (!byId.has(issue.id)) byId.set(issue.id, issue)
  return { issues: [...byId.values()], totalCount: Math.max(byId.size, lists.at(-1)?.totalCount ?? 0) }
}

/** Offset of the next batch; null when there is none, or when the last one brought nothing new and would do so for ever. */
export function nextOffset(lists: readonly IssueListResponse[]): number | null {
  const last = lists.at(-1)
  if (!last?.hasMore || last.issues.length === 0) return null
  if (lists.length > 1 && mergeIssueLists(lists).issues.length === mergeIssueLists(lists.slice(0, -1)).issues.length)
    return null
  return lists.reduce((sum, list) => sum + list.issues.length, 0)
}
