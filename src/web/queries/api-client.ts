/**
 * Every request to the server. The rows of the contract (shared/api) describe requests; a response is parsed with its endpoint's schema,
 * and one without success is an `ApiError`.
 */
import * as z from 'zod/mini'
import type { EndpointRow } from '#shared/api/contract.ts'
import { type StreamName, streams } from '#shared/api/streams.ts'
import { INVALID_FIELD_HEADER } from '#shared/errors.ts'
import { documentPath } from '#shared/routes.ts'

export type ResponseOf<Row extends EndpointRow> = z.output<Row['response']>
type Body<Row extends EndpointRow> = Row extends { body: infer Schema extends z.ZodMiniType } ? z.input<Schema> : never

export type QueryParameters = Record<string, string | number | boolean | undefined>

export interface CallOptions<Row extends EndpointRow> {
  /** Website id of paths with `:id`. */
  id?: number
  /** Undefined and empty values are omitted. */
  query?: QueryParameters
  body?: Body<Row>
  signal?: AbortSignal
}

/** A response without success; the message is "{status}: {body, or status text when it is empty}". */
export class ApiError extends Error {
  readonly status: number
  readonly statusText: string
  /** The server's message; '' when the response has none. */
  readonly body: string
  /** The member of the request's body that is wrong; null when the response names none. */
  readonly field: string | null

  constructor(response: { status: number; statusText: string; body: string; field?: string | null }) {
    super(`${response.status}: ${response.body || response.statusText}`)
    this.name = 'ApiError'
    this.status = response.status
    this.statusText = response.statusText
    this.body = response.body
    this.field = response.field ?? null
  }
}

/** Whether repeating the request is pointless, as for a 404. False for errors of server or network, and for too many requests. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429
}

/** URL of an endpoint, with its id and query. */
export function endpointUrl(row: Pick<EndpointRow, 'path'>, id?: number, query: QueryParameters = {}): string {
  return filledIn(row.path, id, query)
}

/** URL of a file, with its website's id and query. */
export function fileUrl(name: StreamName, id?: number, query: QueryParameters = {}): string {
  return filledIn(streams[name].path, id, query)
}

function filledIn(template: string, id: number | undefined, query: QueryParameters): string {
  const path = documentPath(template.replace(':id', id === undefined ? '' : String(id)))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(key, String(value))
  return search.size === 0 ? path : `${path}?${search}`
}

/** The parsed JSON as the server sent it: for endpoints with more than one accepted shape. */
export async function requestJson<Row extends EndpointRow>(row: Row, options: CallOptions<Row> = {}): Promise<unknown> {
  return (await request(row, options)).json()
}

async function request<Row extends EndpointRow>(row: Row, options: CallOptions<Row>): Promise<Response> {
  const { id, query, body, signal } = options
  const response = await fetch(endpointUrl(row, id, query), {
    method: row.method,
    credentials: 'include',
    // A JSON content type and a body only when there is a payload.
    ...(body === undefined ? {} : jsonBody(body)),
    ...(signal === undefined ? {} : { signal }),
  })
  if (!response.ok) throw await refusalOf(response)
  return response
}

/**
 * Requests a file; HEAD checks whether there is one, and a `body` says how it is to be made. Rejects with `ApiError`, or as `fetch` does.
 */
export async function requestFile(
  url: string,
  { method, body }: { method?: 'GET' | 'HEAD'; body?: unknown } = {},
): Promise<Response> {
  const how = body === undefined ? { method: method ?? 'GET' } : { method: 'POST', ...jsonBody(body) }
  const response = await fetch(url, { ...how, credentials: 'include' })
  if (!response.ok) throw await refusalOf(response)
  return response
}

function jsonBody(body: unknown) {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

async function refusalOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  const { status, statusText, headers } = response
  return new ApiError({ status, statusText, body: text.trim(), field: headers.get(INVALID_FIELD_HEADER) })
}

/** Calls an endpoint; rejects with `ApiError`, with a `ZodError` for a response of another shape, or as `fetch` does. */
export async function callApi<Row extends EndpointRow>(
  row: Row,
  options: CallOptions<Row> = {},
): Promise<ResponseOf<Row>> {
  // The row's own schema made the value; TypeScript cannot tie a generic row to its schema's output.
  return z.parse(row.response, await requestJson(row, options)) as ResponseOf<Row>
}

/** One page of a list that is a plain array, with the number of all rows that match its filters. */
export async function callList<Row extends EndpointRow>(
  row: Row,
  options: CallOptions<Row> = {},
): Promise<{ rows: ResponseOf<Row>; total: number }> {
  const response = await request(row, options)
  const rows = z.parse(row.response, await response.json()) as ResponseOf<Row>
  return { rows, total: z.parse(totalSchema, Number(response.headers.get('x-total-count') ?? Number.NaN)) }
}

const totalSchema = z.int().check(z.nonnegative())

/** An error's message as shown to the user; '' for a response of another shape, whose message is for developers. */
export function readableMessage(error: unknown): string {
  if (error instanceof SyntaxError || error instanceof z.core.$ZodError) return ''
  return error instanceof Error ? error.message : ''
}

/** "{what}: {status text}". HTTP/2 has no status text: the server's message takes its place. */
export function fetchFailure(what: string, error: unknown): string {
  if (error instanceof ApiError) return `${what}: ${error.statusText || error.body || error.status}`
  const message = readableMessage(error)
  return message === '' ? what : `${what}: ${message}`
}

/** The server's message; undefined when the response has none. */
export function serverMessage(error: unknown): string | undefined {
  return error instanceof ApiError && error.body !== '' ? error.body : undefined
}

/** Why a request failed: the server's message, else that the server could not be reached. */
export function failureReason(error: unknown): string {
  return serverMessage(error) ?? 'The server could not be reached. Please try again.'
}

/** Throws where no website is known, which `enabled` of the query should have prevented. */
export function requireWebsiteId(websiteId: number | null): number {
  if (websiteId === null) throw new Error('No website ID provided')
  return websiteId
}
