import * as z from 'zod/mini'
import { crawlHealthSchema } from '#shared/crawl-health.ts'
import { crawlOptionsSchema } from '#shared/crawl-options.ts'
import { indexabilities } from '#shared/indexability.ts'
import { setChoices, setStates } from '#shared/languages.ts'
import {
  crawlStatuses,
  endReasons,
  issueCategories,
  issueTypes,
  linkKinds,
  severities,
  skipReasons,
} from '#shared/model.ts'
import { pageColumnIds } from '#shared/page-columns.ts'
import { conditionSchema, fieldColumnName } from '#shared/page-conditions.ts'
import { pageKinds, pageStatuses } from '#shared/page-list.ts'
import { pageSpeedSampleSchema, sampledSpeedSchema } from '#shared/page-speed-sample.ts'
import { visitLists, wasteReasons } from '#shared/visits.ts'
import { REPORT_VERSION } from '../baseline/baseline-schema.ts'
import type { ExportTable } from './export-table.ts'
import { exportTables } from './index.ts'
import { pageCellSchema } from './page-column-table.ts'

/**
 * What the JSON files hold: the whole report and each of its parts, distinguished by `format`. Times and durations are absent from the
 * stable form. Readers have to let fields pass that they do not know: a new one does not raise the version.
 */

/** ISO 8601 in UTC. */
const time = z.string().check(z.describe('ISO 8601 in UTC.'))
const count = z.int().check(z.nonnegative())
const version = z.literal(REPORT_VERSION)

const crawl = named(
  'crawl',
  z.object({
    url: z.string().check(z.describe('Where the crawl started.')),
    status: z.enum(crawlStatuses),
    crawlLimit: z.int(),
    options: crawlOptionsSchema,
    endReason: z.nullable(z.enum(endReasons)).check(z.describe('null while the crawl goes on.')),
    endSentence: z.string(),
    notes: z.array(z.string()),
    startedAt: z.optional(z.nullable(time)),
    endedAt: z.optional(z.nullable(time)),
  }),
)

const counts = z.object({
  pagesCrawled: count,
  pagesListed: count,
  urlsFound: count,
  urlsProbed: count,
  passed: count,
  errors: count,
  warnings: count,
  infos: count,
  redirects: count,
  duplicates: count,
  byCategory: z.record(z.enum(issueCategories), count),
})

/** Figures are absent from the stable form. */
const sampledPage = z.partial(sampledSpeedSchema, {
  measuredAt: true,
  lighthouseVersion: true,
  performance: true,
  accessibility: true,
  bestPractices: true,
  seo: true,
  overall: true,
  lab: true,
  field: true,
})
const sampleGroup = z.extend(pageSpeedSampleSchema.shape.groups.def.element, {
  name: z.string().check(z.describe('What the URLs of its pages have in common.')),
  pages: count.check(z.describe('How many pages one template made.')),
  measured: z.array(named('measuredPage', sampledPage)),
})
const pageSpeedSample = z.nullable(z.extend(pageSpeedSampleSchema, { groups: z.array(sampleGroup) }))

const skipped = named(
  'skipped',
  z.object({
    url: z.string(),
    reason: z.enum(skipReasons),
    rule: z.optional(z.string().check(z.describe('Of an excluded URL: the rule that excludes it.'))),
    kinds: z.array(z.enum(linkKinds)),
  }),
)

const text = z.optional(z.string())
const columnName = z.union([z.enum(pageColumnIds), fieldColumnName])
const issueFilter = z.object({
  types: z.optional(z.array(z.enum(issueTypes))),
  severity: z.optional(z.enum(severities)),
  checkId: text,
  url: text,
  search: text,
  category: z.optional(z.enum(issueCategories)),
})
const pageFilter = z.object({
  statusClass: z.optional(z.enum(pageStatuses)),
  depth: z.optional(z.number()),
  kind: z.optional(z.enum(pageKinds)),
  search: text,
  url: text,
  isPassed: z.optional(z.boolean()),
  indexability: z.optional(z.enum(indexabilities)),
  conditions: z.optional(z.array(conditionSchema)),
  numbers: z.optional(z.array(z.number())),
  sort: z.optional(z.object({ column: columnName, isDescending: z.boolean() })),
})
const noFilter = z.object({})

