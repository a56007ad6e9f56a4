import type { IssueResponse } from './issues.ts'

/** An issue as the API sends it, with nothing odd; tests say only what differs. */
export function testIssue(overrides: Partial<IssueResponse> = {}): IssueResponse {
  const {
    type = 'meta_issue',
    severity = 'error',
    pageUrl = 'https://a.example/',
    message = 'Missing title',
  } = overrides
  return {
    id: 1,
    websiteId: 1,
    checkId: 'title-missing',
    type,
    severity,
    message,
    pageUrl,
    details: { evidence: [] },
    discovered: '2025-06-15T12:00:00Z',
    title: message,
    why: '',
    fix: '',
    example: null,
    sources: [],
    affectedCount: 1,
    note: '',
    assignee: '',
    markedFixed: null,
    description: message,
    url: pageUrl,
    issueType: type,
    issueDescription: message,
    status: severity,
    sourceUrl: null,
    formattedSourceUrl: null,
    referringSources: [],
    referringSourceCount: 0,
    imageCount: 0,
    metadata: {},
    ...overrides,
  }
}
