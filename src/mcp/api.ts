import type * as z from 'zod/mini'
import type { EndpointRow, StreamRow } from '#shared/api/contract.ts'
import { AppError } from '#shared/errors.ts'

/** What the tools read and change: the HTTP API in the name of one API key, in this process or at another server. */
export interface McpApi {
  /** @throws AppError with the message of the API for what it refuses. */
  call<Row extends EndpointRow>(row: Row, request?: ApiRequest): Promise<ApiResponse<z.output<Row['response']>>>
  /** A file, while it is sent. @throws AppError as `call`. */
  open(row: StreamRow, request?: ApiRequest): Promise<ReadableStream<Uint8Array>>
}

export interface ApiRequest {
  /** For `:id` in the path. */
  id?: number
  /** Without those that are undefined. */
  query?: Readonly<Record<string, string | number | undefined>>
  /** Sent as JSON. */
  body?: unknown
  signal?: AbortSignal
}

export interface ApiResponse<Body> {
  body: Body
  /** Rows in all, where the API says it in a header; null otherwise. */
  totalCount: number | null
}

export interface ApiDeps {
  /** Sends a request to the server. */
  send: (request: Request) => Promise<Response>
  /** The URL of the server. */
  server: URL
  /** By which the server knows the caller. */
  headers: Headers
}

export function mcpApi({ send, server, headers }: ApiDeps): McpApi {
  const base = server.href.endsWith('/') ? server.href : `${server.href}/`
  const respond = async (
    { method = 'GET', path }: { method?: string; path: string },
    request: ApiRequest,
  ): Promise<Response> => {
    const { id, query = {}, body, signal } = request
    const url = new URL(path.slice(1).replace(':id', String(id ?? '')), base)
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value))
    const sent = new Headers(headers)
    if (body !== undefined) sent.set('content-type', 'application/json')
    const response = await send(
      new Request(url, {
        method,
        headers: sent,
        redirect: 'error',
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      }),
    ).catch((cause: unknown) => {
      throw new AppError('unavailable', `The server ${server.origin} does not respond.`, { cause })
    })
    if (response.ok) return response
    const message = (await response.text()).slice(0, MAX_MESSAGE)
    throw new AppError('bad-request', message || `The server responded with status ${response.status}.`)
  }
  return {
    async call<Row extends EndpointRow>(row: Row, request: ApiRequest = {}) {
      const response = await respond(row, request)
      const parsed = row.response.safeParse(await response.json().catch(() => undefined))
      if (!parsed.success)
        throw new AppError('bad-gateway', `The server at ${server.origin} is not this version of Sitesounder.`, {
          cause: parsed.error,
        })
      const total = response.headers.get('x-total-count')
      // Parsed by the very schema that the type is made of; TypeScript does not resolve it for a row that it does not know yet.
      return { body: parsed.data as z.output<Row['response']>, totalCount: total === null ? null : Number(total) }
    },
    async open(row, request = {}) {
      const { body } = await respond(row, request)
      return body ?? new ReadableStream({ start: controller => controller.close() })
    },
  }
}

const MAX_MESSAGE = 1_000
