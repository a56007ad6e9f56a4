import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

/** A cookie that is nothing but a secret. The store only knows its hash, so that its contents open nothing. */
export interface SecretCookie {
  /** SHA-256 (hex) of the secret that was sent; null without one, and for what cannot be one of ours. */
  read(context: Context): string | null
  /** A fresh secret, to be sent once its hash is stored. */
  make(): FreshSecret
  drop(context: Context): void
}

interface FreshSecret {
  /** SHA-256 (hex). */
  hash: string
  send(context: Context): void
}

export interface HostCookieOptions {
  name: string
  maxAgeSeconds: number
  /** Sent over https alone, and bound to this very host (RFC 6265bis §4.1.3.2, `__Host-`). */
  isSecure: boolean
}

export interface SecretCookieOptions extends HostCookieOptions {
  randomBytes: (size: number) => Uint8Array
}

/** A cookie of this host that scripts and other sites do not get. */
export interface HostCookie {
  read(context: Context): string | null
  send(context: Context, text: string): void
  drop(context: Context): void
}

const SECRET_BYTES = 32
/** Base64url of SECRET_BYTES. */
const SECRET_FORM = /^[A-Za-z0-9_-]{43}$/

export function hostCookie({ name, maxAgeSeconds, isSecure }: HostCookieOptions): HostCookie {
  const plain = { httpOnly: true, sameSite: 'Lax', path: '/' } as const
  const attributes = isSecure ? ({ ...plain, prefix: 'host' } as const) : plain
  return {
    read: context => (isSecure ? getCookie(context, name, 'host') : getCookie(context, name)) ?? null,
    send: (context, text) => setCookie(context, name, text, { ...attributes, maxAge: maxAgeSeconds }),
    drop: context => void deleteCookie(context, name, attributes),
  }
}

export function secretCookie({ randomBytes, ...options }: SecretCookieOptions): SecretCookie {
  const cookie = hostCookie(options)
  return {
    read(context) {
      const secret = cookie.read(context)
      return secret !== null && SECRET_FORM.test(secret) ? sha256(secret) : null
    },
    make() {
      const secret = Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url')
      return { hash: sha256(secret), send: context => cookie.send(context, secret) }
    },
    drop: cookie.drop,
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
