import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '#accounts/attempt-limits.ts'

export interface ConnectionLimits {
  /** Connections of one network (`networkOf`) at once. */
  perNetwork: number
  inAll: number
  /** Whether the peer is a proxy that the operator trusts: it connects for everyone, so that only the total counts. */
  isTrusted: (address: string) => boolean
}

interface Connection {
  network: string
  /** The request that is being responded to; null between requests. */
  request: IncomingMessage | null
}

/**
 * Keeps room for connections that do something. A connection waits while no whole request of it is being responded to: it has sent
 * nothing, is slow to send, or is kept alive for the next request. When a network or all have reached their limit, the one that has
 * waited longest is closed for the new one; when none waits, the new one is closed. So idle sockets shut no one out, however many there are.
 */
export function limitConnections(server: Server, { perNetwork, inAll, isTrusted }: ConnectionLimits): void {
  /** Those that have waited longest come first. */
  const open = new Map<Socket, Connection>()
  const countByNetwork = new Map<string, number>()

  function add(socket: Socket, network: string): void {
    open.set(socket, { network, request: null })
    countByNetwork.set(network, countOf(network) + 1)
  }

  function remove(socket: Socket): void {
    const connection = open.get(socket)
    if (!connection || !open.delete(socket)) return
    const left = countOf(connection.network) - 1
    if (left > 0) countByNetwork.set(connection.network, left)
    else countByNetwork.delete(connection.network)
  }

  function countOf(network: string): number {
    return countByNetwork.get(network) ?? 0
  }

  /** Closes the connection that has waited longest, of a network or of all; false when none waits. */
  function makeRoom(network: string | null): boolean {
    for (const [socket, connection] of open) {
      if (connection.request?.complete || (network !== null && connection.network !== network)) continue
      remove(socket)
      socket.destroy()
      return true
    }
    return false
  }

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const network = networkOf(address)
    const isNetworkFull = countOf(network) >= perNetwork && !isTrusted(address)
    if (isNetworkFull && !makeRoom(network)) return socket.destroy()
    if (open.size >= inAll && !makeRoom(null)) return socket.destroy()
    add(socket, network)
    socket.once('close', () => remove(socket))
  })

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const connection = open.get(socket)
    if (!connection) return
    connection.request = request
    response.once('close', () => {
      // From now on it waits: it goes to the end of the line.
      if (connection.request !== request || !open.delete(socket)) return
      connection.request = null
      open.set(socket, connection)
    })
  })
}
