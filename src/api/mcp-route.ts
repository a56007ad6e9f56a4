import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { mcpApi } from '#mcp/api.ts'
import type { mcpResponder } from '#mcp/http.ts'
import { AppError } from '#shared/errors.ts'
import type { Known } from './call.ts'
import type { ErrorLog } from './errors.ts'
import type { Requesters } from './requesters.ts'
import type { RouteDeps } from './routes/route-deps.ts'

const MCP_PATH = '/mcp'
/** Nothing that a tool takes is as long. */
const MAX_BODY_BYTES = 64 * 1024

/** By which the guards know who sends a request, and from where. */
const CALLER_HEADERS = ['authorization', 'forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

interface McpRouteDeps extends Pick<RouteDeps, 'randomBytes'> {
  from: Requesters
  log: ErrorLog
}

/**
 * Serves the Model Context Protocol, for callers with an API key. What a tool requests goes through the API of this server like any
 * other request with that key: a tool can do nothing that the key may not.
 */
export function serveMcp(app: Hono<Known>, { from, randomBytes, log }: McpRouteDeps): void {
  let respond: ReturnType<typeof mcpResponder> | undefined
  app.use(MCP_PATH, bodyLimit({ maxSize: MAX_BODY_BYTES, onError: refuseLargeBody }))
  app.all(MCP_PATH, async context => {
    const visitor = await from.visitor(context, context.get('network'))
    if (visitor.keyScopes === null) throw new AppError('unauthorized', 'Send an API key as Authorization: Bearer.')
    respond ??= (await import('#mcp/http.ts')).mcpResponder()
    return await respond(context.req.raw, {
      api: mcpApi({
        send: async request => await app.fetch(request, context.env),
        server: new URL(new URL(context.req.url).origin),
        headers: callerHeaders(context),
      }),
      randomBytes,
      log: (event, cause) => log.error(event, { method: context.req.method, path: MCP_PATH, cause }),
    })
  })
}

function callerHeaders(context: Context): Headers {
  const headers = new Headers()
  for (const name of CALLER_HEADERS) {
    const value = context.req.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  return headers
}

function refuseLargeBody(): never {
  throw new AppError('too-large', 'The body is too large')
}
