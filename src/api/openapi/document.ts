import { type Access, endpoints, type Scope, streams } from '#shared/api.ts'
import { PRODUCT_NAME, VERSION_LABEL } from '#shared/constants.ts'
import { type ErrorCode, errorStatus } from '#shared/errors.ts'
import type { Parameter, ParameterTable } from '../query.ts'
import { queryParameters } from '../query-parameters.ts'
import { componentRef, contractSchemas, type JsonSchema, type Schemas } from './schemas.ts'
import { tags, type Words, words } from './words.ts'

/** The parts of OpenAPI 3.1 that are used. */
export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Answer>
    securitySchemes: Record<string, Readonly<Record<string, string>>>
  }
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  parameters: OperationParameter[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, Answer | Reference>
  security: Record<string, string[]>[]
}

export interface OperationParameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  description: string
  schema: JsonSchema
  style?: 'form'
  explode?: false
}

export interface Answer {
  description: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  content: Content
}

type Content = Record<string, { schema: JsonSchema; example?: unknown }>

export interface Reference {
  $ref: string
}

/** A row of either table. */
interface Row {
  name: string
  access: Access
  scope: Scope
  method: string
  path: string
  answer: Content
  body?: { schema: JsonSchema }
}

const about =
  'Crawls websites and says what is wrong with them, with evidence and the fix. Errors are plain text, a sentence for a person. ' +
  'Programs ask with an API key: sign in, make one under Settings, and send it as `Authorization: Bearer snd_…`.'

/** The contract as OpenAPI 3.1: made of the very tables by which requests are answered, so it tells nothing that is not so. */
export function openApiDocument(): OpenApiDocument {
  const schemas = contractSchemas()
  const paths: OpenApiDocument['paths'] = {}
  for (const row of rows(schemas)) {
    const path = row.path.replace(':id', '{id}')
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: operation(row) }
  }
  return {
    openapi: '3.1.1',
    info: { title: `${PRODUCT_NAME} API`, version: VERSION_LABEL.replace(/^v/, ''), description: about },
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: { schemas: schemas.components, responses: errorAnswers(), securitySchemes },
  }
}

function rows({ nameOf }: Schemas): Row[] {
  const reference = (schema: Parameters<typeof nameOf>[0]) => ({ schema: { $ref: componentRef(nameOf(schema)) } })
  const ofEndpoints = Object.entries(endpoints).map(([name, row]) => ({
    ...row,
    name,
    answer: { 'application/json': reference(row.answer) },
    ...('body' in row ? { body: reference(row.body) } : { body: undefined }),
  }))
  const ofStreams = Object.entries(streams).map(([name, row]) => ({
    ...row,
    name,
    method: 'GET',
    answer: Object.fromEntries((wordsOf(name).mediaTypes ?? []).map(each => [each, { schema: fileSchema(each) }])),
  }))
  return [...ofEndpoints.map(({ body, ...row }) => (body ? { ...row, body } : row)), ...ofStreams]
}

/** Text is a string; of bytes, OpenAPI 3.1 says nothing but their media type. */
function fileSchema(mediaType: string): JsonSchema {
  if (mediaType === 'application/json') return { type: 'object' }
  return mediaType === 'application/gzip' || mediaType === 'application/pdf' ? {} : { type: 'string' }
}

function wordsOf(name: string): Words {
  const found = new Map<string, Words>(Object.entries(words)).get(name)
  if (!found) throw new Error(`${name} has no words`)
  return found
}

function operation(row: Row): Operation {
  const { tag, summary, description, headers, exampleBody } = wordsOf(row.name)
  const example = exampleBody === undefined ? {} : { example: exampleBody }
  return {
    operationId: row.name,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    parameters: [...pathParameters(row.path), ...queryOf(row.name)],
    ...(row.body && {
      requestBody: { required: true, content: { 'application/json': { ...row.body, ...example } } } as const,
    }),
    responses: {
      200: { description: 'It worked.', ...(headers && { headers: headersOf(headers) }), content: row.answer },
      ...Object.fromEntries(failures(row).map(code => [errorStatus[code], { $ref: `#/components/responses/${code}` }])),
      500: { $ref: '#/components/responses/fault' },
    },
    security: securityOf(row),
  }
}

