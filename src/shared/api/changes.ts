import * as z from 'zod/mini'
import { absences, pageChanges } from '../changes.ts'
import { severities } from '../model.ts'
import type { EndpointTable } from './contract.ts'
import { issueSchema } from './issues.ts'
import { choice, text } from './query.ts'
import { crawl, id, issuesLimit, offset, timestamp } from './values.ts'

/** Numbers of findings. The sum of new and unchanged is that of the findings of the crawl; the others are of the earlier crawl. */
export const findingChangesSchema = z.object({
  new: z.number(),
  unchanged: z.number(),
  fixed: z.number(),
  notCrawled: z.number(),
  notChecked: z.number(),
})
export type FindingChangesResponse = z.infer<typeof findingChangesSchema>

export const pageChangeCountsSchema = z.object({
  added: z.number(),
  moved: z.number(),
  redirected: z.number(),
  removed: z.number(),
  notCrawled: z.number(),
})

export const crawlChangesSchema = z.object({
  /** null without an earlier complete crawl that read a page, and while the crawl goes on. */
  change: z.nullable(
    z.object({
      earlierCrawl: z.object({ id, startedAt: z.nullable(timestamp) }),
      bySeverity: z.object({
        error: findingChangesSchema,
        warning: findingChangesSchema,
        info: findingChangesSchema,
      }),
      pages: pageChangeCountsSchema,
    }),
  ),
})
export type CrawlChangesResponse = z.infer<typeof crawlChangesSchema>

const absentIssuesSchema = z.object({
  /** As the earlier crawl had them. */
  issues: z.array(issueSchema),
  totalCount: z.number(),
  hasMore: z.boolean(),
})

const changedPagesSchema = z.object({
  urls: z.array(z.string()),
  totalCount: z.number(),
  hasMore: z.boolean(),
})

export const changeEndpoints = {
  crawlChanges: {
    access: 'view',
    scope: 'read',
    method: 'GET',
    path: '/api/changes/:id',
    response: crawlChangesSchema,
    tag: 'Results',
    summary: 'What changed since the crawl before: findings by severity, and pages',
    description:
      'A finding is fixed where its pages were requested again, checked again by the same settings, and it was not found. `GET /api/checks/{id}` has the ' +
      'same numbers for each check, `GET /api/issues/{id}?change=new` lists the new findings.',
    query: { crawl },
  },
  absentIssues: {
    access: 'view',
    scope: 'read',
    method: 'GET',
    path: '/api/changes/:id/issues',
    response: absentIssuesSchema,
    tag: 'Results',
    summary: 'Findings of the crawl before that this crawl does not have',
    description: 'They belong to the earlier crawl: their ids are those of its issues.',
    query: {
      crawl,
      change: choice({ about: 'Why the crawl does not have them.', of: absences, fallback: 'fixed' }),
      severity: choice({ about: 'Only findings of this severity.', of: severities }),
      check: text({ about: 'Only findings of this check, by its id.' }),
      offset,
      limit: issuesLimit,
    },
  },
  changedPages: {
    access: 'view',
    scope: 'read',
    method: 'GET',
    path: '/api/changes/:id/pages',
    response: changedPagesSchema,
    tag: 'Results',
    summary: 'Pages added, moved, redirected or removed since the crawl before',
    query: {
      crawl,
      change: choice({
        about:
          'Added pages; those whose text was on another page, which is gone; redirected ones; removed ones, which respond with an error or to which ' +
          'nothing leads any more; or those that were not crawled this time.',
        of: pageChanges,
        fallback: 'added',
      }),
      offset,
      limit: issuesLimit,
    },
  },
} as const satisfies EndpointTable
