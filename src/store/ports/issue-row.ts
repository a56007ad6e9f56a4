import type { NewIssue, Severity } from '#shared/model.ts'

/** An issue as it is stored. */
export interface IssueRow extends NewIssue {
  id: number
  discoveredMs: number
  /** What its check said, where the settings of the website say otherwise. */
  ownSeverity?: Severity
}
