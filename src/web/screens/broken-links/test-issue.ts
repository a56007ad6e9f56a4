import type { IssueResponse } from '#shared/api/issues.ts'
import { testIssue } from '#shared/api/test-issue.ts'

/** The fields that the tests vary. */
interface Sketch {
  id: number
  isHigh?: boolean
  sources?: number
  statusCode?: number
  evidence?: IssueResponse['details']['evidence']
}

/** An issue about a broken link, for tests. */
export function brokenLinkIssue({ id, isHigh = false, sources = 1, statusCode, evidence = [] }: Sketch): IssueResponse {
  return testIssue({
    id,
    checkId: 'internal-link-broken',
    type: 'broken_link',
    message: 'Broken link',
    pageUrl: 'https://a.example/gone',
    details: { highPrioritySource: isHigh, statusCode, evidence },
    referringSources: Array.from({ length: sources }, (_, index) => `https://a.example/${index}`),
    referringSourceCount: sources,
  })
}
