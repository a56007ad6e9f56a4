import * as z from 'zod/mini'
import { suppressedKinds } from '../issue-settings.ts'
import { severities } from '../model.ts'
import { recheckResults, recheckStates } from '../recheck.ts'
import type { EndpointTable } from './contract.ts'
import { crawl, id, issue, issuesLimit, offset, timestamp } from './values.ts'

/** Checking one issue again, and what earlier crawls say of it. */

export const recheckSchema = z.object({
  id,
  issueId: id,
  requestedAt: timestamp,
  state: z.enum(recheckStates),
  /** null until it is done, and when it failed. */
  result: z.nullable(z.enum(recheckResults)),
  /** What came of it, for a person; '' until then. */
  sentence: z.string(),
  checkedAt: z.nullable(timestamp),
})
export type RecheckResponse = z.infer<typeof recheckSchema>

export const issueChecksSchema = z.object({
  canCheckAgain: z.boolean(),
  /** Why it cannot, or how far it goes, for a person. */
  note: z.string(),
  /** Pages that a check requests first; null where only a whole crawl or other files decide. */
  pageCount: z.nullable(z.number()),
  /** Newest first. */
  checks: z.array(recheckSchema),
})
export type IssueChecksResponse = z.infer<typeof issueChecksSchema>

export const historyCrawlSchema = z.object({
  crawlId: id,
  startedAt: z.nullable(timestamp),
  /** not-checked: the crawl did not request its URLs, or its check did not check them, so a missing finding means nothing. */
  state: z.enum(['found', 'not-found', 'not-checked']),
  /** Of the finding as that crawl had it; null where it has none. */
  severity: z.nullable(z.enum(severities)),
  affectedCount: z.nullable(z.number()),
  /** Why it is kept out of that crawl's report; null where it is not. */
  suppressed: z.nullable(z.enum(suppressedKinds)),
})

export const issueHistorySchema = z.object({
  /** Start of the oldest kept crawl that found it. */
  firstSeen: z.nullable(timestamp),
  /** Kept crawls of the website that ended, newest first. */
  crawls: z.array(historyCrawlSchema),
  /** Rechecks of the same finding in any of them, newest first. */
  checks: z.array(recheckSchema),
})
export type IssueHistoryResponse = z.infer<typeof issueHistorySchema>

export const fixedIssueSchema = z.object({
  id,
  checkId: z.string(),
  /** Of the check. */
  title: z.string(),
  severity: z.enum(severities),
  message: z.string(),
  pageUrl: z.string(),
  checkedAt: timestamp,
})

export const fixedIssuesSchema = z.object({
  /** The most severe first, as the issues list has them. */
  fixed: z.array(fixedIssueSchema),
  totalCount: z.number(),
})
export type FixedIssuesResponse = z.infer<typeof fixedIssuesSchema>

export const checkAgainSchema = z.object({ issueId: id })

export const recheckEndpoints = {
  checkAgain: {
    access: 'edit',
    scope: 'crawl',
    method: 'POST',
    path: '/api/issues/:id/check-again',
    body: checkAgainSchema,
    response: recheckSchema,
    tag: 'Results',
    summary: 'Check one issue of the newest crawl again',
    description:
      'Its URLs are requested again and checked by the same rules, soon after the response: poll `GET /api/issues/{id}/checks` until the state is `done` or ' +
      '`failed`. An issue that is fixed leaves the report. An issue that only a whole crawl can decide is refused.',
    alsoFails: ['conflict'],
    exampleBody: { issueId: 1 },
  },
  issueChecks: {
    access: 'view',
    scope: 'read',
    method: 'GET',
    path: '/api/issues/:id/checks',
    response: issueChecksSchema,
    tag: 'Results',
    summary: 'Whether an issue can be checked again, and the results so far',
    query: { crawl, issue },
  },
  fixedIssues: {
    access: 'view',
    scope: 'read',
    method: 'GET',
    path: '/api/issues/:id/fixed',
    response: fixedIssuesSchema,
    tag: 'Results',
    summary: 'Issues that were checked again and are fixed',
    query: {
      crawl,
      offset,
      limit: issuesLimit,
    },
  },
  issueHistory: {
    access: 'view',
    scope: 'read',
    method: 'GET',
    path: '/api/issues/:id/history',
    response: issueHistorySchema,
    tag: 'Results',
    summary: 'History of an issue over the kept crawls of the website',
    query: { crawl, issue },
  },
} as const satisfies EndpointTable
