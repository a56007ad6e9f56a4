import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { HTTP_PROXY_AUTHENTICATION_REQUIRED, isSuccess } from '#shared/http-status.ts'
import type { ProxyServer } from '#shared/outbound.ts'
import type { Target } from '../address-guard.ts'

export interface TunnelOptions {
  proxy: ProxyServer
  /** Trusted by a proxy that speaks TLS; the public authorities when absent. */
  ca?: readonly string[]
  signal: AbortSignal
}

/** A proxy has nothing to say in its response to CONNECT. */
const MAX_HEADER_BYTES = 16 * 1024
/** With these the proxy says that it does not let the target through. */
const FORBIDDEN: ReadonlySet<number> = new Set([400, 401, 403, 405, 501])

/** Opens a tunnel by CONNECT (RFC 9110 §9.3.6). @throws ProxyError */
export function openHttpTunnel(target: Target, { proxy, ca, signal }: TunnelOptions): Promise<Socket> {
  const authority = `${isIP(target.hostname) === 6 ? `[${target.hostname}]` : target.hostname}:${target.port}`
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const authorization = proxyAuthorization(proxy)
  const connecting = (proxy.protocol === 'https' ? requestHttps : requestHttp)({
    host: proxy.hostname,
    port: proxy.port,
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...(authorization !== null && { 'proxy-authorization': authorization }) },
    setHost: false,
    agent: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    signal,
    ...(ca && { ca: [...ca] }),
  })
  connecting.on('connect', (response: IncomingMessage, socket: Socket, head: Buffer) => {
    const refusal = refusalOf(response.statusCode ?? 0)
    if (refusal) {
      socket.destroy()
      return reject(refusal)
    }
    socket.unshift(head)
    resolve(socket)
  })
  connecting.on('error', cause => reject(new ProxyError(NO_CONNECTION, { cause })))
  connecting.end()
  return promise
}

export const NO_CONNECTION = 'The proxy does not respond.'

function refusalOf(status: number): ProxyError | null {
  if (isSuccess(status)) return null
  if (status === HTTP_PROXY_AUTHENTICATION_REQUIRED) return new ProxyError(BAD_LOGIN)
  if (FORBIDDEN.has(status)) return new ProxyError(`The proxy refuses the connection (${status}).`)
  return new ProxyError(`The proxy cannot reach the server (${status}).`, { isOfTarget: true })
}

export const BAD_LOGIN = 'The proxy does not accept the user name and password of this server.'

/** Value of Proxy-Authorization; null without a user. */
export function proxyAuthorization({ user }: TunnelOptions['proxy']): string | null {
  return user && `Basic ${Buffer.from(`${user.name}:${user.password}`).toString('base64')}`
}

/** A proxy did not connect to a target. The message is a sentence for a person, without secrets. */
export class ProxyError extends Error {
  readonly code: 'PROXY_FAILED' | 'PROXY_TARGET'

  /** `isOfTarget`: the proxy works, and cannot reach the target. */
  constructor(message: string, { isOfTarget = false, cause }: { isOfTarget?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.name = 'ProxyError'
    this.code = isOfTarget ? 'PROXY_TARGET' : 'PROXY_FAILED'
  }
}
