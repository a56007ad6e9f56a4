import * as z from 'zod/mini'
import { reportJsonSchema } from '#report/export/report-schema.ts'
import { signedInUserSchema } from '#shared/account.ts'
import { findingChangesSchema } from '#shared/api/changes.ts'
import { checkSchema } from '#shared/api/checks.ts'
import type { StreamRow } from '#shared/api/contract.ts'
import { crawlResultSchema, crawlStartedSchema } from '#shared/api/crawls.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { evidenceSchema, issueDetailsSchema, issueListSchema, issueSchema } from '#shared/api/issues.ts'
import { operationsSchema } from '#shared/api/operations.ts'
import { pageDetailSchema } from '#shared/api/page-details.ts'
import { pageSpeedProgressResponseSchema } from '#shared/api/page-speed.ts'
import { pageSchema } from '#shared/api/pages.ts'
import { recheckSchema } from '#shared/api/rechecks.ts'
import { startCrawlSchema } from '#shared/api/start-crawl.ts'
import { streams } from '#shared/api/streams.ts'
import { structureSchema } from '#shared/api/structure.ts'
import { userSchema } from '#shared/api/users.ts'
import { messageSchema } from '#shared/api/values.ts'
import { websiteSettingsSchema } from '#shared/api/website-settings.ts'
import { websiteSchema } from '#shared/api/websites.ts'
import { apiKeySchema } from '#shared/api-key.ts'
import { CRAWL_LIMIT_DEFAULT, CRAWL_LIMIT_MIN } from '#shared/constants.ts'
import { pageLinksSchema } from '#shared/page-detail.ts'
import { pageSpeedSchema, pageSpeedStatusSchema } from '#shared/page-speed.ts'

/** JSON Schema (draft 2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Schemas that have a name of their own; every other response and body is named for its endpoint. */
const named = {
  Website: websiteSchema,
  CrawlResult: crawlResultSchema,
  CrawlStarted: crawlStartedSchema,
  Page: pageSchema,
  PageDetail: pageDetailSchema,
  PageLinks: pageLinksSchema,
  Structure: structureSchema,
  PageSpeed: pageSpeedSchema,
  PageSpeedProgress: pageSpeedProgressResponseSchema,
  PageSpeedStatus: pageSpeedStatusSchema,
  Issue: issueSchema,
  IssueDetails: issueDetailsSchema,
  IssueList: issueListSchema,
  Evidence: evidenceSchema,
  Recheck: recheckSchema,
  WebsiteSettings: websiteSettingsSchema,
  Check: checkSchema,
  FindingChanges: findingChangesSchema,
  Message: messageSchema,
  SignedInUser: signedInUserSchema,
  User: userSchema,
  ApiKey: apiKeySchema,
  Operations: operationsSchema,
} as const

export interface Schemas {
  components: Record<string, JsonSchema>
  /** The component of a response or a body. */
  nameOf(schema: z.ZodMiniType): string
}

interface About {
  id?: string | undefined
}

/** Responses as they are sent, bodies as they are accepted: a default makes a field optional, a number may come as its digits. */
export function contractSchemas(): Schemas {
  const responses = z.registry<About>()
  const bodies = z.registry<About>()
  for (const [id, schema] of Object.entries(named)) responses.add(schema, { id })
  for (const [name, row] of Object.entries(endpoints)) {
    if (!responses.has(row.response)) responses.add(row.response, { id: `${titleOf(name)}Response` })
    if ('body' in row && !bodies.has(row.body)) bodies.add(row.body, { id: `${titleOf(name)}Body` })
  }
  for (const [name, { body }] of Object.entries<StreamRow>(streams))
    if (body && !bodies.has(body)) bodies.add(body, { id: `${titleOf(name)}Body` })
  return {
    components: { ...components(bodies, 'input'), ...components(responses, 'output') },
    nameOf(schema) {
      const id = responses.get(schema)?.id ?? bodies.get(schema)?.id
      if (id === undefined) throw new Error('a schema of the contract has no name')
      return id
    },
  }
}

function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

const crawlLimit = {
  anyOf: [
    { type: 'integer', minimum: CRAWL_LIMIT_MIN },
    { type: 'string', pattern: '^[0-9]+$' },
  ],
  default: CRAWL_LIMIT_DEFAULT,
}

export function componentRef(name: string): string {
  return `#/components/schemas/${name}`
}

/** Of a reference into the components. */
export function componentName(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

function components(
  registry: ReturnType<typeof z.registry<About>>,
  io: 'input' | 'output',
): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: componentRef,
    override({ zodSchema, jsonSchema }) {
      // What is checked after the digits are read is lost on the way.
      if (zodSchema === startCrawlSchema.shape.crawlLimit && io === 'input') Object.assign(jsonSchema, crawlLimit)
      // Every whole number that JSON can carry without loss: true, and of no use to a reader.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      // A later version may add a field, which breaks no client that does not look for it.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $id: _id, $schema: _dialect, ...schema }]) => [name, schema]),
  )
}

/** The component that JSON exports follow. */
export const EXPORT_SCHEMA = 'Export'

const DEFINITION = '#/$defs/'

/** The published schema of JSON exports (docs/report.schema.json), its definitions as components of their own. */
export function exportSchemas(): Record<string, JsonSchema> {
  const { oneOf, title, $defs }: { oneOf: unknown; title: string; $defs: Record<string, JsonSchema> } = JSON.parse(
    JSON.stringify(reportJsonSchema()),
    relocate,
  )
  return {
    [EXPORT_SCHEMA]: { description: `${title}. \`format\` says which part it is.`, oneOf },
    ...Object.fromEntries(Object.entries($defs).map(([name, schema]) => [nameOf(name), schema])),
  }
}

function relocate(key: string, value: unknown): unknown {
  // Every whole number that JSON can carry without loss: true, and of no use to a reader.
  if (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) return undefined
  const isReference = key === '$ref' && typeof value === 'string' && value.startsWith(DEFINITION)
  return isReference ? componentRef(nameOf(value.slice(DEFINITION.length))) : value
}

function nameOf(definition: string): string {
  return EXPORT_SCHEMA + definition.charAt(0).toUpperCase() + definition.slice(1)
}
