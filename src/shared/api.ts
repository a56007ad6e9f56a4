import * as z from 'zod/mini'
import {
  PASSWORD_MAX_CHARACTERS,
  passwordSchema,
  roles,
  signedInUserSchema,
  USERNAME_MAX_CHARACTERS,
  usernameSchema,
} from './account.ts'
import { addApiKeySchema, apiKeySchema } from './api-key.ts'
import { CRAWL_LIMIT_DEFAULT, CRAWL_LIMIT_MIN } from './constants.ts'
import { URL_INVALID, URL_REQUIRED } from './crawl-address.ts'
import { crawlPhases, crawlStatuses, endReasons, issueTypes, linkKinds, regions, severities } from './model.ts'
import { nearPageSchema, pageFactsSchema, pageLinksSchema } from './page-detail.ts'
import { pageSpeedPhases, pageSpeedSchema, pageSpeedStatusSchema } from './page-speed.ts'
import { pageSpeedSampleSchema } from './page-speed-sample.ts'
import { structureSchema } from './structure.ts'

/**
 * The contract between server and browser (specification, section 7; decisions.md, "Answers of the API"). `api/app.ts`
 * registers a handler for every row of `endpoints`, `web/queries/` calls the same rows: a forgotten handler or a changed field
 * is a compile error on both sides.
 */

const id = z.int()
/** ISO 8601 in UTC. */
const timestamp = z.string()

export const websiteSchema = z.object({
  id,
  url: z.string(),
  lastCrawled: z.nullable(timestamp),
  pagesCrawled: z.number(),
  status: z.enum(crawlStatuses),
  crawlLimit: z.number(),
  errorCount: z.number(),
  warningCount: z.number(),
  passedCount: z.number(),
})
export type WebsiteAnswer = z.infer<typeof websiteSchema>

const changeSchema = z.object({
  totalPages: z.nullable(z.number()),
  errors: z.nullable(z.number()),
  redirects: z.nullable(z.number()),
  duplicates: z.nullable(z.number()),
})

export const crawlResultSchema = z.object({
  websiteId: id,
  crawlId: id,
  url: z.string(),
  lastCrawled: z.nullable(timestamp),
  endedAt: z.nullable(timestamp),
  pagesCrawled: z.number(),
  /** URLs of this site known so far. */
  pagesFound: z.number(),
  status: z.enum(crawlStatuses),
  phase: z.enum(crawlPhases),
  crawlLimit: z.number(),
  endReason: z.nullable(z.enum(endReasons)),
  endSentence: z.string(),
  notes: z.array(z.string()),
  errorCount: z.number(),
  warningCount: z.number(),
  infoCount: z.number(),
  passedCount: z.number(),
  overview: z.object({
    /** Rows of the pages list. */
    totalPages: z.number(),
    errors: z.number(),
    redirects: z.number(),
    duplicates: z.number(),
  }),
  issueDistribution: z.object({
    brokenLinks: z.number(),
    metaIssues: z.number(),
    redirects: z.number(),
    duplicates: z.number(),
    other: z.number(),
  }),
  /** Percent against the website's previous crawl; null values where there is nothing to compare with. */
  change: z.nullable(changeSchema),
  statusCounts: z.record(z.string(), z.number()),
  depthCounts: z.array(z.object({ depth: z.number(), count: z.number() })),
  skippedCounts: z.array(z.object({ reason: z.string(), count: z.number() })),
  issueTypes: z.array(z.object({ type: z.enum(issueTypes), count: z.number() })),
  /** Which pages were measured and for which others they stand; null where that was not asked for. */
  pageSpeedSample: z.nullable(pageSpeedSampleSchema),
  /** Crawls of this website, newest first. */
  crawls: z.array(
    z.object({ id, startedAt: z.nullable(timestamp), pagesCrawled: z.number(), status: z.enum(crawlStatuses) }),
  ),
})
export type CrawlResultAnswer = z.infer<typeof crawlResultSchema>

const hopSchema = z.object({ url: z.string(), status: z.number(), location: z.string(), elapsedMs: z.number() })
const attemptSchema = z.object({
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
  line: z.number(),
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
  }),
])

export const issueDetailsSchema = z.object({
  sourceUrl: z.optional(z.string()),
  directReferrer: z.optional(z.string()),
  referringSources: z.optional(z.array(z.string())),
  highPrioritySource: z.optional(z.boolean()),
  statusCode: z.optional(z.number()),
  targetUrl: z.optional(z.string()),
  resourceType: z.optional(z.enum(linkKinds)),
  duplicateUrls: z.optional(z.array(z.string())),
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
  evidence: z.array(evidenceSchema),
})

