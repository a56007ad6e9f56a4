import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, rootCertificates, TLSSocket } from 'node:tls'
import type { Dispatcher } from 'undici'
import buildConnector from 'undici/lib/core/connect.js'
import Agent from 'undici/lib/dispatcher/agent.js'
import Client from 'undici/lib/dispatcher/client.js'
import Pool from 'undici/lib/dispatcher/pool.js'
import type { CertificateFacts } from '#shared/certificate.ts'
import type { ProxyServer } from '#shared/outbound.ts'
import { type AddressGuard, AddressRefusedError, type Resolve, type Target, targetOf } from './address-guard.ts'
import type { FetchLimits } from './fetch.ts'
import { NO_CONNECTION, ProxyError, proxyAuthorization } from './outbound/http-proxy.ts'
import { checkedTarget, proxiedTarget, type Route } from './outbound/route.ts'
import { openTunnel } from './outbound/tunnel.ts'
import { CertificateError, isCertificateError, readCertificate } from './peer-certificate.ts'
import { createResponseGate, type ResponseGate } from './response-gate.ts'

/**
 * Connections to the web: a pool per origin, guarded at connect time. A name is resolved and checked in one place, and the
 * socket connects to the checked addresses only; no other code opens one.
 */

/** One open connection, as its requests see it. */
export interface Connection {
  gate: ResponseGate
  /** Requests sent on it. */
  requests: number
  /** Of the server; null without TLS. */
  certificate: CertificateFacts | null
}

/** A handler that is given the connection of its request. */
export interface ConnectionUser extends Dispatcher.DispatchHandler {
  /** Called when a connection is chosen; `current` is set once it is open. */
  assignSlot(slot: ConnectionSlot): void
}

export interface ConnectionSlot {
  current: Connection | null
}

export interface ConnectionOptions {
  limits: FetchLimits
  guard: AddressGuard
  resolve: Resolve
  route: Route
  /** Epoch milliseconds. */
  wallClock: () => number
}

/** Idle connections are closed after this; most servers do so after 5 s. */
const IDLE_MS = 4_000
const MAX_IDLE_MS = 30_000

/** Pools of connections per origin, by one route. Reads no proxy from the environment. */
export function createConnections(options: ConnectionOptions): Agent {
  const { limits } = options
  const clientOptions = {
    // The fetcher keeps the deadlines: those of undici restart with every interim response and every byte.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: limits.maxHeaderBytes,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: MAX_IDLE_MS,
    pipelining: 1,
    allowH2: false,
  }
  return new Agent({
    allowH2: false,
    factory: origin => {
      const url = new URL(origin)
      const forwarding = forwardingProxy(url, options)
      const connect = forwarding
        ? createForwardingConnector(forwarding, options)
        : createGuardedConnector(targetOf(url), options)
      return new Pool(origin, {
        allowH2: false,
        connections: limits.connectionsPerHost,
        factory: clientOrigin =>
          forwarding
            ? new ForwardedClient(clientOrigin, { ...clientOptions, connect, proxy: forwarding })
            : new TrackedClient(clientOrigin, { ...clientOptions, connect }),
      })
    },
  })
}

/** A client that gives its requests the connection they use. */
class TrackedClient extends Client {
  readonly #slot: ConnectionSlot

  constructor(origin: URL, options: Client.Options & { connect: buildConnector.connector; maxHeaderSize: number }) {
    const slot: ConnectionSlot = { current: null }
    super(origin, {
      ...options,
      connect: (target, callback) =>
        options.connect(target, (error, socket) => {
          if (error) return callback(error, null)
          // A plain response may come through a proxy that has a certificate.
          const certificate =
            origin.protocol === 'https:' && socket instanceof TLSSocket ? readCertificate(socket) : null
          slot.current = { gate: createResponseGate(socket, options.maxHeaderSize), requests: 0, certificate }
          callback(null, socket)
        }),
    })
    this.#slot = slot
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (isConnectionUser(handler)) handler.assignSlot(this.#slot)
    return super.dispatch(options, handler)
  }
}

/** Sends plain HTTP to a proxy, which forwards it: with whole URLs (RFC 9112 §3.2.2), and the user of the proxy. */
class ForwardedClient extends TrackedClient {
  readonly #origin: string
  readonly #authorization: string | null

