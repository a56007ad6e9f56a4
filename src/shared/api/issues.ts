import * as z from 'zod/mini'
import { findingChanges } from '../changes.ts'
import { ISSUES_PAGE_SIZE } from '../constants.ts'
import { causePlaces, issueCategories, issueReaches, issueTypes, linkKinds, regions, severities } from '../model.ts'
import type { EndpointTable } from './contract.ts'
import { findingNoteSchema } from './finding-notes.ts'
import { choice, choices, flag, ids, text, url, whole } from './query.ts'
import {
  crawl,
  hopSchema,
  id,
  issue,
  issuesLimit,
  MAX_ISSUE_ID,
  MAX_ISSUES_PER_RESPONSE,
  MAX_OFFSET,
  offset,
  segment,
  timestamp,
} from './values.ts'

export const attemptSchema = z.object({
  atMs: z.number(),
  method: z.enum(['GET', 'HEAD']),
  status: z.nullable(z.number()),
  failure: z.nullable(z.string()),
})

const placeSchema = z.object({
  sourceUrl: z.string(),
  text: z.string(),
  region: z.enum(regions),
  path: z.string(),
  line: z.number().check(z.describe('Line of the source, from 1; 0 for what is not in the source.')),
})

export const evidenceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), label: z.string(), text: z.string() }),
  z.object({ kind: z.literal('code'), label: z.string(), code: z.string(), line: z.optional(z.number()) }),
  z.object({ kind: z.literal('url'), label: z.string(), url: z.string() }),
  z.object({ kind: z.literal('urls'), label: z.string(), urls: z.array(z.string()), total: z.number() }),
  z.object({ kind: z.literal('hops'), label: z.string(), hops: z.array(hopSchema) }),
  z.object({ kind: z.literal('attempts'), label: z.string(), attempts: z.array(attemptSchema) }),
  z.object({ kind: z.literal('places'), label: z.string(), places: z.array(placeSchema), total: z.number() }),
  z.object({
    kind: z.literal('table'),
    label: z.string(),
    columns: z.array(z.string()),
    rows: z.array(z.array(z.string())),
    /** Rows in all, where more were found than are listed. */
    total: z.optional(z.number()),
  }),
])

export const issueDetailsSchema = z.object({
  sourceUrl: z.optional(z.string()),
  directReferrer: z.optional(z.string()),
  referringSources: z.optional(z.array(z.string())),
  /** By which kinds of links pages name the target, where more do than a check keeps. */
  referringKinds: z.optional(z.array(z.enum(linkKinds))),
  highPrioritySource: z.optional(z.boolean()),
  statusCode: z.optional(z.number()),
  targetUrl: z.optional(z.string()),
  resourceType: z.optional(z.enum(linkKinds)),
  duplicateUrls: z.optional(z.array(z.string())),
  /** Absent from a response where `duplicateUrls` or `referringSources` is the same list. */
  affectedUrls: z.optional(z.array(z.string())),
  imageData: z.optional(
    z.array(
      z.object({
        src: z.string(),
        issue: z.string(),
        isLarge: z.boolean(),
        fileSize: z.nullable(z.number()),
        statusCode: z.optional(z.number()),
        alt: z.optional(z.string()),
        path: z.optional(z.string()),
      }),
    ),
  ),
  missingAltTags: z.optional(z.number()),
  emptyAltTags: z.optional(z.number()),
  totalImages: z.optional(z.number()),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  h1: z.optional(z.string()),
  place: z.optional(z.enum(causePlaces)),
  evidence: z.array(evidenceSchema),
})

