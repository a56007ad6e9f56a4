import type { IssueResponse } from '#shared/api/issues.ts'

/** The fields that the tests vary. */
interface Sketch {
  id: number
  isHigh?: boolean
  sources?: number
  statusCode?: number
  evidence?: IssueResponse['details']['evidence']
}

/** An issue about a broken link, for tests. */
export function testIssue({ id, isHigh = false, sources = 1, statusCode, evidence = [] }: Sketch): IssueResponse {
  const url = 'https://a.example/gone'
  const text = 'Broken link'
  return {
    id,
    websiteId: 1,
    checkId: 'internal-link-broken',
    type: 'broken_link',
    severity: 'error',
    message: text,
    pageUrl: url,
    details: { highPrioritySource: isHigh, statusCode, evidence },
    discovered: '2025-01-01T00:00:00.000Z',
    title: text,
    why: '',
    fix: '',
    example: null,
    sources: [],
    affectedCount: 1,
    note: '',
    assignee: '',
    markedFixed: null,
    description: text,
    url,
    issueType: 'broken_link',
    issueDescription: text,
    status: 'error',
    sourceUrl: null,
    formattedSourceUrl: null,
    referringSources: Array.from({ length: sources }, (_, index) => `https://a.example/${index}`),
    referringSourceCount: sources,
    metadata: {},
  }
}
