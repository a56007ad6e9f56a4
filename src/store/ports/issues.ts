import type { IssueCategory, IssueType, Severity } from '#shared/model.ts'

export interface IssueQuery {
  /** Only what follows this issue in the list: batches of an export, without counting through all that came before. */
  afterId?: number
  offset?: number
  limit?: number
  types?: readonly IssueType[]
  severity?: Severity
  checkId?: string
  /** The page itself, the source and any affected URL. */
  url?: string
  /** Case-insensitive substring of URL, type and message. */
  search?: string
  category?: IssueCategory
}

/** How far the issues of one check and severity reach. */
export interface StoredReach {
  checkId: string
  severity: Severity
  issueCount: number
  /** Those among them that are about the whole host. */
  hostWideCount: number
  /** Pages that the others touch, added up over them. */
  affected: number
}
