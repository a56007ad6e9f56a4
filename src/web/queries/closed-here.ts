/** Whether an issue that has left its list was closed by a check on this screen: its panel then stays, to say so. */
import type { QueryClient } from '@tanstack/react-query'
import type { IssueAnswer } from '#shared/api/issues.ts'
import type { IssueChecksAnswer } from '#shared/api/rechecks.ts'

type Issue = Pick<IssueAnswer, 'id' | 'websiteId'>

export function checksKey({ id, websiteId }: Issue) {
  return ['issue-checks', websiteId, id] as const
}

export function isClosedHere(client: QueryClient, issue: Issue): boolean {
  return client.getQueryData<IssueChecksAnswer>(checksKey(issue))?.checks[0]?.result === 'mended'
}