const issues = list('issue', exportTables.issues)
const pages = list('page', exportTables.pages)
const muted = list('muted', exportTables.muted)

export const reportSchema = z.discriminatedUnion('format', [
  z.object({
    format: z.literal('sitesounder-report'),
    version,
    crawl,
    counts,
    health: z
      .optional(z.nullable(z.omit(crawlHealthSchema, { previousScore: true })))
      .check(
        z.describe('The health score, what keeps it from 100, and what to fix first; null where no page was read.'),
      ),
    pageSpeedSample: z
      .optional(pageSpeedSample)
      .check(z.describe('Pages whose speed was measured, and for which others they stand; null where none was.')),
    pages,
    issues,
    skipped: z.array(skipped),
    muted: z
      .optional(muted)
      .check(z.describe('Issues that the settings of the website keep out of the report and its counts.')),
  }),
  z.object({ format: z.literal('sitesounder-issues'), version, crawl, filter: issueFilter, issues }),
  z.object({
    format: z.literal('sitesounder-affected-pages'),
    version,
    crawl,
    filter: issueFilter,
    affectedPages: list('affectedPage', exportTables['affected-pages']),
  }),
  z.object({ format: z.literal('sitesounder-pages'), version, crawl, filter: pageFilter, pages }),
  z.object({
    format: z.literal('sitesounder-page-columns'),
    version,
    crawl,
    filter: pageFilter,
    pages: z
      .array(z.record(columnName, pageCellSchema))
      .check(z.describe('The columns that were chosen, as they are shown.')),
  }),
  z.object({
    format: z.literal('sitesounder-not-crawled'),
    version,
    crawl,
    filter: z.object({ reason: z.optional(z.enum(skipReasons)), search: text }),
    notCrawled: list('notCrawled', exportTables['not-crawled']),
  }),
  z.object({
    format: z.literal('sitesounder-languages'),
    version,
    crawl,
    filter: z.object({
      choice: z.optional(z.enum(setChoices)),
      language: text,
      state: z.optional(z.enum(setStates)),
      search: text,
    }),
    languages: list('languageVersion', exportTables.languages),
  }),
  z.object({
    format: z.literal('sitesounder-links'),
    version,
    crawl,
    filter: noFilter,
    links: list('link', exportTables.links),
  }),
  z.object({
    format: z.literal('sitesounder-images'),
    version,
    crawl,
    filter: noFilter,
    images: list('image', exportTables.images),
  }),
  z.object({ format: z.literal('sitesounder-muted'), version, crawl, filter: noFilter, muted }),
  z.object({
    format: z.literal('sitesounder-tickets'),
    version,
    crawl,
    filter: issueFilter,
    tickets: list('ticket', exportTables.tickets),
  }),
  z.object({
    format: z.literal('sitesounder-visits'),
    version,
    crawl,
    filter: z.object({
      list: z.optional(z.enum(visitLists)),
      waste: z.optional(z.enum(wasteReasons)),
      search: text,
      bot: text,
    }),
    visits: list('visit', exportTables.visits),
  }),
])

/** Entries of a table: what its columns say. */
function list<Filter>(name: string, { columns }: ExportTable<Filter>) {
  const fields = columns.flatMap(column => {
    if (column.key === undefined) return []
    const described = column.schema.check(z.describe(column.about))
    return [[column.key, column.isTime ? z.optional(described) : described]]
  })
  return z.array(named(name, z.object(Object.fromEntries(fields))))
}

/** Stands in the JSON Schema once, under this name. */
function named<Schema extends z.ZodMiniObject>(id: string, schema: Schema): Schema {
  return schema.check(z.meta({ id }))
}

/** The same as JSON Schema (draft 2020-12). It lets unknown fields pass. */
export function reportJsonSchema(): object {
  return {
    $id: `urn:sitesounder:report:${REPORT_VERSION}`,
    title: `Report of Sitesounder, version ${REPORT_VERSION}`,
    ...z.toJSONSchema(reportSchema, { io: 'input' }),
  }
}
