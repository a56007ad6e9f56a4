import type { Context } from 'hono'
import type { ApiKeys } from '#accounts/api-keys.ts'
import { createDeviceToken } from '#accounts/known-device.ts'
import type { SharedView, ShareLinks } from '#accounts/share-links.ts'
import type { ApiKeyScopes } from '#shared/api-key.ts'
import { shareToken } from '#shared/sharing.ts'
import type { AccountRow, MovedWebsite, Store } from '#store/store.ts'
import { type HostCookie, hostCookie, type SecretCookie, secretCookie } from './secret-cookie.ts'

/** The caller. Whatever has an owner is looked up with the caller's owner id; without one, the caller owns nothing. */
export interface Visitor {
  /** null: neither signed in nor with a cookie that was given out, or below a share link. */
  ownerId: number | null
  /** By which requests and turns are counted: the owner id, of a share link its negative id; null for callers without either. */
  requesterId: number | null
  /** null outside of share links. Below one, nothing else that the request was sent with counts. */
  share: SharedLink | null
  /** Who is signed in, or in whose name a program calls; null when neither. */
  account: AccountRow | null
  /** null: not signed in. A program with a key is not. */
  session: Session | null
  /** What the request's API key may do; null: it has none. */
  keyScopes: ApiKeyScopes | null
  /** The proof that this device has signed in before (`known-device.ts`), as sent; null without one. */
  deviceToken: string | null
  /** The owner id; a visitor without one becomes an owner and is given a cookie. */
  admit(): Promise<number>
  /** Begins a session under a fresh token, and makes the visitor's websites the account's. */
  signIn(account: AccountRow): Promise<MovedWebsite[]>
}

/** The share link below which a request was sent. */
export interface SharedLink {
  /** null: there is no such link. */
  view: SharedView | null
  /** Enters the password. @throws AppError forbidden for a wrong one, too-many after several. */
  unlock(password: string): Promise<void>
}

/** Of a signed-in user. */
export interface Session {
  account: AccountRow
  /** SHA-256 (hex). */
  tokenHash: string
  /** Goes on under another token, once the account has another password. */
  renew(account: AccountRow): Promise<void>
  end(options: { everywhere: boolean }): Promise<void>
}

export interface IdentityDeps {
  store: Pick<Store, 'visitors' | 'websites' | 'sessions'>
  now: () => number
  randomBytes: (size: number) => Uint8Array
  apiKeys: Pick<ApiKeys, 'verify'>
  shareLinks: Pick<ShareLinks, 'open' | 'unlock'>
  settings: { publicUrl: URL | null; sessionIdleMs: number; sessionMs: number }
}

const VISITOR_COOKIE = 'sitesounder_visitor'
const SESSION_COOKIE = 'sitesounder_session'
const DEVICE_COOKIE = 'sitesounder_device'
/** One for each link whose password was entered, with the link's id at the end. */
const LINK_COOKIE = 'sitesounder_link_'
const VISITOR_COOKIE_SECONDS = 180 * 86_400
/** The longest time for which browsers keep a cookie (RFC 6265bis §5.5). */
const DEVICE_COOKIE_SECONDS = 400 * 86_400

/**
 * Identifies the caller by the cookies of a request, or by its API key: then no cookie counts. Below a share link neither counts, and
 * none of the visitor's cookies is read or set, so that the person who opens it stays apart from what is theirs in the same browser. While a user is signed in, the
 * account is the owner and the visitor's cookie does not count. Any request of a visitor takes back the clearings that a departed
 * page has scheduled, except the departing page's own.
 */
export function identityReader(deps: IdentityDeps): (context: Context, network: string) => Promise<Visitor> {
  const { randomBytes, settings } = deps
  const isSecure = settings.publicUrl?.protocol === 'https:'
  const visitorCookie = secretCookie({
    name: VISITOR_COOKIE,
    maxAgeSeconds: VISITOR_COOKIE_SECONDS,
    isSecure,
    randomBytes,
  })
  const sessionCookie = secretCookie({
    name: SESSION_COOKIE,
    maxAgeSeconds: settings.sessionMs / 1_000,
    isSecure,
    randomBytes,
  })
  const deviceCookie = hostCookie({ name: DEVICE_COOKIE, maxAgeSeconds: DEVICE_COOKIE_SECONDS, isSecure })
  return (context, network) => {
    const token = shareToken(new URL(context.req.url).pathname)
    if (token !== null) return readShare({ ...deps, isSecure, token, network }, context)
    const secret = bearerKey(context.req.raw.headers)
    if (secret !== null) return readKey(deps.apiKeys, { secret, address: network })
    return readIdentity({ ...deps, visitorCookie, sessionCookie, deviceCookie }, context)
  }
}

interface Reading extends IdentityDeps {
  visitorCookie: SecretCookie
  sessionCookie: SecretCookie
  deviceCookie: HostCookie
}

/** @throws AppError 401 for a wrong key, 429 after several. */
async function readKey(apiKeys: IdentityDeps['apiKeys'], sent: { secret: string; address: string }): Promise<Visitor> {
  const { key, account } = await apiKeys.verify(sent)
  const { ownerId } = account
  return {
    ownerId,
    requesterId: ownerId,
    share: null,
    account,
    session: null,
    keyScopes: key.scopes,
    deviceToken: null,
    admit: async () => ownerId,
    signIn: () => Promise.reject(new Error('an API key cannot sign in')),
  }
}

