import * as z from 'zod/mini'
import { AppError } from '../errors.ts'
import { indexabilities } from '../indexability.ts'
import { type ColumnId, columnIdOf, pageColumnIds, pageOrigins } from '../page-columns.ts'
import { MAX_CONDITIONS, type PageCondition, readConditions } from '../page-conditions.ts'
import { pageKinds, pageStatuses, sortOrders } from '../page-list.ts'
import type { EndpointTable } from './contract.ts'
import { choice, flag, ids, type Parameter, text, url, whole } from './query.ts'
import { crawl, hopSchema, id, issueIds, MAX_ISSUE_ID, offset } from './values.ts'

/** What a page has of a custom field. */
export const fieldValueSchema = z.object({
  name: z.string(),
  /** '' where it could not be read. */
  text: z.string(),
  /** Where the text is one number, with or without a currency. */
  number: z.nullable(z.number()),
  /** Why it could not be read, as a sentence. */
  error: z.optional(z.string()),
})
export type FieldValueResponse = z.infer<typeof fieldValueSchema>

export const pageSchema = z.object({
  /** Frontier number: stable within the crawl. */
  id,
  websiteId: id,
  url: z.string(),
  /** null when there was no response. */
  statusCode: z.nullable(z.number()),
  /** Why there was no response, for a person; '' otherwise. */
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
  /** Crawl depth; -1 where only a sitemap leads to it. */
  depth: z.number(),
  /** Milliseconds to the first byte and to the last. */
  ttfb: z.nullable(z.number()),
  responseTime: z.nullable(z.number()),
  /** Bytes of the body. */
  size: z.nullable(z.number()),
  linkCount: z.number(),
  inlinkCount: z.number(),
  /**
   * What LinkFigures says; null until all links are counted, and in crawls of earlier versions. The score is null, too, for a page that
   * search engines may not list.
   */
  linkScore: z.nullable(z.number()),
  inlinks: z.nullable(z.number()),
  followedInlinkPages: z.nullable(z.number()),
  outlinks: z.nullable(z.number()),
  outlinkTargets: z.nullable(z.number()),
  followedOutlinks: z.nullable(z.number()),
  externalOutlinks: z.nullable(z.number()),
  /** Issues that affect the page, without those of the whole host; null until the crawl ends. */
  issueCount: z.nullable(z.number()),
  errorCount: z.nullable(z.number()),
  warningCount: z.nullable(z.number()),
  isIndexable: z.boolean(),
  /** `indexable`, or what prevents it; of a canonical, once its response is known. */
  indexability: z.enum(indexabilities),
  /** How it was found first; while the crawl runs, as far as its depth says it. */
  foundBy: z.enum(pageOrigins),
  /** The page that it is a copy of, under other parameters, the name of its index file or in a crawl trap: its findings are not repeated. */
  copyOf: z.nullable(z.string()),
  /** Of files of visits; null where none says it. */
  clicks: z.nullable(z.number()),
  impressions: z.nullable(z.number()),
  visits: z.nullable(z.number()),
  botRequests: z.nullable(z.number()),
  /** The day of the last request of a bot. */
  lastBotVisit: z.nullable(z.string()),
  isPassed: z.boolean(),
  redirectUrl: z.nullable(z.string()),
  /** Status of the last response after redirects; equals `statusCode` without them. */
  finalStatusCode: z.nullable(z.number()),
  hops: z.array(hopSchema),
  /**
   * Values of the custom fields of the crawl, and how often the page contains each custom search, which is named by its text in quotation
   * marks; those that the page does not have are absent, and all where there is none.
   */
  fields: z.optional(z.array(fieldValueSchema)),
})

export type PageResponse = z.infer<typeof pageSchema>

/** Rows of one response: far above what the default crawl limits give, and still sent within a second. */
export const MAX_PAGES_PER_RESPONSE = 10_000
export const PAGES_PER_ISSUE_DEFAULT = 3

const MAX_PAGE_ID = 1e9
/** Pages that are chosen one by one: their ids fit into a URL. */
export const MAX_CHOSEN_PAGES = 500
const SITEMAP_ONLY_DEPTH = -1
const MAX_DEPTH = 1e9

/** Room for every condition with its longest text. */
const MAX_FILTERS_TEXT = 8_000

