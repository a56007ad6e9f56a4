import { ServerResponse } from 'node:http'
import { serve } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { SettingError } from '#settings/setting.ts'

/** The one socket that listens, and its limits. What is slow or too much is cut off before the application sees it. */

const REQUEST_TIMEOUT_MS = 30_000
const HEADERS_TIMEOUT_MS = 10_000
const KEEP_ALIVE_TIMEOUT_MS = 10_000
const MAX_HEADER_BYTES = 16 * 1024
/** A client that takes nothing of its answer for so long does not read: it is cut off, and what makes the answer ends. */
const STALLED_AFTER_MS = 60_000
/** Files of the process that connections may take; more are refused by closing them. */
const MAX_CONNECTIONS = 2_000

export interface HttpServer {
  url: string
  close(): Promise<void>
}

interface Application {
  fetch: Parameters<typeof serve>[0]['fetch']
}

interface ListenAt {
  host: string
  port: number
  stalledAfterMs?: number
}

/** @throws SettingError when the port cannot be opened. */
export function openHttpServer(app: Application, at: ListenAt): Promise<HttpServer> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch: app.fetch,
        hostname: at.host,
        port: at.port,
        serverOptions: {
          requestTimeout: REQUEST_TIMEOUT_MS,
          headersTimeout: HEADERS_TIMEOUT_MS,
          keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
          maxHeaderSize: MAX_HEADER_BYTES,
        },
      },
      info => {
        const name = info.family === 'IPv6' ? `[${info.address}]` : info.address
        resolve({ url: `http://${name}:${info.port}`, close: () => closeServer(server) })
      },
    )
    server.maxConnections = MAX_CONNECTIONS
    cutOffStalled(server, at.stalledAfterMs ?? STALLED_AFTER_MS)
    server.on('error', (error: NodeJS.ErrnoException) => reject(portError(error, at)))
  })
}

/** Address at the other end of a request's connection; null when the connection is gone. */
export function peerAddress(context: Context): string | null {
  return getConnInfo(context).remote.address ?? null
}

/** Breaks a request's connection off, in a way that no client takes for the end of an answer; false where there is none. */
export function breakOff({ env }: Context): boolean {
  const outgoing: unknown = env?.outgoing
  if (!(outgoing instanceof ServerResponse)) return false
  // Without a length or chunks, as with HTTP/1.0, an orderly end would pass for a whole answer.
  cutOff(outgoing)
  return true
}

function cutOff(outgoing: ServerResponse): void {
  outgoing.socket?.resetAndDestroy()
  outgoing.destroy()
}

/**
 * Node rings when a socket has sent and received nothing for so long. While an answer is still being made there is nothing to
 * send, and that may take its time.
 */
function cutOffStalled(server: ReturnType<typeof serve>, stalledAfterMs: number): void {
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

function closeServer(server: ReturnType<typeof serve>): Promise<void> {
  if ('closeAllConnections' in server) server.closeAllConnections()
  return new Promise(resolve => server.close(() => resolve()))
}

function portError(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): Error {
  if (error.code === 'EADDRINUSE') {
    return new SettingError(
      `Port ${port} on ${host} is already in use: stop what uses it, or choose another with PORT.`,
    )
  }
  if (error.code === 'EACCES')
    return new SettingError(`Port ${port} may not be opened by this user: choose one from 1024 up.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new SettingError(`${host} is no address of this machine: choose another with HOST.`)
  }
  return error
}
