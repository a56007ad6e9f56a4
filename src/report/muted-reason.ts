import { setAsideReasons } from '#shared/issue-settings.ts'
import type { SetAsideIssueRow } from '#store/store.ts'

/** Why an issue is kept out of the report, as somebody has said it. */
export function mutedReason({ cause }: Pick<SetAsideIssueRow, 'cause'>): string {
  return cause.kind === 'muted' ? cause.reason : setAsideReasons[cause.kind]
}