export const issueSchema = z.object({
  id,
  websiteId: id,
  checkId: z.string(),
  type: z.enum(issueTypes),
  severity: z.enum(severities),
  /** What the check said, where the settings of the website say otherwise. */
  ownSeverity: z.optional(z.enum(severities)),
  message: z.string(),
  pageUrl: z.string(),
  details: issueDetailsSchema,
  discovered: timestamp,
  /** What the check is about, why it matters and how it is fixed. */
  title: z.string(),
  why: z.string(),
  fix: z.string(),
  /** `isOwn`: in the source of the page itself; an ellipsis stands for what a person writes. */
  example: z.nullable(z.object({ before: z.string(), after: z.string(), isOwn: z.boolean() })),
  sources: z.array(z.object({ title: z.string(), url: z.string() })),
  affectedCount: z.number(),
  /** Of these, the pages of the segment; only in lists of a segment. */
  segmentCount: z.optional(z.number()),
  ...findingNoteSchema.shape,
  /** The names under which the specification's clients read the same values. */
  description: z.string(),
  url: z.string(),
  issueType: z.string(),
  issueDescription: z.string(),
  status: z.enum(severities),
  /** sourceUrl, else directReferrer, else the first of referringSources. */
  sourceUrl: z.nullable(z.string()),
  formattedSourceUrl: z.nullable(z.string()),
  referringSources: z.array(z.string()),
  /** Referring sources in all: lists of a response hold the first 20 entries. */
  referringSourceCount: z.number(),
  /** Images that a check keeps, which are 100 at most: lists of a response hold the first 20 entries. */
  imageCount: z.number(),
  metadata: z.record(z.string(), z.union([z.string(), z.number()])),
})

export type IssueResponse = z.infer<typeof issueSchema>

export const issueListSchema = z.object({
  issues: z.array(issueSchema),
  totalCount: z.number(),
  hasMore: z.boolean(),
  currentPage: z.number(),
  pageCount: z.number(),
})

export type IssueListResponse = z.infer<typeof issueListSchema>

export const issuePagesSchema = z.object({
  urls: z.array(z.string()),
  /** Affected pages in all. */
  totalCount: z.number(),
  /** Request the next part with the last URL as `after`. */
  hasMore: z.boolean(),
})

/** Which issues; the names are those in the URLs of the screens. */
export const issueFilters = {
  type: choices({ about: 'Only issues of these types.', of: issueTypes }),
  severity: choice({ about: 'Only issues of this severity.', of: severities }),
  check: text({ about: 'Only issues of this check, by its id.' }),
  ids: ids({ about: 'Only these issues, by their ids.', max: MAX_ISSUE_ID, atMost: ISSUES_PAGE_SIZE }),
  reach: choice({ about: 'Only issues that affect one page, or more than one.', of: issueReaches }),
  url: url({ about: 'Only issues that concern this URL: the page itself, the source, and any affected URL.' }),
  search: text({ about: 'Only rows that contain this text, ignoring case.' }),
  category: choice({ about: 'Only issues of this segment of the donut.', of: issueCategories }),
  change: choice({
    about: 'Only issues that are new since the crawl before, or only those that are not.',
    of: findingChanges,
  }),
  segment,
} as const

export const issueEndpoints = {
  listIssues: {
    access: 'view',
    share: 'issues',
    scope: 'read',
    method: 'GET',
    path: '/api/issues/:id',
    response: issueListSchema,
    tag: 'Results',
    summary: 'The issues list, the most severe first',
    query: {
      crawl,
      initial: flag({ about: 'The first rows, which are also sent without it.' }),
      limit: issuesLimit,
      offset,
      page: whole({
        about: 'Which page of `limit` rows, from 1; instead of offset.',
        min: 1,
        max: MAX_OFFSET / MAX_ISSUES_PER_RESPONSE,
      }),
      ...issueFilters,
    },
  },
  issuePages: {
    access: 'view',
    share: 'issues',
    scope: 'read',
    method: 'GET',
    path: '/api/issues/:id/pages',
    response: issuePagesSchema,
    tag: 'Results',
    summary: 'The pages that an issue affects',
    description: 'An issue lists the first 20 of them. They come in a stable order, part by part.',
    query: {
      crawl,
      issue,
      after: url({ about: 'Only pages after this one: the last URL of the part before.' }),
      limit: issuesLimit,
    },
  },
} as const satisfies EndpointTable
