import type { Context } from 'hono'
import * as z from 'zod/mini'
import type { Access, EndpointRow, EndpointTable } from '#shared/api/contract.ts'
import type { ParameterTable, ParameterValues } from '#shared/api/query.ts'
import type { StreamName, streams } from '#shared/api/streams.ts'
import { AppError, genericMessage } from '#shared/errors.ts'
import type { WebsiteRow } from '#store/store.ts'
import type { Session, Visitor } from './identity.ts'
import type { StreamResponse } from './stream-response.ts'
import { readUpload, type UploadLimits } from './upload.ts'

/** One request as a handler sees it. */
export interface Call {
  visitor: Visitor
  /** Where it comes from: an IPv4 address or the /64 of an IPv6 address. Never stored; only events such as signing in log it. */
  network: string
  /** The path's `:id` as sent; '' for a path without one. */
  pathId: string
  /** Of the URL with which this server was requested. */
  origin: string
  /** Aborted when the connection closes before the response is whole. */
  signal: AbortSignal
  /**
   * The JSON body, as the endpoint's schema makes it.
   *
   * @throws AppError 415 for another media type, 400 for what is no JSON or does not fit: the first message of the schema.
   */
  readBody<Schema extends z.ZodMiniType>(schema: Schema): Promise<z.output<Schema>>
  /** The body as a file, as it arrives. @throws AppError 413 and 503 in the middle of one that is too large or too slow. */
  upload(limits: UploadLimits): AsyncIterable<Uint8Array>
  setHeader(name: string, value: string): void
}

/** A website as its caller sees it: of a share link, with the shared crawl as the newest. */
export interface SeenWebsite extends WebsiteRow {
  /** Ids of the crawls that the caller sees; null: all of the website. */
  onlyCrawls: readonly number[] | null
}

/** A call about the website that the path names, which the caller sees. */
export interface WebsiteCall extends Call {
  website: SeenWebsite
  /** Of the website: the caller may be another user, or have a share link. */
  ownerId: number
}

/** A call of a user who is signed in. */
export interface UserCall extends Call {
  session: Session
}

/** What a handler is given by who may call it: without the website or the session, it would not be called. */
export interface CallByAccess extends Record<Access, Call> {
  anyone: Call
  view: WebsiteCall
  edit: WebsiteCall
  own: WebsiteCall
  user: UserCall
  admin: UserCall
}

/** The values of a row's query parameters; nothing for a row without any. */
export type QueryOf<Row> = Row extends { query: infer Table extends ParameterTable }
  ? ParameterValues<Table>
  : Record<never, never>

type CallOf<Row extends { access: Access }> = CallByAccess[Row['access']]

/** A handler's response is checked against the endpoint's row at compile time, so it is not parsed again when it is sent. */
type Handler<Row extends EndpointRow> = (call: CallOf<Row>, query: QueryOf<Row>) => Promise<z.output<Row['response']>>

/** One handler for every row of a table of endpoints. */
export type Routes<Table extends EndpointTable> = { [Name in keyof Table]: Handler<Table[Name]> }

/** One handler for every row of the table of streams. What it refuses, it refuses before anything is sent. */
export type StreamRoutes = {
  [Name in StreamName]: (
    call: CallOf<(typeof streams)[Name]>,
    query: QueryOf<(typeof streams)[Name]>,
  ) => Promise<StreamResponse>
}

export function callOf(context: Context, from: { visitor: Visitor; network: string }): Call {
  const url = new URL(context.req.url)
  return {
    ...from,
    pathId: context.req.param('id') ?? '',
    origin: url.origin,
    signal: context.req.raw.signal,
    readBody: schema => readBody(context, schema),
    upload: limits => readUpload(context.req.raw.body ?? new Blob().stream(), limits),
    setHeader: (name, value) => context.header(name, value),
  }
}

async function readBody<Schema extends z.ZodMiniType>(context: Context, schema: Schema): Promise<z.output<Schema>> {
  const mediaType = context.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (mediaType !== 'application/json')
    throw new AppError('unsupported-media-type', 'The body must be JSON, with Content-Type: application/json')
  const parsed = z.safeParse(schema, parseJson(await context.req.text()), { error: genericMessage })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const [member] = issue?.path ?? []
  throw new AppError('bad-request', issue?.message ?? 'Required', {
    cause: parsed.error,
    // Keys of a record are what the caller has sent.
    ...(typeof member === 'string' && /^\w+$/.test(member) && { field: member }),
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('bad-request', 'The body is not valid JSON', { cause })
  }
}

/** What is known of a request before its handler is chosen. */
export interface Known {
  Variables: {
    /** Where it comes from: an IPv4 address or the /64 of an IPv6 address. */
    network: string
  }
}
