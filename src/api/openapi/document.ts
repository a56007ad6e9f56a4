import { type Access, type EndpointRow, type Scope, type StreamRow, tags } from '#shared/api/contract.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import type { Parameter } from '#shared/api/query.ts'
import { type StreamName, streams } from '#shared/api/streams.ts'
import { messageSchema } from '#shared/api/values.ts'
import { PRODUCT_NAME, VERSION_LABEL } from '#shared/constants.ts'
import { type ErrorCode, errorStatus } from '#shared/errors.ts'
import { errorResponses, failuresOf } from './failures.ts'
import type { Content, OpenApiDocument, Operation, OperationParameter, ResponseObject } from './model.ts'
import {
  componentRef,
  contractSchemas,
  EXPORT_SCHEMA,
  exportSchemas,
  type JsonSchema,
  type Schemas,
} from './schemas.ts'

/** A row of either table, as far as it is described. */
interface Described extends Omit<EndpointRow, 'body' | 'response'> {
  name: string
  content: Content
  requestBody?: { schema: JsonSchema; mediaType?: string }
}

const about =
  'Crawls websites and reports what is wrong with them, with evidence and the fix. Errors are plain text, a sentence for a person. ' +
  'Programs use an API key: sign in, create one under Settings, and send it as `Authorization: Bearer snd_…`.'

/** The contract as OpenAPI 3.1: made of the tables by which requests are handled, so it always describes the server as it is. */
export function openApiDocument(): OpenApiDocument {
  const schemas = contractSchemas()
  const paths: OpenApiDocument['paths'] = {}
  for (const row of rows(schemas)) {
    const path = row.path.replace(':id', '{id}')
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: operation(row, schemas) }
  }
  return {
    openapi: '3.1.1',
    info: { title: `${PRODUCT_NAME} API`, version: VERSION_LABEL.replace(/^v/, ''), description: about },
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { ...schemas.components, ...exportSchemas() },
      responses: sharedResponses(paths),
      securitySchemes,
    },
  }
}

/** Errors as text, but for those that always have another form. */
function sharedResponses(paths: OpenApiDocument['paths']): Record<string, ResponseObject> {
  const byStatus = Object.values(paths)
    .flatMap(methods => Object.values(methods))
    .flatMap(({ responses }) => Object.values(responses))
  const named = new Set(byStatus.flatMap(response => ('$ref' in response ? [response.$ref] : [])))
  // Of any path, so no row declares it.
  named.add(responseRef('method-not-allowed'))
  const all = Object.entries(errorResponses({ 'text/plain': { schema: { type: 'string' } } }))
  return Object.fromEntries(all.filter(([code]) => named.has(responseRef(code))))
}

function responseRef(code: string): string {
  return `#/components/responses/${code}`
}

function rows({ nameOf }: Schemas): Described[] {
  const reference = (schema: Parameters<typeof nameOf>[0]) => ({ schema: { $ref: componentRef(nameOf(schema)) } })
  const ofEndpoints = Object.entries<EndpointRow>(endpoints).map(([name, { body, response, upload, ...row }]) => ({
    ...row,
    name,
    content: { 'application/json': reference(response) },
    ...(body && { requestBody: reference(body) }),
    ...(upload && { requestBody: { schema: {}, mediaType: UPLOAD_TYPE } }),
  }))
  const ofStreams = Object.entries<StreamRow>(streams).map(([name, { mediaTypes, body, method = 'GET', ...row }]) => ({
    ...row,
    name,
    method,
    ...(body && { requestBody: reference(body) }),
    content: Object.fromEntries(mediaTypes.map(each => [each, { schema: fileSchema(name, each) }])),
  }))
  return [...ofEndpoints, ...ofStreams]
}

const exportName: StreamName = 'exportCrawl'

