import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface CuttableProxy extends AsyncDisposable {
  port: number
  /** Ends every connection without a word, and refuses new ones. */
  cut(): void
  fix(): void
}

/** A network between two programs of this machine that can be cut. */
export async function startCuttableProxy(targetPort: number): Promise<CuttableProxy> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer(near => {
    if (isCut) {
      near.destroy()
      return
    }
    const far = connect(targetPort, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far)
    far.pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: address.port,
    cut,
    fix() {
      isCut = false
    },
    async [Symbol.asyncDispose]() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