function pathParameters(path: string): OperationParameter[] {
  if (!path.includes(':id')) return []
  const schema = { type: 'integer', minimum: 0 }
  return [{ name: 'id', in: 'path', required: true, description: 'The id, as it is listed.', schema }]
}

function queryOf(name: string): OperationParameter[] {
  const table = new Map<string, ParameterTable>(Object.entries(queryParameters)).get(name) ?? {}
  return Object.entries(table).map(([parameterName, parameter]) => queryParameter(parameterName, parameter))
}

function queryParameter(
  name: string,
  { about: description, schema, isCommaList }: Parameter<unknown>,
): OperationParameter {
  const common = { name, in: 'query', required: false, description } as const
  return isCommaList
    ? { ...common, schema: { type: 'array', items: schema }, style: 'form', explode: false }
    : { ...common, schema: { ...schema } }
}

function headersOf(headers: Readonly<Record<string, string>>): NonNullable<Answer['headers']> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'integer' } }]),
  )
}

/** What can go wrong with a row, by what it is. */
function failures({ name, access, scope, method, path, body }: Row): ErrorCode[] {
  const hasInput = path.includes(':id') || body !== undefined || queryOf(name).length > 0
  const codes: ErrorCode[] = [
    ...(hasInput ? ['bad-request' as const] : []),
    // Whoever sends a wrong key learns it everywhere.
    'unauthorized',
    // A key that may not, another site's page, whoever is no admin.
    ...(method !== 'GET' || scope !== 'read' || access === 'admin' ? ['forbidden' as const] : []),
    ...(path.includes(':id') ? ['not-found' as const] : []),
    ...(body ? (['too-large', 'unsupported-media-type'] as const) : []),
    'misdirected',
    'too-many',
    ...(wordsOf(name).alsoFails ?? []),
  ]
  return [...new Set(codes)].sort((a, b) => errorStatus[a] - errorStatus[b])
}

const errorWords: Record<ErrorCode, string> = {
  'bad-request': 'Something sent is wrong; the text names it.',
  unauthorized: 'Nobody is signed in, or the password or API key is wrong.',
  forbidden: 'Not for you, not for this API key, or not from another site.',
  'not-found': 'There is no such thing, or it is somebody else’s.',
  'method-not-allowed': 'Another method is meant.',
  conflict: 'It does not go together with what there is already.',
  'too-large': 'The body is too large.',
  'unsupported-media-type': 'The body is not announced as JSON.',
  misdirected: 'The request names another host than this server’s.',
  'too-many': 'Too many requests, attempts or crawls; ask again later.',
  unavailable: 'The server cannot do it now; ask again later.',
}

function errorAnswers(): Record<string, Answer> {
  const content = { 'text/plain': { schema: { type: 'string' } } }
  const retryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } }
  const challenge = { 'WWW-Authenticate': { description: 'How to ask with a key.', schema: { type: 'string' } } }
  const headers: Partial<Record<ErrorCode, NonNullable<Answer['headers']>>> = {
    unauthorized: challenge,
    'too-many': retryAfter,
    unavailable: retryAfter,
  }
  const answers = Object.entries(errorWords).map(([code, description]) => {
    const own = new Map<string, NonNullable<Answer['headers']>>(Object.entries(headers)).get(code)
    return [code, { description, ...(own && { headers: own }), content }] as const
  })
  const fault = { description: 'A fault of the server; the text holds an id under which it is logged.', content }
  return { ...Object.fromEntries(answers), fault }
}

const secureName = 'Begins with `__Host-` where the server is reached by https.'
const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key. A request with one ignores cookies. A key with `read` calls what asks for `read`.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'sitesounder_session',
    description: `Of a signed-in user. ${secureName}`,
  },
  visitor: {
    type: 'apiKey',
    in: 'cookie',
    name: 'sitesounder_visitor',
    description: `Of a visitor who is not signed in. ${secureName}`,
  },
} as const

/** Any one of these will do; an empty one stands for nothing at all. */
function securityOf({ access, scope }: Row): Operation['security'] {
  const key = scope === 'none' ? [] : [{ apiKey: [scope === 'crawl' ? 'read+crawl' : 'read'] }]
  if (access === 'user' || access === 'admin') return [{ session: [] }, ...key]
  const cookies = [...key, { session: [] }, { visitor: [] }]
  return access === 'anyone' ? [{}, ...cookies] : cookies
}
