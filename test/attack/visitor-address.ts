import type { Header } from './wire.ts'

/** IP addresses that a trusted proxy reports, none twice (RFC 2544: of no network), so that limits by address stay apart. */
let last = 0

export function freshAddress(): string {
  last += 1
  return `198.18.${last >> 8}.${last & 255}`
}

export function forwardedFor(address: string): Header {
  return ['X-Forwarded-For', address]
}
