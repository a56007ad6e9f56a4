import { createHash, timingSafeEqual } from 'node:crypto'
import { Agent, type AgentOptions, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Duplex, pipeline, Transform } from 'node:stream'
import { rootCertificates } from 'node:tls'
import { type Target, targetOf } from '#fetch/address-guard.ts'
import { openTunnel } from '#fetch/outbound/tunnel.ts'
import { forgetOldest } from '#shared/forget-oldest.ts'
import type { CheckedTarget, TargetCheck, TargetGuard } from './guarded-targets.ts'

/**
 * The only way of a browser to the network: a forward proxy (RFC 9110, section 3.7) on loopback that checks every target as a
 * crawl does, and connects to the checked addresses. Plain HTTP comes with absolute URLs, everything else (TLS,
 * WebSockets) through CONNECT.
 *
 * Other users of the machine cannot use it: each run has its own secret for Basic authentication. The browser gets the secret
 * over its pipe, and neither its command line nor a file holds it.
 */
export interface GuardedProxy {
  port: number
  /** A URL that the proxy serves itself, empty, given the secret: there the browser stores it. */
  greetingUrl: string
  /** Why nothing came from a `host:port`, in the order of their first request; the first few. */
  troubles: ReadonlyMap<string, ProxyTrouble>
  /** More bytes came through than may: it has been cut off. */
  isExhausted(): boolean
  close(): Promise<void>
}

export type ProxyTrouble = 'refused' | 'unknown' | 'unreachable'

export interface GuardedProxyOptions {
  targetGuard: TargetGuard
  username: string
  password: string
  /** Both ways together. */
  maxBytes: number
  maxConnections: number
  connectTimeoutMs: number
  /** PEM certificates that proxies on the way are trusted by, besides the public ones. */
  certificates?: readonly string[]
}

const LOOPBACK = '127.0.0.1'
const GREETING_HOST = 'greeting.invalid'
const MAX_HEADER_BYTES = 64 * 1024
const MAX_KEPT_TROUBLES = 200
/** Targets of requests that wait for a connection: far more than there are connections. */
const MAX_EXPECTED = 10_000
/** Of connections of the browser that wait for its next request: longer than any page takes. */
const KEPT_OPEN_MS = 180_000

