/**
 * The only place that asks the server. Requests are described by the rows of the contract (shared/api), answers are parsed with
 * the endpoint's own schema, and everything that is not a success is an `ApiError`. Nothing here knows about screens or caches.
 */
import * as z from 'zod/mini'
import type { EndpointRow } from '#shared/api/contract.ts'
import { type StreamName, streams } from '#shared/api/streams.ts'

export type ResponseOf<Row extends EndpointRow> = z.output<Row['response']>
type Body<Row extends EndpointRow> = Row extends { body: infer Schema extends z.ZodMiniType } ? z.input<Schema> : never

export type QueryParameters = Record<string, string | number | boolean | undefined>

export interface CallOptions<Row extends EndpointRow> {
  /** Website id of paths with `:id`. */
  id?: number
  /** Undefined and empty values are left out. */
  query?: QueryParameters
  body?: Body<Row>
  signal?: AbortSignal
}

/** A non-successful answer; the message is "{status}: {body, or status text when it is empty}". */
export class ApiError extends Error {
  readonly status: number
  readonly statusText: string
  /** What the server said, for a person; '' when it said nothing. */
  readonly body: string

  constructor(answer: { status: number; statusText: string; body: string }) {
    super(`${answer.status}: ${answer.body || answer.statusText}`)
    this.name = 'ApiError'
    this.status = answer.status
    this.statusText = answer.statusText
    this.body = answer.body
  }
}

/** A refusal (no such website, not ours) does not change by asking again; a fault of server or network may, and haste will. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429
}

/** Address of an endpoint, with its id and query filled in. */
export function endpointUrl(row: Pick<EndpointRow, 'path'>, id?: number, query: QueryParameters = {}): string {
  return filledIn(row.path, id, query)
}

/** Address of a file, with its website's id and query filled in. */
export function fileUrl(name: StreamName, id?: number, query: QueryParameters = {}): string {
  return filledIn(streams[name].path, id, query)
}

function filledIn(template: string, id: number | undefined, query: QueryParameters): string {
  const path = template.replace(':id', id === undefined ? '' : String(id))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(key, String(value))
  return search.size === 0 ? path : `${path}?${search}`
}

/** The answer as the server sent it: for the few endpoints whose clients must accept more than one shape. */
export async function requestJson<Row extends EndpointRow>(row: Row, options: CallOptions<Row> = {}): Promise<unknown> {
  return (await request(row, options)).json()
}

async function request<Row extends EndpointRow>(row: Row, options: CallOptions<Row>): Promise<Response> {
  const { id, query, body, signal } = options
  const response = await fetch(endpointUrl(row, id, query), {
    method: row.method,
    credentials: 'include',
    // A JSON content type and a body only when there is a payload (specification, section 7).
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  })
  if (!response.ok) throw await refusalOf(response)
  return response
}

/** A file of the server; HEAD asks whether there is one. Rejects with `ApiError`, or as `fetch` does. */
export async function requestFile(address: string, method: 'GET' | 'HEAD' = 'GET'): Promise<Response> {
  const response = await fetch(address, { method, credentials: 'include' })
  if (!response.ok) throw await refusalOf(response)
  return response
}

async function refusalOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  return new ApiError({ status: response.status, statusText: response.statusText, body: text.trim() })
}

/** Calls an endpoint; rejects with `ApiError`, with a `ZodError` for an answer of another shape, or as `fetch` does. */
export async function callApi<Row extends EndpointRow>(
  row: Row,
  options: CallOptions<Row> = {},
): Promise<ResponseOf<Row>> {
  // The row's own schema made the value; TypeScript cannot tie a generic row to its schema's output.
  return z.parse(row.response, await requestJson(row, options)) as ResponseOf<Row>
}

/** A part of a list that is a plain array, with the number of all rows that its filters let through. */
export async function callList<Row extends EndpointRow>(
  row: Row,
  options: CallOptions<Row> = {},
): Promise<{ rows: ResponseOf<Row>; total: number }> {
  const response = await request(row, options)
  const rows = z.parse(row.response, await response.json()) as ResponseOf<Row>
  return { rows, total: z.parse(totalSchema, Number(response.headers.get('x-total-count') ?? Number.NaN)) }
}

const totalSchema = z.int().check(z.nonnegative())

/** What an error says to a person; '' for one that only says how an answer was misshapen, which is for programmers. */
export function readableMessage(error: unknown): string {
  if (error instanceof SyntaxError || error instanceof z.core.$ZodError) return ''
  return error instanceof Error ? error.message : ''
}

/** "{what}: {status text}", as the error catalogue has it; the server's words when HTTP/2 left the status text empty. */
export function fetchFailure(what: string, error: unknown): string {
  if (error instanceof ApiError) return `${what}: ${error.statusText || error.body || error.status}`
  const message = readableMessage(error)
  return message === '' ? what : `${what}: ${message}`
}

/** What the server said about it, for the second line of an error state; undefined when it said nothing. */
export function serverTexts(error: unknown): string | undefined {
  return error instanceof ApiError && error.body !== '' ? error.body : undefined
}

/** For a question about a website; throws where none is known, which `enabled` of the query should have prevented. */
export function requireWebsiteId(websiteId: number | null): number {
  if (websiteId === null) throw new Error('No website ID provided')
  return websiteId
}
