/** Whether an issue that has left its list was closed by a check on this screen: its panel then stays, to say so. */
import type { QueryClient } from '@tanstack/react-query'
import type { IssueResponse } from '#shared/api/issues.ts'
import type { IssueChecksResponse } from '#shared/api/rechecks.ts'

type Issue = Pick<IssueResponse, 'id' | 'websiteId'>

export function checksKey({ id, websiteId }: Issue) {
  return ['issue-checks', websiteId, id] as const
}

export function isClosedHere(client: QueryClient, issue: Issue): boolean {
  return client.getQueryData<IssueChecksResponse>(checksKey(issue))?.checks[0]?.result === 'fixed'
}