export async function openGuardedProxy(options: GuardedProxyOptions): Promise<GuardedProxy> {
  const context = new ProxyContext(options)
  const server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEPT_OPEN_MS },
    (incoming, outgoing) => {
      void context.forward(incoming, outgoing)
    },
  )
  server.maxConnections = options.maxConnections
  server.on('connection', socket => context.keep(socket))
  server.on('connect', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    void context.tunnel({ incoming, socket, head })
  })
  // Upgrades of plain HTTP do not come: browsers open a tunnel for WebSockets.
  server.on('upgrade', (_incoming, socket) => socket.destroy())
  server.on('clientError', (_error, socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, LOOPBACK, resolve)
  })
  const { port } = server.address() as AddressInfo
  context.ownPort = port
  return {
    port,
    greetingUrl: `http://${GREETING_HOST}/`,
    troubles: context.troubles,
    isExhausted: () => context.isExhausted,
    async close() {
      context.closeAll()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

class ProxyContext {
  ownPort = 0
  isExhausted = false
  readonly troubles = new Map<string, ProxyTrouble>()
  readonly #options: GuardedProxyOptions
  readonly #expected: Buffer
  readonly #open = new Set<Socket>()
  readonly #agent: TunnelAgent
  #bytes = 0

  constructor(options: GuardedProxyOptions) {
    this.#options = options
    this.#expected = digest(`Basic ${Buffer.from(`${options.username}:${options.password}`).toString('base64')}`)
    this.#agent = new TunnelAgent({ keepAlive: true, maxTotalSockets: options.maxConnections }, target =>
      this.#openTunnel(target),
    )
  }

  keep(socket: Socket): void {
    this.#open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#open.delete(socket))
  }

  closeAll(): void {
    this.#agent.destroy()
    for (const socket of this.#open) socket.destroy()
  }

  async forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (!this.#isKnown(incoming)) {
      outgoing.writeHead(407, { 'proxy-authenticate': 'Basic realm="browser"' }).end()
      return
    }
    const url = URL.parse(incoming.url ?? '')
    if (url?.protocol !== 'http:') return void outgoing.writeHead(400).end()
    if (url.hostname === GREETING_HOST) return void outgoing.writeHead(200, { 'content-type': 'text/html' }).end()
    const checked = await this.#check(targetOf(url))
    // A broken connection, as it would be without a proxy: a response of ours would be taken for the page's.
    if (!checked.ok) return void outgoing.destroy()
    this.#pass({ incoming, outgoing, url, target: checked.target })
  }

  #pass(of: { incoming: IncomingMessage; outgoing: ServerResponse; url: URL; target: CheckedTarget }): void {
    const { incoming, outgoing, url, target } = of
    this.#agent.expect(target)
    const passed = request({
      host: target.hostname,
      port: target.port,
      lookup: target.lookup,
      agent: this.#agent,
      method: incoming.method,
      path: `${url.pathname}${url.search}`,
      headers: withoutHopHeaders(incoming.rawHeaders),
      setHost: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      timeout: 0,
    })
    passed.on('socket', socket => this.#watchUpstream(socket, target))
    passed.on('response', response => {
      outgoing.writeHead(response.statusCode ?? 502, response.statusMessage, withoutHopHeaders(response.rawHeaders))
      pipeline(response, this.#counter(), outgoing, () => {})
    })
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    pipeline(incoming, this.#counter(), passed, () => {})
  }

  async tunnel({ incoming, socket, head }: { incoming: IncomingMessage; socket: Socket; head: Buffer }): Promise<void> {
    if (!this.#isKnown(incoming)) {
      return void socket.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm="browser"\r\ncontent-length: 0\r\n\r\n',
      )
    }
    const target = readAuthority(incoming.url ?? '')
    const checked: TargetCheck | null = target && (await this.#check(target))
    if (!checked?.ok) return void socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n')
    if (checked.target.tunnel) return await this.#joinTunnel(checked.target, { socket, head })
    const { hostname, port, lookup } = checked.target
    const upstream = connect({ host: hostname, port, lookup })
    this.keep(upstream)
    this.#watchUpstream(upstream, checked.target)
    upstream.on('error', () => socket.destroy())
    upstream.once('connect', () => {
      this.#join(socket, { upstream, head })
    })
    socket.on('close', () => upstream.destroy())
  }

  #join(socket: Socket, { upstream, head }: { upstream: Socket; head: Buffer }): void {
    if (socket.destroyed || upstream.destroyed) return void upstream.destroy()
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    if (head.length > 0) upstream.write(head)
    pipeline(socket, this.#counter(), upstream, () => {})
    pipeline(upstream, this.#counter(), socket, () => {})
  }

  async #joinTunnel(target: CheckedTarget, { socket, head }: { socket: Socket; head: Buffer }): Promise<void> {
    try {
      const upstream = await this.#openTunnel(target)
      socket.on('close', () => upstream.destroy())
      this.#join(socket, { upstream, head })
    } catch {
      // Noted as a trouble of the target.
      socket.destroy()
    }
  }

  /** @throws ProxyError */
  async #openTunnel(target: CheckedTarget): Promise<Socket> {
    const { connectTimeoutMs: timeoutMs, certificates = [] } = this.#options
    if (!target.tunnel) throw new Error('this target has no tunnel')
    const ca = certificates.length > 0 ? { ca: [...rootCertificates, ...certificates] } : {}
    try {
      const upstream = await openTunnel(target.tunnel.to, { proxy: target.tunnel.proxy, timeoutMs, ...ca })
      this.keep(upstream)
      return upstream
    } catch (error) {
      this.#note(target, 'unreachable')
      throw error
    }
  }

  /** A socket may be used again by the agent; then it is open and checked already. */
  #watchUpstream(socket: Socket, target: Target): void {
    if (!socket.connecting) return
    const timer = setTimeout(() => socket.destroy(new Error('no connection in time')), this.#options.connectTimeoutMs)
    const onClose = () => {
      clearTimeout(timer)
      this.#note(target, 'unreachable')
    }
    socket.once('close', onClose)
    socket.prependOnceListener('connect', () => {
      clearTimeout(timer)
      socket.off('close', onClose)
      socket.setNoDelay(true)
      if (!this.#options.targetGuard.isAllowedPeer(socket, target)) socket.destroy(new Error('not the checked peer'))
    })
  }

  async #check(target: Target): Promise<TargetCheck> {
    const isItself = target.port === this.ownPort && isLoopback(target.hostname)
    const checked: TargetCheck = isItself
      ? { ok: false, reason: 'refused' }
      : await this.#options.targetGuard.check(target)
    if (!checked.ok) this.#note(target, checked.reason)
    return checked
  }

  #note({ hostname, port }: Target, trouble: ProxyTrouble): void {
    const host = `${hostname}:${port}`
    if (this.troubles.size < MAX_KEPT_TROUBLES && !this.troubles.has(host)) this.troubles.set(host, trouble)
  }

  #isKnown({ headers }: IncomingMessage): boolean {
    return timingSafeEqual(digest(headers['proxy-authorization'] ?? ''), this.#expected)
  }

  #counter(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, callback) => {
        this.#bytes += chunk.length
        if (this.#bytes <= this.#options.maxBytes) return callback(null, chunk)
        this.isExhausted = true
        this.closeAll()
        callback(new Error('more bytes than may come through'))
      },
    })
  }
}

