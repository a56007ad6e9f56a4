import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Store } from '#store/store.ts'

/** Who asks. Everything that belongs to somebody is looked up with their owner id; without one, nothing is theirs. */
export interface Visitor {
  /** null: no cookie, or one that was never given out. */
  ownerId: number | null
  /** The owner id; a visitor without one becomes an owner and is given a cookie. */
  admit(): Promise<number>
}

export interface SessionDeps {
  store: Pick<Store, 'visitors' | 'websites'>
  now: () => number
  randomBytes: (size: number) => Uint8Array
  /** Cookies are Secure when it is https. */
  publicUrl: URL | null
}

const COOKIE = 'sitesounder_visitor'
const SECRET_BYTES = 32
/** Base64url of SECRET_BYTES. */
const SECRET_FORM = /^[A-Za-z0-9_-]{43}$/
const MAX_AGE_SECONDS = 180 * 86_400

/**
 * Reads the visitor off a request's cookie. The store only knows the secret's hash, so that its contents open no session. Any
 * request of an owner takes back the clearings that a departed page has scheduled, except the departing page's own.
 */
export function visitorReader(deps: SessionDeps): (context: Context) => Promise<Visitor> {
  const { store, now } = deps
  const isSecure = deps.publicUrl?.protocol === 'https:'
  return async context => {
    const secret = isSecure ? getCookie(context, COOKIE, 'host') : getCookie(context, COOKIE)
    const isKnownForm = secret !== undefined && SECRET_FORM.test(secret)
    let ownerId = isKnownForm ? await store.visitors.findOwner(sha256(secret), now()) : null
    if (ownerId !== null && !isDeparture(context)) await store.websites.cancelClears(ownerId)
    const admit = async () => {
      if (ownerId !== null) return ownerId
      const fresh = Buffer.from(deps.randomBytes(SECRET_BYTES)).toString('base64url')
      ownerId = await store.visitors.createOwner(sha256(fresh), now())
      const options = { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: MAX_AGE_SECONDS } as const
      setCookie(context, COOKIE, fresh, isSecure ? { ...options, prefix: 'host' } : options)
      return ownerId
    }
    return { ownerId, admit }
  }
}

function isDeparture({ req }: Context): boolean {
  return req.method === 'POST' && req.query('after') === 'departure'
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