export const issueSchema = z.object({
  id,
  websiteId: id,
  checkId: z.string(),
  type: z.enum(issueTypes),
  severity: z.enum(severities),
  message: z.string(),
  pageUrl: z.string(),
  details: issueDetailsSchema,
  discovered: timestamp,
  /** What the check is about, why it matters and how it is mended. */
  title: z.string(),
  why: z.string(),
  fix: z.string(),
  example: z.nullable(z.object({ before: z.string(), after: z.string() })),
  sources: z.array(z.object({ title: z.string(), url: z.string() })),
  affectedCount: z.number(),
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
  metadata: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type IssueAnswer = z.infer<typeof issueSchema>

export const checkSchema = z.object({
  id: z.string(),
  type: z.enum(issueTypes),
  /** As a rule; one finding may be more or less severe. */
  severity: z.enum(severities),
  title: z.string(),
  why: z.string(),
  fix: z.string(),
})
export type CheckAnswer = z.infer<typeof checkSchema>

export const issueListSchema = z.object({
  issues: z.array(issueSchema),
  totalCount: z.number(),
  hasMore: z.boolean(),
  currentPage: z.number(),
  pageCount: z.number(),
})
export type IssueListAnswer = z.infer<typeof issueListSchema>

export const pageSchema = z.object({
  /** Frontier number: stable within the crawl. */
  id,
  websiteId: id,
  url: z.string(),
  /** null when there was no answer. */
  statusCode: z.nullable(z.number()),
  /** Why there was no answer, for a person; '' otherwise. */
  failure: z.string(),
  title: z.nullable(z.string()),
  metaDescription: z.nullable(z.string()),
  h1: z.nullable(z.string()),
  contentHash: z.nullable(z.string()),
  robotsDirectives: z.nullable(z.string()),
  canonicalUrl: z.nullable(z.string()),
  missingAltTags: z.number(),
  emptyAltTags: z.number(),
  imagesWithAltTags: z.number(),
  totalImages: z.number(),
  h1Count: z.number(),
  h2Count: z.number(),
  h3Count: z.number(),
  h4Count: z.number(),
  pCount: z.number(),
  contentType: z.nullable(z.string()),
  lang: z.nullable(z.string()),
  wordCount: z.nullable(z.number()),
  depth: z.number(),
  /** Milliseconds to the first byte and to the last. */
  ttfb: z.nullable(z.number()),
  responseTime: z.nullable(z.number()),
  /** Bytes of the body. */
  size: z.nullable(z.number()),
  linkCount: z.number(),
  inlinkCount: z.number(),
  isIndexable: z.boolean(),
  isPassed: z.boolean(),
  redirectUrl: z.nullable(z.string()),
  /** Status of the last answer after redirects; equals `statusCode` without them. */
  finalStatusCode: z.nullable(z.number()),
  hops: z.array(hopSchema),
})
export type PageAnswer = z.infer<typeof pageSchema>

export const pageDetailSchema = z.object({
  /** In the form in which pages are stored. */
  url: z.string(),
  /** Its row of the pages list; null for what is no page of the site, such as a file or an address of another site. */
  page: z.nullable(pageSchema),
  /** What came of asking it; null when the crawl has not met it, or not got to it yet. */
  asked: z.nullable(
    z.object({
      isExternal: z.boolean(),
      statusCode: z.nullable(z.number()),
      finalUrl: z.string(),
      finalStatusCode: z.nullable(z.number()),
      /** Why there was no answer, for a person; '' otherwise. */
      failure: z.string(),
      /** Why it was not asked or not read, for a person; '' otherwise. */
      leftOut: z.string(),
      contentType: z.nullable(z.string()),
      size: z.nullable(z.number()),
      hops: z.array(hopSchema),
      attempts: z.array(attemptSchema),
      /** How pages name it. */
      kinds: z.array(z.enum(linkKinds)),
      isBotChallenge: z.boolean(),
    }),
  ),
  /** null for what is no page of the site. */
  indexability: z.nullable(z.object({ isIndexable: z.boolean(), reason: z.string() })),
  /** null without HTML. */
  facts: z.nullable(pageFactsSchema),
  /** Pages with nearly this address, for one that the crawl has not met. */
  near: z.array(nearPageSchema),
})
export type PageDetailAnswer = z.infer<typeof pageDetailSchema>

/** How far the measurement of an address is that is asked for at this moment. */
export const pageSpeedProgressAnswerSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  /** There is a result that is kept: it is answered at once. */
  z.object({ state: z.literal('measured') }),
  /** `place` 1 is next. */
  z.object({ state: z.literal('waiting'), place: z.number() }),
  z.object({ state: z.literal('running'), phase: z.enum(pageSpeedPhases), seconds: z.number() }),
])
export type PageSpeedProgressAnswer = z.infer<typeof pageSpeedProgressAnswerSchema>