/** Connections of plain HTTP: direct ones, and those through a proxy to targets that have a tunnel. */
class TunnelAgent extends Agent {
  readonly #open: (target: CheckedTarget) => Promise<Socket>
  /** By host and port. */
  readonly #targets = new Map<string, CheckedTarget>()

  constructor(options: AgentOptions, open: (target: CheckedTarget) => Promise<Socket>) {
    super(options)
    this.#open = open
  }

  /** A request to this target comes next. */
  expect(target: CheckedTarget): void {
    if (!target.tunnel) return
    const name = `${target.hostname}:${target.port}`
    this.#targets.delete(name)
    this.#targets.set(name, target)
    // Pages may name any number of hosts; those of long ago are checked again before their next request.
    forgetOldest(this.#targets, MAX_EXPECTED)
  }

  override createConnection(...[options, callback]: Parameters<Agent['createConnection']>): Duplex | null | undefined {
    const target = this.#targets.get(`${options.host}:${options.port}`)
    if (!target) return super.createConnection(options, callback)
    this.#open(target).then(
      socket => callback?.(null, socket),
      (error: Error) => callback?.(error, new Duplex()),
    )
  }
}

/** `host:port` of CONNECT, an IPv6 address in brackets (RFC 9110, section 9.3.6). */
function readAuthority(authority: string): Target | null {
  if (!/^[^/?#@\s]+:\d{1,5}$/.test(authority)) return null
  const url = URL.parse(`http://${authority}/`)
  return url && targetOf(url)
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.startsWith('127.') || hostname === '::1'
}

/** Of one length, as the comparison needs it. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Headers for one connection alone (RFC 9110, section 7.6.1), and what is between browser and proxy. */
const HOP_HEADERS = new Set([
  'connection',
  'proxy-connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-authentication-info',
])

/** The rest of raw headers (name, value, name, value …), in order and as they were written. */
function withoutHopHeaders(rawHeaders: readonly string[]): string[] {
  const named = pairs(rawHeaders)
  const listed = named
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) =>
      value
        .toLowerCase()
        .split(',')
        .map(each => each.trim()),
    )
  const dropped = new Set([...HOP_HEADERS, ...listed])
  // A connection header that lists content-length must not change where the body ends.
  dropped.delete('content-length')
  return named.filter(([name]) => !dropped.has(name.toLowerCase())).flat()
}

function pairs(raw: readonly string[]): [name: string, value: string][] {
  const found: [string, string][] = []
  for (let index = 0; index + 1 < raw.length; index += 2) found.push([raw[index] ?? '', raw[index + 1] ?? ''])
  return found
}
