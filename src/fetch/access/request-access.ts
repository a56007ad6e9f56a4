import { randomBytes } from 'node:crypto'
import type { Credentials } from '#shared/credentials.ts'
import { type Cookie, type CookieJar, createCookieJar } from '../cookies.ts'
import { type Challenge, readChallenges } from './challenges.ts'
import { digestAuthorization, digestStrength } from './digest.ts'

/** What the requests of one crawl send beside the usual headers, by the origin of each URL: nothing to origins that are not listed. */
export interface RequestAccess {
  /** Whether credentials are sent to the origin of a URL. */
  covers(url: URL): boolean
  /** Names and values in turn, without cookies. */
  headersFor(request: { url: URL; method: string }): string[]
  /** Cookies for the URL, by name. */
  cookiesFor(url: URL): ReadonlyMap<string, string>
  /** User name and password for a browser, which sends them where the origin demands them; null for other origins. */
  userFor(url: URL): Credentials['user']
  /**
   * Whether a request is worth repeating that failed with these challenges: the next one has what they demand. `wasAuthorized`: it had
   * an Authorization header.
   */
  accepts(url: URL, failed: { challenges: readonly string[]; wasAuthorized: boolean }): boolean
  /** A server that gives a cookie of the credentials, or of the sign-in, another value gets that one from then on. */
  renew(url: URL, setCookies: readonly string[]): void
  /** Cookies that a sign-in has brought, in place of earlier ones. */
  setSession(session: Session): void
}

/** Cookies of a sign-in by the origin that they are sent to. Plain data, as secret as a password. */
export type Session = readonly { origin: string; cookies: readonly Cookie[] }[]

/** What an origin has demanded. */
interface Demand {
  challenge: Challenge
  /** Requests that have used its nonce. */
  count: number
}

/**
 * Credentials in the form that fetches use. A user name and password are sent once the origin has demanded them, by digest where it
 * offers that: a password is never sent readable to a server that takes a digest.
 */
export function openAccess({ origins, headers, cookies, user, token }: Credentials): RequestAccess {
  const listed = new Set(origins)
  const demands = new Map<string, Demand>()
  const jars = new Map(origins.map(each => [each, new Map(cookies.map(({ name, value }) => [name, value]))]))
  let sessions: ReadonlyMap<string, CookieJar> = new Map()
  const fixed = [
    ...headers.flatMap(({ name, value }) => [name.toLowerCase(), value]),
    ...(token === null ? [] : ['authorization', `Bearer ${token}`]),
  ]
  const authorization = (demand: Demand, { url, method }: { url: URL; method: string }): string => {
    if (user === null) return ''
    if (demand.challenge.scheme === 'basic')
      return `Basic ${Buffer.from(`${user.name}:${user.password}`).toString('base64')}`
    demand.count++
    const target = url.pathname + url.search
    const clientNonce = randomBytes(CLIENT_NONCE_BYTES).toString('hex')
    return digestAuthorization(demand.challenge, { method, target, user, count: demand.count, clientNonce })
  }
  return {
    covers: ({ origin }) => listed.has(origin),

    headersFor(request) {
      const { origin } = request.url
      if (!listed.has(origin)) return []
      const demand = demands.get(origin)
      return demand ? [...fixed, 'authorization', authorization(demand, request)] : fixed
    },

    cookiesFor: url => new Map([...(jars.get(url.origin) ?? []), ...(sessions.get(url.origin)?.cookiesFor(url) ?? [])]),

    userFor: ({ origin }) => (listed.has(origin) ? user : null),

    accepts({ origin }, { challenges, wasAuthorized }) {
      if (user === null || !listed.has(origin)) return false
      const demand = demands.get(origin)
      // Another request has learned what is demanded in the meantime.
      if (demand && !wasAuthorized) return true
      const challenge = strongest(readChallenges(challenges))
      if (challenge === null || (demand && !replaces(challenge, demand.challenge))) return false
      demands.set(origin, { challenge, count: 0 })
      return true
    },

    renew(url, setCookies) {
      const jar = jars.get(url.origin)
      const session = sessions.get(url.origin)
      if (!jar) return
      for (const text of setCookies) {
        const [pair = ''] = text.split(';', 1)
        const equals = pair.indexOf('=')
        const name = pair.slice(0, Math.max(0, equals)).trim()
        const value = pair.slice(equals + 1).trim()
        // An emptied cookie signs out; the old one is kept, so that the loss shows in the responses.
        if (value === '' || !COOKIE_VALUE.test(value)) continue
        if (session?.all().some(cookie => cookie.name === name)) session.store(url, [text])
        else if (jar.has(name)) jar.set(name, value)
      }
    },

    setSession(session) {
      sessions = new Map(
        session.flatMap(({ origin, cookies: kept }) => (listed.has(origin) ? [[origin, createCookieJar(kept)]] : [])),
      )
    },
  }
}

/** Access of the requests that sign in: what servers set is kept and sent, each cookie to the listed origins that it is for. */
export function openSigningIn(credentials: Credentials): RequestAccess & { session(): Session } {
  const access = openAccess(credentials)
  const jars = new Map(credentials.origins.map(each => [each, createCookieJar()]))
  const session = () => [...jars].map(([origin, jar]) => ({ origin, cookies: jar.all() }))
  return {
    ...access,
    renew(url, setCookies) {
      if (!jars.has(url.origin)) return
      access.renew(url, setCookies)
      // Cookies of a host hold for all its ports in a browser; here only those with a domain reach another origin.
      for (const [origin, jar] of jars)
        jar.store(url, origin === url.origin ? setCookies : setCookies.filter(text => DOMAIN.test(text)))
      access.setSession(session())
    },
    session,
  }
}

const DOMAIN = /;\s*domain\s*=/i

const CLIENT_NONCE_BYTES = 16
/** RFC 6265, section 4.1.1, with what browsers send as well; bounded, as the server may send anything. */
const COOKIE_VALUE = /^[\x20-\x3a\x3c-\x7e]{1,4096}$/

/** Digest before Basic; null where neither is offered. */
function strongest(challenges: readonly Challenge[]): Challenge | null {
  const rated = challenges.flatMap(challenge => {
    const strength = strengthOf(challenge)
    return strength === null ? [] : [{ challenge, strength }]
  })
  rated.sort((a, b) => b.strength - a.strength)
  return rated[0]?.challenge ?? null
}

function strengthOf(challenge: Challenge): number | null {
  if (challenge.scheme === 'basic') return 0
  return challenge.scheme === 'digest' ? digestStrength(challenge) : null
}

/**
 * Whether a request that was refused would be accepted by the new challenge: its nonce has ended (RFC 7616, section 3.3), or a digest is
 * demanded here. In all other cases the password is wrong, and more attempts would lock the account.
 */
function replaces(now: Challenge, before: Challenge): boolean {
  if (now.scheme !== 'digest') return false
  return before.scheme !== 'digest' || now.parameters.get('stale')?.toLowerCase() === 'true'
}