interface ShareReading extends Pick<IdentityDeps, 'shareLinks' | 'now'> {
  isSecure: boolean
  token: string
  network: string
}

async function readShare(
  { shareLinks, now, isSecure, token, network }: ShareReading,
  context: Context,
): Promise<Visitor> {
  const cookieOf = (linkId: number, maxAgeSeconds: number) =>
    hostCookie({ name: `${LINK_COOKIE}${linkId}`, maxAgeSeconds, isSecure })
  const open = (proof: string | null) => shareLinks.open({ token, proof })
  const first = await open(null)
  const view = first?.state === 'locked' ? await open(cookieOf(first.link.id, 0).read(context)) : first
  const refused = () => Promise.reject(new Error('who opens a share link owns nothing'))
  return {
    ownerId: null,
    requesterId: view && -view.link.id,
    share: {
      view,
      async unlock(password) {
        if (view?.state !== 'locked') return
        const proof = await shareLinks.unlock(view.link, { password, address: network })
        const seconds = Math.ceil((view.link.endsMs - now()) / 1_000)
        cookieOf(view.link.id, seconds).send(context, proof)
      },
    },
    account: null,
    session: null,
    keyScopes: null,
    deviceToken: null,
    admit: refused,
    signIn: refused,
  }
}

async function readIdentity(reading: Reading, context: Context): Promise<Visitor> {
  const { store, now, visitorCookie } = reading
  const deviceToken = reading.deviceCookie.read(context)
  const session = await readSession(reading, context)
  const signIn = (account: AccountRow) => beginSession(reading, { context, account })
  if (session) {
    const { account } = session
    const { ownerId } = account
    return {
      ownerId,
      requesterId: ownerId,
      share: null,
      account,
      session,
      keyScopes: null,
      deviceToken,
      admit: async () => ownerId,
      signIn,
    }
  }
  let ownerId = await findVisitor(reading, context)
  if (ownerId !== null && !isDeparture(context)) await store.websites.cancelClears(ownerId)
  const admit = async () => {
    if (ownerId !== null) return ownerId
    const secret = visitorCookie.make()
    ownerId = await store.visitors.createOwner(secret.hash, now())
    secret.send(context)
    return ownerId
  }
  return {
    ownerId,
    requesterId: ownerId,
    share: null,
    account: null,
    session,
    keyScopes: null,
    deviceToken,
    admit,
    signIn,
  }
}

async function findVisitor({ store, now, visitorCookie }: Reading, context: Context): Promise<number | null> {
  const hash = visitorCookie.read(context)
  return hash === null ? null : await store.visitors.findOwner(hash, now())
}

async function readSession(reading: Reading, context: Context): Promise<Session | null> {
  const { store, now, settings, sessionCookie } = reading
  const tokenHash = sessionCookie.read(context)
  if (tokenHash === null) return null
  const account = await store.sessions.find(tokenHash, { nowMs: now(), idleMs: settings.sessionIdleMs })
  if (!account) return null
  return {
    account,
    tokenHash,
    renew: renewed => openSession(reading, { context, account: renewed }),
    async end({ everywhere }) {
      if (everywhere) await store.sessions.endAll(account.id)
      else await store.sessions.end(tokenHash)
      sessionCookie.drop(context)
    },
  }
}

async function beginSession(
  reading: Reading,
  { context, account }: { context: Context; account: AccountRow },
): Promise<MovedWebsite[]> {
  const { store, visitorCookie } = reading
  const visitorId = await findVisitor(reading, context)
  const moved =
    visitorId === null ? [] : await store.websites.transfer({ fromOwnerId: visitorId, toOwnerId: account.ownerId })
  await openSession(reading, { context, account, verifiedHash: account.passwordHash })
  visitorCookie.drop(context)
  return moved
}

/** The token is never one that was sent, and the one that was sent ends: no one can make another visitor sign in to a known session. */
async function openSession(
  { store, now, settings, randomBytes, sessionCookie, deviceCookie }: Reading,
  { context, account, verifiedHash }: { context: Context; account: AccountRow; verifiedHash?: string },
): Promise<void> {
  const sentHash = sessionCookie.read(context)
  if (sentHash !== null) await store.sessions.end(sentHash)
  const nowMs = now()
  const token = sessionCookie.make()
  await store.sessions.open({
    tokenHash: token.hash,
    accountId: account.id,
    ...(verifiedHash !== undefined && { verifiedHash }),
    nowMs,
    endsMs: nowMs + settings.sessionMs,
  })
  token.send(context)
  deviceCookie.send(context, createDeviceToken(account, randomBytes))
}

/** The page that is left clears what it showed (decisions, "Ephemeral data"). */
function isDeparture({ req }: Context): boolean {
  return req.method === 'POST' && req.query('after') === 'departure'
}

const BEARER = /^bearer(?:\s|$)/i

/**
 * The API key that a request was sent with (RFC 6750 §2.1); null without one. In a header alone: URLs are logged and passed on,
 * and cookies are sent by browsers of their own accord. Other schemes are the business of a proxy in front of this server.
 */
export function bearerKey(headers: Headers): string | null {
  const authorization = headers.get('authorization') ?? ''
  return BEARER.test(authorization) ? authorization.slice('bearer'.length).trim() : null
}