  constructor(
    origin: URL,
    options: Client.Options & { connect: buildConnector.connector; maxHeaderSize: number; proxy: ProxyServer },
  ) {
    const { proxy, ...others } = options
    super(origin, others)
    this.#origin = origin.origin
    this.#authorization = proxyAuthorization(proxy)
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const sent = Array.isArray(options.headers) ? options.headers : []
    const login = this.#authorization === null ? [] : ['proxy-authorization', this.#authorization]
    return super.dispatch({ ...options, path: this.#origin + options.path, headers: [...sent, ...login] }, handler)
  }
}

function isConnectionUser(handler: Dispatcher.DispatchHandler): handler is ConnectionUser {
  return 'assignSlot' in handler
}

/**
 * The proxy that forwards requests of this origin, as most proxies open tunnels for TLS alone; null where a tunnel is needed: for TLS, by
 * SOCKS5, to a mapped host, and where the proxy must not resolve names.
 */
function forwardingProxy(origin: URL, { route, guard }: ConnectionOptions): ProxyServer | null {
  const isPlain = origin.protocol === 'http:' && !guard.isRestrictive && !route.hosts.has(targetOf(origin).hostname)
  return isPlain && route.proxy && route.proxy.protocol !== 'socks5' ? route.proxy : null
}

/** Connects to the proxy itself. */
function createForwardingConnector(proxy: ProxyServer, { limits, route }: ConnectionOptions): buildConnector.connector {
  return (_, callback) => {
    const at = { host: proxy.hostname, port: proxy.port, timeout: limits.connectTimeoutMs }
    const isTls = proxy.protocol === 'https'
    const socket: Socket = isTls ? connectTls({ ...at, ...authorities(route) }) : connectTcp(at)
    const fail = (cause?: Error) => {
      socket.destroy()
      callback(new ProxyError(NO_CONNECTION, { cause }), null)
    }
    socket.setNoDelay(true).once('error', fail).once('timeout', fail)
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      socket.off('error', fail).off('timeout', fail).setTimeout(0)
      callback(null, socket)
    })
  }
}

/** For TLS: the public authorities and those of the route; Node.js has its own when nothing is said. */
function authorities({ certificates }: Route): { ca?: string[] } {
  return certificates.length > 0 ? { ca: [...rootCertificates, ...certificates] } : {}
}

/**
 * Connects to checked addresses only. An IP address in the URL is checked here, because `lookup` is not called for it; all addresses of
 * a name are checked where it is resolved, and one refused address refuses the name; the socket's peer is checked once more. A proxy is
 * given a checked address, too.
 */
function createGuardedConnector(target: Target, options: ConnectionOptions): buildConnector.connector {
  const { limits, guard, resolve, route, wallClock } = options
  const checked = checkedTarget(target, route)
  const check = (address: string): AddressRefusedError | null => {
    const result = guard.checkAddress(address, checked)
    return result.ok ? null : new AddressRefusedError(result.detail)
  }
  const addressesOf: Resolve = checked === target ? resolve : async () => [checked.hostname]
  const connect = buildConnector({
    timeout: limits.connectTimeoutMs,
    allowH2: false,
    rejectUnauthorized: true,
    lookup: createGuardedLookup(addressesOf, check),
    ...authorities(route),
  })
  return (destination, callback) => {
    const { proxy } = route
    const refusal = proxy || isIP(destination.hostname) === 0 ? null : check(destination.hostname)
    if (refusal) return callback(refusal, null)
    const open = (httpSocket?: Socket) => {
      let facts: CertificateFacts | null = null
      const opening: unknown = connect({ ...destination, ...(httpSocket && { httpSocket }) }, (error, socket) => {
        if (error) return callback(withCertificate(error, { facts, atMs: wallClock() }), null)
        // No peer: the socket is closed already and reports its own error. Of a tunnel the peer is the proxy.
        const peerRefusal = httpSocket || socket.remoteAddress === undefined ? null : check(socket.remoteAddress)
        if (!peerRefusal) return callback(null, socket)
        socket.destroy()
        callback(peerRefusal, null)
      })
      if (!(opening instanceof TLSSocket)) return
      // Node verifies the certificate at this event and closes the connection when it is refused; it cannot be read afterwards.
      opening.prependOnceListener('secure', () => {
        facts = readCertificate(opening)
      })
    }
    if (!proxy) return open()
    proxiedTarget(target, { guard, resolve, route })
      .then(wanted => openTunnel(wanted, { proxy, timeoutMs: limits.connectTimeoutMs, ...authorities(route) }))
      .then(
        tunnel => (destination.protocol === 'https:' ? open(tunnel) : callback(null, tunnel)),
        (error: Error) => callback(error, null),
      )
  }
}

function withCertificate(error: Error, read: { facts: CertificateFacts | null; atMs: number }): Error {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return isCertificateError(code) ? new CertificateError(code, read) : error
}

function createGuardedLookup(resolve: Resolve, check: (address: string) => AddressRefusedError | null): LookupFunction {
  return (hostname, options, callback) => {
    const fail = (error: Error) => callback(error, '', 0)
    resolve(hostname).then(addresses => {
      for (const address of addresses) {
        const refusal = check(address)
        if (refusal) return fail(refusal)
      }
      const results = addresses.map(address => ({ address, family: isIP(address) }))
      const [first] = results
      if (!first) return fail(Object.assign(new Error(`no address for ${hostname}`), { code: 'ENOTFOUND' }))
      if (options.all) return callback(null, results)
      callback(null, first.address, first.family)
    }, fail)
  }
}