const LIMIT_NOT_WHOLE = 'The crawl limit must be a whole number'
/** A number, or its digits as a form field holds them. */
const limitSchema = z.pipe(
  z.pipe(
    z.union([z.number(), z.string().check(z.trim(), z.regex(/^-?\d+$/, LIMIT_NOT_WHOLE))], LIMIT_NOT_WHOLE),
    z.transform(Number),
  ),
  z
    .number(LIMIT_NOT_WHOLE)
    .check(z.int(LIMIT_NOT_WHOLE), z.minimum(CRAWL_LIMIT_MIN, `The crawl limit must be at least ${CRAWL_LIMIT_MIN}`)),
)

const SAMPLE_NOT_WHOLE = 'The page speed sample must be a whole number'
/** The same of how many pages the speed is measured. */
const sampleSchema = z.pipe(
  z.pipe(
    z.union([z.number(), z.string().check(z.trim(), z.regex(/^-?\d+$/, SAMPLE_NOT_WHOLE))], SAMPLE_NOT_WHOLE),
    z.transform(Number),
  ),
  z.number(SAMPLE_NOT_WHOLE).check(z.int(SAMPLE_NOT_WHOLE), z.minimum(0, 'The page speed sample must be 0 or more')),
)

export const startCrawlSchema = z.object({
  url: z
    .string({ error: issue => (issue.input == null ? URL_REQUIRED : URL_INVALID) })
    .check(z.trim(), z.minLength(1, URL_REQUIRED)),
  crawlLimit: z._default(limitSchema, CRAWL_LIMIT_DEFAULT),
  /** Of how many pages the speed is measured. */
  pageSpeedSample: z._default(sampleSchema, 0),
})
export type StartCrawl = z.input<typeof startCrawlSchema>

export const crawlStartedSchema = z.object({ websiteId: id, crawlId: id, isStarted: z.boolean() })
export const messageSchema = z.object({ message: z.string() })

/** Bounds alone: a form of its own would tell which names and passwords cannot be. */
export const loginSchema = z.object({
  username: z.string().check(z.trim(), z.maxLength(USERNAME_MAX_CHARACTERS)),
  password: z.string().check(z.maxLength(PASSWORD_MAX_CHARACTERS)),
})
export const loggedInSchema = z.object({
  user: signedInUserSchema,
  /** Websites of the visitor that the user had crawled, too: their crawls now stand under the user's id. */
  movedWebsites: z.array(z.object({ from: id, to: id })),
})
export const sessionSchema = z.object({ user: z.nullable(signedInUserSchema) })
export const changePasswordSchema = z.object({
  currentPassword: z.string().check(z.maxLength(PASSWORD_MAX_CHARACTERS)),
  newPassword: passwordSchema,
})

export const userSchema = z.object({
  ...signedInUserSchema.shape,
  isBuiltIn: z.boolean(),
  isDisabled: z.boolean(),
  createdAt: timestamp,
  lastSignInAt: z.nullable(timestamp),
  websiteCount: z.number(),
})
export type UserAnswer = z.infer<typeof userSchema>
export const addUserSchema = z.object({
  username: usernameSchema,
  role: z.enum(roles),
  /** Left out: one is generated and told in the answer, this once. */
  password: z.optional(passwordSchema),
})
export const resetPasswordSchema = z.object({ password: z.optional(passwordSchema) })
/** null: the admin chose the password. */
const generatedPassword = z.nullable(z.string())

const operationsCrawlSchema = z.object({
  crawlId: id,
  websiteId: id,
  url: z.string(),
  /** Username, null for an anonymous visitor. */
  owner: z.nullable(z.string()),
  status: z.enum(crawlStatuses),
  phase: z.enum(crawlPhases),
  pagesCrawled: z.number(),
  crawlLimit: z.number(),
  createdAt: timestamp,
  startedAt: z.nullable(timestamp),
  endedAt: z.nullable(timestamp),
  endSentence: z.string(),
  isStopRequested: z.boolean(),
})
export type OperationsCrawl = z.infer<typeof operationsCrawlSchema>

