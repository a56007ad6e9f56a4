import { createHash } from 'node:crypto'
import type { Challenge } from './challenges.ts'

/** Digest access authentication (RFC 7616), with quality of protection `auth` or none. */
export interface DigestRequest {
  method: string
  /** Path and query of the URL. */
  target: string
  user: { name: string; password: string }
  /** How many requests have used the nonce, this one included. */
  count: number
  clientNonce: string
}

/** From the strongest. */
const algorithms: Readonly<Record<string, 'sha256' | 'md5'>> = {
  'sha-256': 'sha256',
  'sha-256-sess': 'sha256',
  md5: 'md5',
  'md5-sess': 'md5',
}

/** A quoted parameter in a challenge must not end another header or add a parameter of its own to the response. */
const QUOTABLE = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/

/** How strong a Digest challenge is: higher is stronger; null for one of an unknown form. */
export function digestStrength({ parameters }: Challenge): number | null {
  const algorithm = algorithmOf(parameters)
  const qop = parameters.get('qop')
  const isKnown = algorithms[algorithm] !== undefined && (qop === undefined || offersAuth(qop))
  const isQuotable = ['realm', 'nonce', 'opaque'].every(name => QUOTABLE.test(parameters.get(name) ?? ''))
  if (!isKnown || !isQuotable || !parameters.has('nonce')) return null
  return algorithms[algorithm] === 'sha256' ? 2 : 1
}

/** Value of the Authorization header for one request. */
export function digestAuthorization({ parameters }: Challenge, request: DigestRequest): string {
  const { method, target, user, count, clientNonce } = request
  const algorithm = algorithmOf(parameters)
  const hash = (...parts: string[]) =>
    createHash(algorithms[algorithm] ?? 'md5')
      .update(parts.join(':'), 'utf8')
      .digest('hex')
  const realm = parameters.get('realm') ?? ''
  const nonce = parameters.get('nonce') ?? ''
  const counter = count.toString(16).padStart(8, '0')
  const secret = hash(user.name, realm, user.password)
  const key = algorithm.endsWith('-sess') ? hash(secret, nonce, clientNonce) : secret
  const subject = hash(method, target)
  const hasQop = parameters.has('qop')
  const response = hasQop ? hash(key, nonce, counter, clientNonce, 'auth', subject) : hash(key, nonce, subject)
  const opaque = parameters.get('opaque')
  return [
    `Digest ${nameParameter(user.name)}`,
    `realm="${realm}"`,
    `nonce="${nonce}"`,
    `uri="${target}"`,
    `response="${response}"`,
    ...(parameters.has('algorithm') ? [`algorithm=${parameters.get('algorithm')}`] : []),
    ...(hasQop ? ['qop=auth', `nc=${counter}`] : []),
    ...(hasQop || algorithm.endsWith('-sess') ? [`cnonce="${clientNonce}"`] : []),
    ...(opaque === undefined ? [] : [`opaque="${opaque}"`]),
  ].join(', ')
}

/** RFC 7616, section 3.4: names beyond plain characters have a form of their own (RFC 8187). */
function nameParameter(name: string): string {
  if (QUOTABLE.test(name)) return `username="${name}"`
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    each => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `username*=UTF-8''${encoded}`
}

function algorithmOf(parameters: ReadonlyMap<string, string>): string {
  return (parameters.get('algorithm') ?? 'MD5').toLowerCase()
}

function offersAuth(qop: string): boolean {
  return qop.split(',').some(each => each.trim().toLowerCase() === 'auth')
}
