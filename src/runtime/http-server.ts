import { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createAdaptorServer, type ServerType } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { SettingError } from '#settings/setting.ts'
import { isUpload } from '#shared/api/uploads.ts'
import { limitConnections } from './connection-limits.ts'

/** The listening socket and its limits. Slow or excessive requests are cut off before the application sees them. */

/** Of a request to arrive as a whole; of one with a file, and of any other. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000
const REQUEST_TIMEOUT_MS = 30_000
const HEADERS_TIMEOUT_MS = 10_000
const KEEP_ALIVE_TIMEOUT_MS = 10_000
const MAX_HEADER_BYTES = 16 * 1024
/** A client that reads nothing of its response for so long is cut off, and the response ends. */
const STALLED_AFTER_MS = 60_000
/** How often Node looks for requests that are over their time; the limits above hold to within this. */
const CHECK_INTERVAL_MS = 2_000
/** Connections at once, in all and of one network. */
const MAX_CONNECTIONS = 2_000
const MAX_CONNECTIONS_PER_NETWORK = 500
/**
 * Connections that the system holds until they are taken, as far as it allows. With the usual 511 a flood of connections makes those of
 * others try again, after a second.
 */
const MAX_WAITING_CONNECTIONS = 4_096

export interface HttpServer {
  url: string
  close(): Promise<void>
}

interface Application {
  fetch: Parameters<typeof createAdaptorServer>[0]['fetch']
}

interface ListenAt {
  host: string
  port: number
  stalledAfterMs?: number
  requestTimeoutMs?: number
  maxConnections?: number
  maxConnectionsPerNetwork?: number
  /** Whether the peer is a proxy of the operator, which connects for everyone. */
  isTrustedProxy?: (address: string) => boolean
}

/** @throws SettingError when the port cannot be opened. */
export function openHttpServer(app: Application, at: ListenAt): Promise<HttpServer> {
  return new Promise((resolve, reject) => {
    const server = createAdaptorServer({
      fetch: app.fetch,
      hostname: at.host,
      serverOptions: {
        requestTimeout: UPLOAD_TIMEOUT_MS,
        headersTimeout: HEADERS_TIMEOUT_MS,
        connectionsCheckingInterval: CHECK_INTERVAL_MS,
        keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
        maxHeaderSize: MAX_HEADER_BYTES,
      },
    })
    // The options above choose no other kind of server; the type allows HTTP/2 as well.
    if (server instanceof Server) {
      limitConnections(server, {
        perNetwork: at.maxConnectionsPerNetwork ?? MAX_CONNECTIONS_PER_NETWORK,
        inAll: at.maxConnections ?? MAX_CONNECTIONS,
        isTrusted: at.isTrustedProxy ?? (() => false),
      })
    }
    cutOffSlow(server, at.requestTimeoutMs ?? REQUEST_TIMEOUT_MS)
    cutOffStalled(server, at.stalledAfterMs ?? STALLED_AFTER_MS)
    server.on('error', (error: NodeJS.ErrnoException) => reject(portError(error, at)))
    server.listen({ host: at.host, port: at.port, backlog: MAX_WAITING_CONNECTIONS }, () => {
      const info = server.address()
      if (info === null || typeof info === 'string') return reject(new Error('the server listens at no port'))
      const name = info.family === 'IPv6' ? `[${info.address}]` : info.address
      resolve({ url: `http://${name}:${info.port}`, close: () => closeServer(server) })
    })
  })
}

/** IP address of the peer of a request; null when the connection is gone. */
export function peerAddress(context: Context): string | null {
  return getConnInfo(context).remote.address ?? null
}

/** Breaks a request's connection off, so that no client takes it for the end of the response; false without a connection. */
export function breakOff({ env }: Context): boolean {
  const outgoing: unknown = env?.outgoing
  if (!(outgoing instanceof ServerResponse)) return false
  // Without a length or chunks, as with HTTP/1.0, an orderly end would look like a complete response.
  cutOff(outgoing)
  return true
}

function cutOff(outgoing: ServerResponse): void {
  outgoing.socket?.resetAndDestroy()
  outgoing.destroy()
}

/** Node has one time for all requests, that of files. */
function cutOffSlow(server: ServerType, requestTimeoutMs: number): void {
  server.on('request', (incoming: unknown) => {
    if (!(incoming instanceof IncomingMessage)) return
    const { method = '', url = '' } = incoming
    if (isUpload({ method, path: url.split('?', 1)[0] ?? '' })) return
    const timer = setTimeout(() => {
      if (!incoming.complete) incoming.socket.destroy()
    }, requestTimeoutMs)
    timer.unref()
    incoming.once('close', () => clearTimeout(timer))
  })
}

/**
 * Node emits 'timeout' when a socket has sent and received nothing for so long. While a response is still being generated there
 * is nothing to send, and that may take its time.
 */
function cutOffStalled(server: ServerType, stalledAfterMs: number): void {
  const watch = (outgoing: ServerResponse) => {
    outgoing.setTimeout(stalledAfterMs)
    outgoing.on('timeout', () => {
      if (outgoing.writableLength > 0) cutOff(outgoing)
      else outgoing.setTimeout(stalledAfterMs)
    })
  }
  server.on('request', (_incoming: unknown, outgoing: unknown) => {
    if (outgoing instanceof ServerResponse) watch(outgoing)
  })
}

function closeServer(server: ServerType): Promise<void> {
  if ('closeAllConnections' in server) server.closeAllConnections()
  return new Promise(resolve => server.close(() => resolve()))
}

/** Why a port cannot be opened: a sentence for the operator where there is one. */
export function portError(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): Error {
  if (error.code === 'EADDRINUSE') {
    return new SettingError(
      `Port ${port} on ${host} is already in use: stop what uses it, or choose another with PORT.`,
    )
  }
  if (error.code === 'EACCES')
    return new SettingError(`Port ${port} may not be opened by this user: choose one from 1024 up.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new SettingError(`${host} is not an IP address or name of this machine: choose another with HOST.`)
  }
  return error
}