const filters: Parameter<PageCondition[]> = {
  about:
    'Only pages that meet all of these conditions, separated by semicolons, each of a column, an operator and a value: ' +
    '`words:under:1000;url:not-contains:/20;depth:between:1..3`. Numbers: is, not, over, under, between. Texts: contains, ' +
    'not-contains (both ignoring case), starts, is, not. Choices: is, not. Both numbers and texts: empty, not-empty. Custom fields, ' +
    '`field.` and the name, and how often a page contains a custom search, `search.` and its text with %25, %3A, %3B and %2C for %, :, ; and the comma: ' +
    'those of texts and over, under, between. In a value, %3B ' +
    `is a semicolon and %25 a percent sign, before the URL encodes them. At most ${MAX_CONDITIONS} conditions. The columns are those of \`sort\`.`,
  schema: { type: 'string', maxLength: MAX_FILTERS_TEXT },
  read(sent, name) {
    const conditions = sent.length > MAX_FILTERS_TEXT ? null : readConditions(sent)
    if (conditions === null)
      throw new AppError('bad-request', `${name} must be conditions such as words:under:1000;title:contains:oak`)
    return conditions.length === 0 ? undefined : conditions
  },
}

/** Which rows of the pages list. */
export const pageFilters = {
  status: choice({
    about: 'Only pages whose status code is of this class; none: pages without a response.',
    of: pageStatuses,
  }),
  depth: whole({
    about: 'Only pages of this crawl depth; -1 for those that only a sitemap lists.',
    min: SITEMAP_ONLY_DEPTH,
    max: MAX_DEPTH,
  }),
  kind: choice({
    about:
      'Only pages with status 200 (ok), with one permanent redirect to a 200 (redirects), with a title, or with a meta description.',
    of: pageKinds,
  }),
  search: text({ about: 'Only rows that contain this text, ignoring case.' }),
  url: url({ about: 'Only the page with this URL.' }),
  indexability: choice({
    about: 'Only pages that search engines may index (indexable), or that they may not for this reason.',
    of: indexabilities,
  }),
  issue: whole({ about: 'Only the pages that this issue affects, by its id.', min: 1, max: MAX_ISSUE_ID }),
  filters,
  segment: text({ about: 'Only the pages of the segment of the website with this name.' }),
  ids: ids({ about: 'Only these pages, by their ids.', max: MAX_PAGE_ID, atMost: MAX_CHOSEN_PAGES }),
  passed: flag({ about: 'With true, only pages without an error or warning of their own.' }),
} as const

const MAX_COLUMN = 100
const COLUMNS = `one of ${pageColumnIds.join(', ')}, or field. and the name of a custom field`

function columnOf(sent: string, name: string): ColumnId {
  const column = columnIdOf(sent)
  if (column === null) throw new AppError('bad-request', `${name} must be ${COLUMNS}`)
  return column
}

/** How the rows of the pages list are sorted. */
export const pageOrder = {
  sort: {
    about: `Column to sort by; without it, rows are in the order of the crawl. What is not known comes last. It is ${COLUMNS}.`,
    schema: { type: 'string', maxLength: MAX_COLUMN },
    read: columnOf,
  } satisfies Parameter<ColumnId>,
  order: choice({ about: 'Direction of `sort`.', of: sortOrders, fallback: 'ascending' }),
} as const

/** Which columns a file of the pages list has, in each format. */
export const pageColumnChoice = {
  columns: {
    about: `Columns of the pages list, in this order; without it, all fields of the pages. Each is ${COLUMNS}.`,
    schema: { type: 'string', maxLength: MAX_COLUMN },
    isCommaList: true,
    read(sent, name) {
      const parts = new Set(sent.split(',').map(part => part.trim()))
      parts.delete('')
      return parts.size === 0 ? undefined : [...parts].map(part => columnOf(part, name))
    },
  } satisfies Parameter<ColumnId[]>,
} as const

export const pageEndpoints = {
  listPages: {
    access: 'view',
    share: ({ issues }) => (issues === undefined ? ['pages'] : ['pages', 'issues']),
    scope: 'read',
    method: 'GET',
    path: '/api/pages/:id',
    response: z.array(pageSchema),
    tag: 'Results',
    summary: 'The pages list',
    headers: { 'X-Total-Count': 'Number of rows that match the filters.' },
    query: {
      crawl,
      offset,
      limit: whole({
        about: 'Maximum number of rows.',
        min: 1,
        max: MAX_PAGES_PER_RESPONSE,
        fallback: MAX_PAGES_PER_RESPONSE,
      }),
      issues: issueIds,
      perIssue: whole({
        about: 'Number of pages of each of `issues`, the page that it is listed under first.',
        min: 1,
        max: 20,
        fallback: PAGES_PER_ISSUE_DEFAULT,
      }),
      ...pageFilters,
      ...pageOrder,
    },
  },
} as const satisfies EndpointTable
