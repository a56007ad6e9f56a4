import { createMcpHandler } from '@modelcontextprotocol/server'
import { createMcpServer } from './server.ts'
import type { ToolDeps } from './tool.ts'

const SESSION_HEADER = 'mcp-session-id'
const SESSION_BYTES = 16

/** Of a JSON-RPC message, what decides how it is served; anything may have been sent. */
interface Message {
  id?: unknown
  method?: unknown
  params?: { requestId?: unknown }
}

type McpRespond = (request: Request, deps: Omit<ToolDeps, 'cancelled' | 'begun' | 'ended'>) => Promise<Response>

/**
 * Serves streamable HTTP, in the current revision of the protocol and in those of 2025. Nothing is kept between two requests but
 * what a client of 2025 can cancel: it does so by a message of its own, where the current revision closes the connection.
 */
export function mcpResponder(): McpRespond {
  /** Calls of tools that are under way in a session of 2025, by who sent them. Of one that is refused before its tool begins there is none. */
  const running = new Map<string, AbortController>()
  return async (request, deps) => {
    // The caller has limited the body.
    const message: Message = Object(
      await request
        .clone()
        .json()
        .catch(() => null),
    )
    const session = request.headers.get(SESSION_HEADER)
    const nameOf = (id: unknown) => JSON.stringify([request.headers.get('authorization'), session, id])
    if (session !== null && message.method === 'notifications/cancelled')
      running.get(nameOf(message.params?.requestId))?.abort()
    const name = session !== null && message.method === 'tools/call' ? nameOf(message.id) : null
    const cancelling = new AbortController()
    const handler = createMcpHandler(
      () =>
        createMcpServer({
          ...deps,
          cancelled: cancelling.signal,
          begun: () => void (name !== null && running.set(name, cancelling)),
          ended: () => void (name !== null && running.get(name) === cancelling && running.delete(name)),
        }),
      {
        maxSubscriptions: 1,
        onerror: error => deps.log('a request to /mcp was refused', error),
      },
    )
    const response = await handler.fetch(request)
    if (message.method === 'initialize' && response.ok)
      response.headers.set(SESSION_HEADER, Buffer.from(deps.randomBytes(SESSION_BYTES)).toString('hex'))
    return response
  }
}
