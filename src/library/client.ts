import type { ApiClient, OperationRequest } from './api.ts'
import { operations } from './operations.ts'

export type * from './api.ts'

export interface ClientOptions {
  /** The URL of the server, such as `http://127.0.0.1:3000`. */
  server: string | URL
  /** Of a user of the server. It is sent to this server alone, and no redirect is followed. */
  apiKey: string
  /** Of a request whose caller gives no signal. */
  timeoutMs?: number
}

/** The server refused a request; the message is its own sentence. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError'
  /** The status code of the response. */
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const TIMEOUT_MS = 60_000

/** A client of the HTTP API of a server, with a method for each operation of its OpenAPI document. @throws ApiError by its methods. */
export function createClient({ server, apiKey, timeoutMs = TIMEOUT_MS }: ClientOptions): ApiClient {
  const { href } = new URL(server)
  const base = href.endsWith('/') ? href : `${href}/`
  const methods = Object.entries(operations).map(([name, [method, path, kind]]) => {
    const call = async (request: OperationRequest = {}): Promise<unknown> => {
      const response = await fetch(urlOf(base, path, request), {
        method,
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(request.body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
        redirect: 'error',
        signal: request.signal ?? AbortSignal.timeout(timeoutMs),
      })
      if (!response.ok) throw new ApiError(response.status, await response.text())
      return kind === 'file' ? response : await response.json()
    }
    return [name, call] as const
  })
  return Object.fromEntries(methods) as ApiClient
}

function urlOf(base: string, template: string, { path = {}, query = {} }: OperationRequest): URL {
  const filled = template.slice(1).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name]
    if (value === undefined) throw new TypeError(`The path ${template} needs ${name}.`)
    return encodeURIComponent(value)
  })
  const url = new URL(filled, base)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  return url
}
