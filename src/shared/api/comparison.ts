import * as z from 'zod/mini'
import { absences, comparedPageChanges, findingChanges, pageFieldNames } from '../changes.ts'
import { AppError } from '../errors.ts'
import { severities } from '../model.ts'
import { type PathRule, parsePathMap } from '../path-map.ts'
import { findingChangesSchema, pageChangeCountsSchema } from './changes.ts'
import type { EndpointTable } from './contract.ts'
import { issueSchema } from './issues.ts'
import { choice, type Parameter, text, url, whole } from './query.ts'
import { crawl, id, issuesLimit, MAX_CRAWL_ID, offset, timestamp } from './values.ts'

/** Two chosen crawls, compared. */

const comparedCrawlSchema = z.object({
  crawlId: id,
  websiteId: id,
  url: z.string(),
  startedAt: z.nullable(timestamp),
})

const comparedFieldSchema = z.enum(pageFieldNames)
const pageValueSchema = z.nullable(z.union([z.string(), z.number()]))

export const comparedPageSchema = z.object({
  change: z.enum(comparedPageChanges),
  /** null where that crawl does not know it. */
  url: z.nullable(z.string()),
  earlierUrl: z.nullable(z.string()),
  /** Of the last response after redirects; null without one. */
  statusCode: z.nullable(z.number()),
  earlierStatusCode: z.nullable(z.number()),
  /** Where it redirects to now. */
  redirectUrl: z.nullable(z.string()),
  /** What differs, where both are pages. */
  fields: z.array(z.object({ field: comparedFieldSchema, earlier: pageValueSchema, later: pageValueSchema })),
})
export type ComparedPageResponse = z.infer<typeof comparedPageSchema>

export const comparisonHeadSchema = z.object({
  earlier: comparedCrawlSchema,
  later: comparedCrawlSchema,
  /** Limits and settings that differ: part of what follows may come from them. */
  differences: z.array(z.object({ label: z.string(), earlier: z.string(), later: z.string() })),
  bySeverity: z.object({ error: findingChangesSchema, warning: findingChangesSchema, info: findingChangesSchema }),
  /** Checks with a finding that is not in both crawls. */
  checks: z.array(
    z.object({
      checkId: z.string(),
      title: z.string(),
      severity: z.enum(severities),
      ...findingChangesSchema.shape,
    }),
  ),
  pages: z.object({ inBoth: z.number(), changed: z.number(), ...pageChangeCountsSchema.shape }),
  /** Pages of both crawls by what changed on them. */
  fields: z.array(z.object({ field: comparedFieldSchema, pages: z.number() })),
})
export type ComparisonHead = z.infer<typeof comparisonHeadSchema>

const comparisonSchema = z.object({
  /** null without an earlier complete crawl that read a page, and without a crawl that was chosen. */
  comparison: z.nullable(comparisonHeadSchema),
})

export const comparedChanges = [...findingChanges, ...absences] as const

const MAX_PATHS_TEXT = 4_000

const paths: Parameter<PathRule[]> = {
  about:
    'Where paths of the earlier crawl are in the later one: `/old/>/new/ /de/>/`, beginnings of paths in pairs, with blanks between them.',
  schema: { type: 'string', maxLength: MAX_PATHS_TEXT },
  read(sent, name) {
    const rules = sent.length > MAX_PATHS_TEXT ? null : parsePathMap(sent)
    if (rules === null) throw new AppError('bad-request', `${name} must be pairs of paths such as /old/>/new/`)
    return rules.length === 0 ? undefined : rules
  },
}

/** Which crawls. */
export const comparedCrawls = {
  crawl,
  with: whole({
    about:
      'Id of the crawl that it is compared with: of this website or of another one of yours. Without it, the earlier crawl.',
    min: 1,
    max: MAX_CRAWL_ID,
  }),
  paths,
} as const

export const comparedPageFilters = {
  change: choice({ about: 'Only pages that changed so.', of: comparedPageChanges }),
  field: choice({ about: 'Of changed pages, only those where this differs.', of: pageFieldNames }),
} as const

export const comparedIssueFilters = {
  change: choice({ about: 'Only findings that changed so.', of: comparedChanges }),
  severity: choice({ about: 'Only findings of this severity.', of: severities }),
  check: text({ about: 'Only findings of this check, by its id.' }),
} as const

export const comparisonEndpoints = {
  comparison: {
    access: 'view',
    share: 'comparison',
    scope: 'read',
    method: 'GET',
    path: '/api/comparison/:id',
    response: comparisonSchema,
    tag: 'Results',
    summary: 'Compare two crawls, of one website or of two hosts',
    description:
      'Findings that are new, unchanged, fixed, not crawled or not checked this time; pages that changed, with what changed on them, and that were added, ' +
      'moved, redirected or removed. `differences` are the limits and settings in which the crawls differ.',
    alsoFails: ['conflict', 'unavailable'],
    query: comparedCrawls,
  },
  comparedIssues: {
    access: 'view',
    share: 'comparison',
    scope: 'read',
    method: 'GET',
    path: '/api/comparison/:id/issues',
    response: z.object({ issues: z.array(issueSchema), totalCount: z.number(), hasMore: z.boolean() }),
    tag: 'Results',
    summary: 'Findings of two compared crawls',
    description: 'New and unchanged ones are issues of the later crawl, the others of the earlier one.',
    alsoFails: ['conflict', 'unavailable'],
    query: {
      ...comparedCrawls,
      ...comparedIssueFilters,
      change: choice({ about: 'How they changed.', of: comparedChanges, fallback: 'new' }),
      offset,
      limit: issuesLimit,
    },
  },
  comparedPages: {
    access: 'view',
    share: 'comparison',
    scope: 'read',
    method: 'GET',
    path: '/api/comparison/:id/pages',
    response: z.object({ pages: z.array(comparedPageSchema), totalCount: z.number(), hasMore: z.boolean() }),
    tag: 'Results',
    summary: 'Pages of two compared crawls, with what changed on them',
    alsoFails: ['conflict', 'unavailable'],
    query: {
      ...comparedCrawls,
      ...comparedPageFilters,
      change: choice({ about: 'How they changed.', of: comparedPageChanges, fallback: 'changed' }),
      offset,
      limit: issuesLimit,
    },
  },
  comparedText: {
    access: 'view',
    share: 'comparison',
    scope: 'read',
    method: 'GET',
    path: '/api/comparison/:id/text',
    response: z.object({
      parts: z.array(z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() })),
      /** The texts are longer, or differ more, than what is compared. */
      isCut: z.boolean(),
    }),
    tag: 'Results',
    summary: 'How the main text of a page changed between two crawls',
    alsoFails: ['conflict'],
    query: {
      ...comparedCrawls,
      url: url({ about: 'URL of the page in the later crawl. Required.' }),
      earlierUrl: url({ about: 'Its URL in the earlier crawl, where that is another one.' }),
    },
  },
} as const satisfies EndpointTable
