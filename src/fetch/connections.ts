import { isIP, type LookupFunction } from 'node:net'
import { rootCertificates, TLSSocket } from 'node:tls'
import type { Dispatcher } from 'undici'
import buildConnector from 'undici/lib/core/connect.js'
import Agent from 'undici/lib/dispatcher/agent.js'
import Client from 'undici/lib/dispatcher/client.js'
import Pool from 'undici/lib/dispatcher/pool.js'
import type { CertificateFacts } from '#shared/certificate.ts'
import { type AddressGuard, AddressRefusedError, type Resolve, type Target, targetOf } from './address-guard.ts'
import type { FetchLimits } from './fetch.ts'
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
  /** PEM certificates trusted besides the public ones. */
  trustedCertificates: readonly string[]
  /** Epoch milliseconds. */
  wallClock: () => number
}

/** Idle connections are closed after this; most servers do so after 5 s. */
const IDLE_MS = 4_000
const MAX_IDLE_MS = 30_000

/** Pools of connections per origin. Reads no proxy from the environment. */
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
      const connect = createGuardedConnector(targetOf(new URL(origin)), options)
      return new Pool(origin, {
        allowH2: false,
        connections: limits.connectionsPerHost,
        factory: clientOrigin => new TrackedClient(clientOrigin, { ...clientOptions, connect }),
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
          const certificate = socket instanceof TLSSocket ? readCertificate(socket) : null
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

function isConnectionUser(handler: Dispatcher.DispatchHandler): handler is ConnectionUser {
  return 'assignSlot' in handler
}

/**
 * Connects to checked addresses only. An IP address in the URL is checked here, because `lookup` is not called for it; all addresses of
 * a name are checked where it is resolved, and one refused address refuses the name; the socket's peer is checked once more.
 */
function createGuardedConnector(target: Target, options: ConnectionOptions): buildConnector.connector {
  const { limits, guard, resolve, trustedCertificates, wallClock } = options
  const check = (address: string): AddressRefusedError | null => {
    const result = guard.checkAddress(address, target)
    return result.ok ? null : new AddressRefusedError(result.detail)
  }
  const connect = buildConnector({
    timeout: limits.connectTimeoutMs,
    allowH2: false,
    rejectUnauthorized: true,
    lookup: createGuardedLookup(resolve, check),
    ...(trustedCertificates.length > 0 ? { ca: [...rootCertificates, ...trustedCertificates] } : {}),
  })
  return (destination, callback) => {
    const refusal = isIP(destination.hostname) === 0 ? null : check(destination.hostname)
    if (refusal) return callback(refusal, null)
    let facts: CertificateFacts | null = null
    const opening: unknown = connect(destination, (error, socket) => {
      if (error) return callback(withCertificate(error, { facts, atMs: wallClock() }), null)
      // No peer: the socket is closed already and reports its own error.
      const peerRefusal = socket.remoteAddress === undefined ? null : check(socket.remoteAddress)
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
