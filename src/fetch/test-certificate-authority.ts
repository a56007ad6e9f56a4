import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { isIP } from 'node:net'
import { testKey } from './test-certificates.ts'

/**
 * Certificates for TLS tests whose dates depend on the day of the test, made of the few parts of X.509 (RFC 5280 §4.1) that
 * OpenSSL wants to see. One key serves all; `authority` signs, and is trusted where a test says so.
 */
export interface TestCertificate {
  names: readonly string[]
  fromMs: number
  toMs: number
  /** Common name; the first name when omitted. */
  subject?: string
  /** Common name of who signs; `AUTHORITY` when omitted. Equal to the subject: self-signed. */
  issuer?: string
  isAuthority?: boolean
}

export const AUTHORITY = 'Sitesounder test authority'
const YEAR_MS = 365 * 86_400_000

/** The certificate that makes the others trusted, valid a year around the moment. */
export function testAuthority(nowMs: number): string {
  return makeCertificate({
    names: [],
    subject: AUTHORITY,
    fromMs: nowMs - YEAR_MS,
    toMs: nowMs + YEAR_MS,
    isAuthority: true,
  })
}

/** A certificate as PEM, for `testKey`. */
export function makeCertificate(wanted: TestCertificate): string {
  const { names, fromMs, toMs, subject = names[0] ?? '', issuer = AUTHORITY, isAuthority = false } = wanted
  const publicKey = createPublicKey(createPrivateKey(testKey)).export({ type: 'spki', format: 'der' })
  const ecdsaWithSha256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
  const extensions = [
    isAuthority ? [extension('551d13', sequence(der(0x01, Buffer.from([0xff]))))] : [],
    names.length > 0 ? [extension('551d11', sequence(...names.map(generalName)))] : [],
  ].flat()
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serialOf(`${subject} ${fromMs}`)),
    ecdsaWithSha256,
    commonName(issuer),
    sequence(time(fromMs), time(toMs)),
    commonName(subject),
    publicKey,
    ...(extensions.length > 0 ? [der(0xa3, sequence(...extensions))] : []),
  )
  const signature = sign('sha256', body, testKey)
  const whole = sequence(body, ecdsaWithSha256, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n')
}

/** Tag, length, value (X.690 §8.1). */
function der(tag: number, value: Buffer): Buffer {
  const { length } = value
  const octets = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...octets]), value])
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

function commonName(name: string): Buffer {
  const attribute = sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(name)))
  return sequence(der(0x31, attribute))
}

/** GeneralizedTime, which has four digits for the year: `20261121120000Z`. */
function time(atMs: number): Buffer {
  const digits = new Date(atMs)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:T]/g, '')
  return der(0x18, Buffer.from(digits))
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(der(0x06, Buffer.from(id, 'hex')), der(0x04, value))
}

/** dNSName or iPAddress (IPv4). */
function generalName(name: string): Buffer {
  return isIP(name) === 4 ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name))
}

/** A positive number of its own for each. */
function serialOf(text: string): Buffer {
  const octets = Buffer.alloc(8, 1)
  for (const [index, octet] of Buffer.from(text).entries())
    octets[index % 8] = ((octets[index % 8] ?? 0) * 31 + octet) & 0x7f
  octets[0] = (octets[0] ?? 0) | 1
  return octets
}
