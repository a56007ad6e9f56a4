import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { testKey, valid } from '../test-certificates.ts'

/** Proxies on loopback that note what they are requested for, and lead every name to this machine. */
export interface TestProxy extends AsyncDisposable {
  /** URL without a user. */
  url: string
  port: number
  /** `CONNECT name:port` or `GET url`, in order. */
  requested: string[]
}

interface TestProxyOptions {
  /** Whom it lets through; everyone when absent. */
  user?: { name: string; password: string }
  /** Status of all its responses, in place of what was requested. */
  status?: number
}

const LOOPBACK = '127.0.0.1'

/** A proxy for HTTP, forwarding and with tunnels. */
export async function startHttpProxy(options: TestProxyOptions & { isTls?: boolean } = {}): Promise<TestProxy> {
  const { user, status, isTls = false } = options
  const requested: string[] = []
  const expected = user && `Basic ${Buffer.from(`${user.name}:${user.password}`).toString('base64')}`
  const refusal = ({ headers }: IncomingMessage) =>
    expected !== undefined && headers['proxy-authorization'] !== expected ? 407 : (status ?? null)
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    requested.push(`${incoming.method} ${incoming.url}`)
    const refused = refusal(incoming)
    if (refused !== null) return void outgoing.writeHead(refused).end()
    const url = new URL(incoming.url ?? '')
    const { 'proxy-authorization': _, ...headers } = incoming.headers
    const passed = request({ host: LOOPBACK, port: url.port, path: url.pathname + url.search, headers, agent: false })
    passed.on('response', response => {
      outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders)
      response.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    passed.end()
  }
  const server = isTls ? createTlsServer({ key: testKey, cert: valid }, forward) : createServer(forward)
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    requested.push(`CONNECT ${incoming.url}`)
    const refused = refusal(incoming)
    if (refused !== null) return void socket.end(`HTTP/1.1 ${refused} Refused\r\ncontent-length: 0\r\n\r\n`)
    join(socket, Number(incoming.url?.split(':').at(-1)), () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
  })
  return await listening(server, { scheme: isTls ? 'https' : 'http', requested })
}

/** A proxy that speaks SOCKS5. `status` is its reply. */
export async function startSocksProxy({ user, status = 0 }: TestProxyOptions = {}): Promise<TestProxy> {
  const requested: string[] = []
  const server = createTcpServer(socket => {
    let arrived = Buffer.alloc(0)
    let step: 'methods' | 'login' | 'request' = 'methods'
    const reply = (...octets: number[]) => socket.write(Buffer.from(octets))
    const onData = (chunk: Buffer) => {
      arrived = Buffer.concat([arrived, chunk])
      if (step === 'methods') {
        arrived = Buffer.alloc(0)
        step = user ? 'login' : 'request'
        reply(5, user ? 2 : 0)
      } else if (step === 'login') {
        const isRight = arrived.equals(Buffer.from(`\x01${counted(user?.name)}${counted(user?.password)}`))
        arrived = Buffer.alloc(0)
        step = 'request'
        reply(1, isRight ? 0 : 1)
      } else {
        const [, , , kind = 0, length = 0] = arrived
        const end = kind === 3 ? 5 + length : kind === 1 ? 8 : 20
        const host = kind === 3 ? arrived.toString('latin1', 5, end) : [...arrived.subarray(4, end)].join('.')
        const port = arrived.readUInt16BE(end)
        requested.push(`CONNECT ${host}:${port}`)
        socket.off('data', onData)
        const replied = [5, status, 0, 1, 0, 0, 0, 0, 0, 0]
        if (status !== 0) return void reply(...replied)
        join(socket, port, () => reply(...replied))
      }
    }
    socket.on('data', onData)
  })
  return await listening(server, { scheme: 'socks5', requested })
}

function counted(text = ''): string {
  return String.fromCharCode(text.length) + text
}

function join(socket: Socket, port: number, onOpen: () => void): void {
  const upstream = connect(port, LOOPBACK, () => {
    onOpen()
    socket.pipe(upstream)
    upstream.pipe(socket)
  })
  upstream.on('error', () => socket.destroy())
  socket.on('close', () => upstream.destroy())
}

async function listening(server: Server, of: { scheme: string; requested: string[] }): Promise<TestProxy> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => open.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(0, LOOPBACK, resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${of.scheme}://${LOOPBACK}:${port}`,
    port,
    requested: of.requested,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
