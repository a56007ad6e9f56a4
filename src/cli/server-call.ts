import { terminalText } from '#report/terminal-text.ts'
import type { EndpointRow } from '#shared/api/contract.ts'
import { AppError } from '#shared/errors.ts'
import { type CommandInput, UsageError } from './command.ts'

/** Options of the commands that call a running server, for their help. */
export const SERVER_OPTIONS = `\
  --server URL         the server, such as http://127.0.0.1:3000 (or SITESOUNDER_SERVER)
  --api-key KEY        API key of its user; SITESOUNDER_API_KEY is safer, as other users of this machine do not see it`

/** Commands that talk to a running server, by its API and an API key of its user. */
const REQUEST_TIMEOUT_MS = 30_000

export interface ServerCall {
  row: EndpointRow
  /** For `:id`; '' where the path has none. */
  id?: string
  query?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  body?: unknown
}

/**
 * Calls the server that the settings name; throws UsageError where they name none, AppError with the server's own words for what it
 * refuses. The key goes to that server and, redirected or not, to no other.
 */
export function serverCaller({ server, apiKey }: CommandInput['settings']): (call: ServerCall) => Promise<unknown> {
  if (server === null) throw new UsageError('Name the server: --server http://127.0.0.1:3000')
  if (apiKey === null)
    throw new UsageError('Give an API key of the server as SITESOUNDER_API_KEY (or --api-key); its settings make one.')
  const base = server.href.endsWith('/') ? server.href : `${server.href}/`
  return async ({ row, id = '', query = {}, body }) => {
    const url = new URL(row.path.slice(1).replace(':id', id), base)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const response = await fetch(url, {
      method: row.method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw new AppError('unavailable', `The server ${server.origin} does not respond.`, { cause })
    })
    const text = await response.text()
    if (!response.ok)
      throw new AppError(
        'bad-request',
        `${terminalText(text) || `The server responded with status ${response.status}`}.`,
      )
    try {
      return JSON.parse(text)
    } catch (cause) {
      throw new AppError('bad-request', `The server at ${server.origin} is not Sitesounder.`, { cause })
    }
  }
}