/** Text is a string; of bytes, OpenAPI 3.1 says nothing but their media type. */
function fileSchema(name: string, mediaType: string): JsonSchema {
  if (name === exportName && mediaType === 'application/json') return { $ref: componentRef(EXPORT_SCHEMA) }
  if (mediaType.endsWith('json')) return { type: 'object' }
  const isText = /^text\/|xml$/.test(mediaType)
  return isText ? { type: 'string' } : {}
}

function operation(row: Described, schemas: Schemas): Operation {
  const { tag, summary, description, headers, exampleBody, requestBody, alsoFails = [] } = row
  const example = exampleBody === undefined ? {} : { example: exampleBody }
  const query = Object.entries<Parameter<unknown>>(row.query ?? {}).map(queryParameter)
  const failures = failuresOf({ ...row, hasBody: requestBody !== undefined, hasQuery: query.length > 0, alsoFails })
  const asJson = row.errors === 'json' ? errorResponses(messageContent(schemas)) : null
  const responseOf = (code: ErrorCode | 'fault') => asJson?.[code] ?? { $ref: responseRef(code) }
  return {
    operationId: row.name,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    parameters: [...pathParameters(row.path), ...query],
    ...(requestBody && {
      requestBody: { required: true, content: contentOf(requestBody, example) } as const,
    }),
    responses: {
      200: {
        description: successDescription(row),
        ...(headers && { headers: headersOf(headers) }),
        content: row.content,
      },
      ...Object.fromEntries(failures.map(code => [errorStatus[code], responseOf(code)])),
      500: responseOf('fault'),
    },
    security: securityOf(row),
  }
}

/** A file of any kind. */
const UPLOAD_TYPE = 'application/octet-stream'

function contentOf({ schema, mediaType }: NonNullable<Described['requestBody']>, example: object): Content {
  return mediaType === undefined ? { 'application/json': { schema, ...example } } : { [mediaType]: { schema } }
}

function messageContent({ nameOf }: Schemas): Content {
  return { 'application/json': { schema: { $ref: componentRef(nameOf(messageSchema)) } } }
}

function successDescription({ name, method }: Described): string {
  if (Object.hasOwn(streams, name)) return 'The file, streamed.'
  return method === 'GET' ? 'The requested data.' : 'Done.'
}

function pathParameters(path: string): OperationParameter[] {
  if (!path.includes(':id')) return []
  const schema = { type: 'integer', minimum: 0 }
  return [{ name: 'id', in: 'path', required: true, description: 'The id, as it is listed.', schema }]
}

function queryParameter([name, parameter]: [string, Parameter<unknown>]): OperationParameter {
  const { about: description, schema, isCommaList } = parameter
  const common = { name, in: 'query', required: false, description } as const
  return isCommaList
    ? { ...common, schema: { type: 'array', items: schema }, style: 'form', explode: false }
    : { ...common, schema: { ...schema } }
}

function headersOf(headers: Readonly<Record<string, string>>): NonNullable<ResponseObject['headers']> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'integer' } }]),
  )
}

const secureName = 'Its name begins with `__Host-` where the server is reached by https.'
/** How programs and browsers authenticate. */
const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A key of a signed-in user, in the header `Authorization: Bearer snd_…`. Cookies that are sent with it do not count. A key with ' +
      '`read` does what only reads, one with `read+crawl` also starts, stops and clears crawls.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'sitesounder_session',
    description: `The cookie of a signed-in user, set by signing in. ${secureName}`,
  },
  visitor: {
    type: 'apiKey',
    in: 'cookie',
    name: 'sitesounder_visitor',
    description: `The cookie of a visitor who is not signed in, set on the first visit. ${secureName}`,
  },
} as const

/** Any one of these will do; an empty one stands for nothing at all. */
function securityOf({ access, scope }: { access: Access; scope: Scope }): Operation['security'] {
  const key = scope === 'none' ? [] : [{ apiKey: [scope === 'crawl' ? 'read+crawl' : 'read'] }]
  if (access === 'user' || access === 'admin') return [{ session: [] }, ...key]
  const cookies = [...key, { session: [] }, { visitor: [] }]
  return access === 'anyone' ? [{}, ...cookies] : cookies
}