/** Figures for the operator. Each list holds at most 100 entries, its total beside it. */
export const operationsSchema = z.object({
  startedAt: timestamp,
  version: z.string(),
  running: z.array(operationsCrawlSchema),
  runningCount: z.number(),
  /** In the order in which they will be taken up. */
  waiting: z.array(operationsCrawlSchema),
  waitingCount: z.number(),
  /** Crawls that a fault of ours ended, newest first. */
  failed: z.array(operationsCrawlSchema),
  storage: z.object({ usedBytes: z.number(), quotaBytes: z.nullable(z.number()) }),
  counts: z.object({ visitors: z.number(), users: z.number(), websites: z.number(), crawls: z.number() }),
  /** Of this process since it started, newest first. */
  recentErrors: z.array(z.object({ at: timestamp, event: z.string(), detail: z.string() })),
})
export type OperationsAnswer = z.infer<typeof operationsSchema>

/** What is stored about a crawl, as it is stored: for whoever looks for a fault. */
export const diagnosticsSchema = z.record(z.string(), z.unknown())

/** What the server tells the page it serves, in a JSON script element with the id `boot`. */
export const bootSchema = z.object({
  /** The largest crawl limit a visitor may ask for. */
  maxCrawlLimit: z.number(),
  /** Address of the demo site, null when it is not served. */
  demoUrl: z.nullable(z.string()),
  /** How long the data of a visitor who left are kept. */
  ephemeralSeconds: z.optional(z.number()),
  /** Whether this server measures page speed; left out: it does. */
  measuresPageSpeed: z.optional(z.boolean()),
})
export type Boot = z.infer<typeof bootSchema>

/**
 * Who may call: `anyone`; `website`, the owner of the website that `:id` names (404 to everyone else); `user`, whoever is signed
 * in (401 to others); `admin` (403 to others). `api/app.ts` asks before any handler runs.
 */
export type Access = 'anyone' | 'website' | 'user' | 'admin'

/** What an API key must be good for: to `read`, to `crawl` as well, or `none`: no key calls it (403). Asked before the access. */
export type Scope = 'read' | 'crawl' | 'none'

