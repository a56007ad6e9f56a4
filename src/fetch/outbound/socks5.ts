import { connect, isIP, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Target } from '../address-guard.ts'
import { BAD_LOGIN, NO_CONNECTION, ProxyError, type TunnelOptions } from './http-proxy.ts'

const VERSION = 5
const AUTHENTICATION_VERSION = 1
const [NO_AUTHENTICATION, USER_AND_PASSWORD] = [0, 2]
const CONNECT = 1
const [IPV4, NAME, IPV6] = [1, 3, 4]
const PORT_BYTES = 2
const MAX_COUNTED = 255
const ADDRESS_BYTES: Readonly<Record<number, number>> = { [IPV4]: 4, [IPV6]: 16 }

/** Opens a tunnel by a SOCKS5 proxy (RFC 1928), with user name and password where it wants them (RFC 1929). @throws ProxyError */
export async function openSocksTunnel(target: Target, { proxy, signal }: TunnelOptions): Promise<Socket> {
  const socket = connect({ host: proxy.hostname, port: proxy.port, signal })
  const octets = new Octets(socket)
  try {
    const methods = proxy.user ? [NO_AUTHENTICATION, USER_AND_PASSWORD] : [NO_AUTHENTICATION]
    socket.write(Buffer.from([VERSION, methods.length, ...methods]))
    const [version, method] = await octets.read(2)
    if (version !== VERSION) throw new ProxyError('The proxy does not speak SOCKS5.')
    if (method === USER_AND_PASSWORD && proxy.user) {
      const { name, password } = proxy.user
      socket.write(Buffer.concat([Buffer.from([AUTHENTICATION_VERSION]), counted(name), counted(password)]))
      const [, status] = await octets.read(2)
      if (status !== 0) throw new ProxyError(BAD_LOGIN)
    } else if (method !== NO_AUTHENTICATION) throw new ProxyError(BAD_LOGIN)
    socket.write(Buffer.concat([Buffer.from([VERSION, CONNECT, 0]), addressOf(target), portOf(target)]))
    // Some proxies close the connection in place of a reply.
    const [, reply = 0, , kind = 0] = await octets.read(4, new ProxyError(UNREACHABLE, { isOfTarget: true }))
    if (reply !== 0) throw refusalOf(reply)
    const length = ADDRESS_BYTES[kind] ?? (await octets.read(1))[0] ?? 0
    await octets.read(length + PORT_BYTES)
    octets.end()
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** The octets that arrive, as many at a time as a message has. */
class Octets {
  readonly #socket: Socket
  #arrived = Buffer.alloc(0)
  #isClosed = false
  #onArrival: () => void = () => {}

  constructor(socket: Socket) {
    this.#socket = socket
    // A socket that was paused would not flow for its next reader.
    socket.on('readable', this.#onReadable)
    socket.on('error', this.#onClose)
    socket.on('close', this.#onClose)
  }

  readonly #onReadable = (): void => {
    const chunk: Buffer | null = this.#socket.read()
    if (chunk) this.#arrived = Buffer.concat([this.#arrived, chunk])
    this.#onArrival()
  }

  readonly #onClose = (): void => {
    this.#isClosed = true
    this.#onArrival()
  }

  /** @throws ProxyError when the connection ends before. */
  async read(count: number, early = new ProxyError(NO_CONNECTION)): Promise<Buffer> {
    while (this.#arrived.length < count) {
      if (this.#isClosed) throw early
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#onArrival = resolve
      await promise
    }
    const read = this.#arrived.subarray(0, count)
    this.#arrived = this.#arrived.subarray(count)
    return read
  }

  /** What arrives from now on is of the target. */
  end(): void {
    this.#socket.off('readable', this.#onReadable)
    this.#socket.off('error', this.#onClose)
    this.#socket.off('close', this.#onClose)
    if (this.#arrived.length > 0) this.#socket.unshift(this.#arrived)
  }
}

/** Octets of a text after their number. @throws ProxyError for more than one octet counts: the proxy would read the rest as another message. */
function counted(text: string): Buffer {
  const octets = Buffer.from(text)
  if (octets.length > MAX_COUNTED) throw new ProxyError('The name of the server is too long.', { isOfTarget: true })
  return Buffer.concat([Buffer.from([octets.length]), octets])
}

function addressOf({ hostname }: Target): Buffer {
  const family = isIP(hostname)
  if (family === 0) return Buffer.concat([Buffer.from([NAME]), counted(hostname)])
  return Buffer.from([family === 4 ? IPV4 : IPV6, ...ipaddr.parse(hostname).toByteArray()])
}

function portOf({ port }: Target): Buffer {
  return Buffer.from([port >> 8, port & 0xff])
}

const UNREACHABLE = 'The proxy cannot reach the server.'
/** RFC 1928 §6: the rules of the proxy, and a command that it does not know. All others are about the target. */
const [NOT_ALLOWED, NO_SUCH_COMMAND] = [2, 7]

function refusalOf(reply: number): ProxyError {
  if (reply === NOT_ALLOWED || reply === NO_SUCH_COMMAND)
    return new ProxyError(`The proxy refuses the connection (SOCKS5 reply ${reply}).`)
  return new ProxyError(UNREACHABLE, { isOfTarget: true })
}
