import { suppressedReasons } from '#shared/issue-settings.ts'
import type { SuppressedIssueRow } from '#store/store.ts'

/** Why an issue is kept out of the report, as somebody has said it. */
export function mutedReason({ cause }: Pick<SuppressedIssueRow, 'cause'>): string {
  return cause.kind === 'muted' ? cause.reason : suppressedReasons[cause.kind]
}