/** What the parameters of a row's query are is told in `api/query-parameters.ts`, which the browser has no need of. */
export const endpoints = {
  listWebsites: {
    access: 'anyone',
    scope: 'read',
    method: 'GET',
    path: '/api/websites',
    answer: z.array(websiteSchema),
  },
  startCrawl: {
    access: 'anyone',
    scope: 'crawl',
    method: 'POST',
    path: '/api/crawl',
    body: startCrawlSchema,
    answer: crawlStartedSchema,
  },
  crawlResult: {
    access: 'website',
    scope: 'read',
    method: 'GET',
    path: '/api/crawl/:id',
    answer: crawlResultSchema,
  },
  clearCrawl: {
    access: 'website',
    scope: 'crawl',
    method: 'POST',
    path: '/api/crawl/:id/clear',
    answer: messageSchema,
  },
  stopCrawl: {
    access: 'website',
    scope: 'crawl',
    method: 'POST',
    path: '/api/crawl/:id/stop',
    answer: messageSchema,
  },
  listPages: {
    access: 'website',
    scope: 'read',
    method: 'GET',
    path: '/api/pages/:id',
    answer: z.array(pageSchema),
  },
  pageDetail: {
    access: 'website',
    scope: 'read',
    method: 'GET',
    path: '/api/page/:id',
    answer: pageDetailSchema,
  },
  pageLinks: {
    access: 'website',
    scope: 'read',
    method: 'GET',
    path: '/api/page-links/:id',
    answer: pageLinksSchema,
  },
  structure: {
    access: 'website',
    scope: 'read',
    method: 'GET',
    path: '/api/structure/:id',
    answer: structureSchema,
  },
  listIssues: {
    access: 'website',
    scope: 'read',
    method: 'GET',
    path: '/api/issues/:id',
    answer: issueListSchema,
  },
  clearCache: {
    access: 'website',
    scope: 'crawl',
    method: 'POST',
    path: '/api/clear-cache/:id',
    answer: messageSchema,
  },

  /** Held until there is a result. Measures, so it is no request that another site may make. */
  pageSpeed: {
    access: 'anyone',
    scope: 'crawl',
    method: 'GET',
    path: '/api/pagespeed',
    errors: 'json',
    answer: pageSpeedSchema,
  },
  pageSpeedProgress: {
    access: 'anyone',
    scope: 'read',
    method: 'GET',
    path: '/api/pagespeed/progress',
    errors: 'json',
    answer: pageSpeedProgressAnswerSchema,
  },
  pageSpeedStatus: {
    access: 'anyone',
    scope: 'read',
    method: 'GET',
    path: '/api/pagespeed/status',
    errors: 'json',
    answer: pageSpeedStatusSchema,
  },

  /** What every crawl is checked for. */
  listChecks: {
    access: 'anyone',
    scope: 'read',
    method: 'GET',
    path: '/api/checks',
    answer: z.array(checkSchema),
  },

  login: {
    access: 'anyone',
    scope: 'none',
    method: 'POST',
    path: '/api/login',
    body: loginSchema,
    answer: loggedInSchema,
  },
  logout: { access: 'anyone', scope: 'none', method: 'POST', path: '/api/logout', answer: messageSchema },
  session: { access: 'anyone', scope: 'read', method: 'GET', path: '/api/session', answer: sessionSchema },
  changePassword: {
    access: 'user',
    scope: 'none',
    method: 'POST',
    path: '/api/password',
    body: changePasswordSchema,
    answer: messageSchema,
  },
  listApiKeys: { access: 'user', scope: 'none', method: 'GET', path: '/api/keys', answer: z.array(apiKeySchema) },
  /** The answer is the only one that ever holds the key. */
  addApiKey: {
    access: 'user',
    scope: 'none',
    method: 'POST',
    path: '/api/keys',
    body: addApiKeySchema,
    answer: z.object({ apiKey: apiKeySchema, secret: z.string() }),
  },
  revokeApiKey: {
    access: 'user',
    scope: 'none',
    method: 'POST',
    path: '/api/keys/:id/revoke',
    answer: messageSchema,
  },

  /** Of the admin's own websites. */
  diagnostics: {
    access: 'admin',
    scope: 'none',
    method: 'GET',
    path: '/api/diagnostics/:id',
    answer: diagnosticsSchema,
  },
  operations: { access: 'admin', scope: 'none', method: 'GET', path: '/api/operations', answer: operationsSchema },
  /** Anybody's crawl. */
  stopAnyCrawl: {
    access: 'admin',
    scope: 'none',
    method: 'POST',
    path: '/api/operations/crawls/:id/stop',
    answer: messageSchema,
  },
  /** Anybody's website. */
  clearAnyWebsite: {
    access: 'admin',
    scope: 'none',
    method: 'POST',
    path: '/api/operations/websites/:id/clear',
    answer: messageSchema,
  },
  listUsers: { access: 'admin', scope: 'none', method: 'GET', path: '/api/users', answer: z.array(userSchema) },
  addUser: {
    access: 'admin',
    scope: 'none',
    method: 'POST',
    path: '/api/users',
    body: addUserSchema,
    answer: z.object({ user: userSchema, generatedPassword }),
  },
  /** Ends all sessions and API keys of that user. */
  resetPassword: {
    access: 'admin',
    scope: 'none',
    method: 'POST',
    path: '/api/users/:id/password',
    body: resetPasswordSchema,
    answer: z.object({ generatedPassword }),
  },
  /** Ends all sessions and API keys of that user. */
  disableUser: {
    access: 'admin',
    scope: 'none',
    method: 'POST',
    path: '/api/users/:id/disable',
    answer: messageSchema,
  },
  enableUser: {
    access: 'admin',
    scope: 'none',
    method: 'POST',
    path: '/api/users/:id/enable',
    answer: messageSchema,
  },
} as const satisfies Record<
  string,
  {
    access: Access
    scope: Scope
    method: string
    path: string
    body?: z.ZodMiniType
    /** Errors are `{message}`; plain text without it. */
    errors?: 'json'
    answer: z.ZodMiniType
  }
>
export type EndpointName = keyof typeof endpoints

/** What is answered with a file instead of JSON, sent while it is made. All are GET. */
export const streams = {
  /** CSV or JSON of a whole crawl or of one of its lists; what tools for continuous integration read. */
  exportCrawl: { access: 'website', scope: 'read', path: '/api/export-csv/:id' },
  /** XML sitemap of the pages that may be indexed. */
  sitemap: { access: 'website', scope: 'read', path: '/api/sitemap/:id' },
  /** The report to hand over. */
  report: { access: 'website', scope: 'read', path: '/api/report/:id' },
  /** A picture that the crawl came upon, small enough to be shown. */
  thumbnail: { access: 'website', scope: 'read', path: '/api/thumbnail/:id' },
  /** Of this very table and the one above: OpenAPI 3.1, and the same for people. */
  openApi: { access: 'anyone', scope: 'read', path: '/api/openapi.json' },
  docs: { access: 'anyone', scope: 'read', path: '/api/docs' },
} as const satisfies Record<string, { access: Access; scope: Scope; path: string }>
export type StreamName = keyof typeof streams
