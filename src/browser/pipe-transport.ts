import type { Readable, Writable } from 'node:stream'

/** Messages of the DevTools protocol over a pair of pipes, each ended by NUL: no port is opened that others could use. */
export class PipeTransport {
  onmessage?: (message: string) => void
  onclose?: () => void
  readonly #outgoing: Writable

  constructor({ incoming, outgoing }: { incoming: Readable; outgoing: Writable }) {
    this.#outgoing = outgoing
    let parts: string[] = []
    incoming.setEncoding('utf8')
    incoming.on('data', (text: string) => {
      const pieces = text.split('\0')
      const rest = pieces.pop() ?? ''
      for (const piece of pieces) {
        const message = parts.join('') + piece
        parts = []
        this.onmessage?.(message)
      }
      if (rest !== '') parts.push(rest)
    })
    incoming.on('close', () => this.onclose?.())
    incoming.on('error', () => {})
    // The browser is gone: its end is told by `onclose`.
    outgoing.on('error', () => {})
  }

  send(message: string): void {
    this.#outgoing.write(`${message}\0`)
  }

  close(): void {
    this.#outgoing.end()
  }
}
