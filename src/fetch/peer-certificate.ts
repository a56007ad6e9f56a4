import type { PeerCertificate as NodeCertificate, TLSSocket } from 'node:tls'
import {
  type CertificateFacts,
  type CertificateProblem,
  dayWords,
  MAX_CERTIFICATE_NAMES,
  type PeerCertificate,
} from '#shared/certificate.ts'

/** Certificates of servers: their facts, and sentences for OpenSSL's verification errors. */

/** Longest domain name (RFC 1035 §2.3.4: 253 octets). */
const MAX_NAME = 253
/** Characters of the list of names that are read. */
const MAX_NAME_LIST = 20_000
const NAMES_IN_SENTENCE = 3
const CONTROLS = /[\p{Cc}\p{Cf}]/gu
const NAME_KIND = /^(?:DNS|IP Address):/

/** The certificate of the server; null when it has sent none. */
export function readCertificate(socket: TLSSocket): CertificateFacts | null {
  const certificate = socket.getPeerCertificate()
  // Node gives an empty object when there is none.
  if (!certificate?.valid_to) return null
  const names = namesOf(certificate)
  return {
    subject: holderOf(certificate.subject),
    issuer: holderOf(certificate.issuer),
    names: names.slice(0, MAX_CERTIFICATE_NAMES),
    totalNames: names.length,
    validFromMs: readDate(certificate.valid_from),
    validToMs: readDate(certificate.valid_to),
  }
}

function namesOf({ subject, subjectaltname = '' }: NodeCertificate): string[] {
  const listed = subjectaltname.slice(0, MAX_NAME_LIST).split(', ')
  const names = listed.filter(name => NAME_KIND.test(name)).map(name => clean(name.replace(NAME_KIND, '')))
  return names.length > 0 ? names : [holderOf(subject)].filter(name => name !== '')
}

function holderOf(holder: NodeCertificate['subject'] | undefined): string {
  // Repeated fields come as a list, contrary to the declared type.
  const [name] = [holder?.CN, holder?.O].flat().filter(each => typeof each === 'string' && each !== '')
  return clean(name ?? '')
}

function clean(text: string): string {
  return text.replace(CONTROLS, '\ufffd').slice(0, MAX_NAME).toWellFormed()
}

function readDate(text: string): number | null {
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) ? null : atMs
}

/** Carries a refused certificate through undici's connect callback. */
export class CertificateError extends Error {
  readonly code: string
  readonly facts: CertificateFacts | null
  /** Epoch milliseconds of the error, to see whether this certificate or its issuer's has expired. */
  readonly atMs: number

  constructor(code: string, { facts, atMs }: { facts: CertificateFacts | null; atMs: number }) {
    super(`certificate refused: ${code}`)
    this.code = code
    this.facts = facts
    this.atMs = atMs
  }
}

interface Rejection {
  problem: CertificateProblem
  /** After "Certificate not trusted: ", without the full stop. */
  words(refused: { facts: CertificateFacts | null; host: string; atMs: number }): string
}

const untrusted = (words: string): Rejection => ({ problem: 'untrusted', words: () => words })

const expired: Rejection = {
  problem: 'expired',
  words: ({ facts, atMs }) => {
    if (facts?.validToMs == null) return 'it has expired'
    return facts.validToMs <= atMs
      ? `it expired on ${dayWords(facts.validToMs)}`
      : 'the certificate of its issuer has expired'
  },
}

const notYetValid: Rejection = {
  problem: 'not-yet-valid',
  words: ({ facts, atMs }) => {
    if (facts?.validFromMs == null) return 'it is not valid yet'
    return facts.validFromMs > atMs
      ? `it is not valid before ${dayWords(facts.validFromMs)}`
      : 'the certificate of its issuer is not valid yet'
  },
}

const otherName: Rejection = {
  problem: 'other-name',
  words: ({ facts, host }) => {
    if (!facts || facts.names.length === 0) return `it is not valid for ${host}`
    const shown = facts.names.slice(0, NAMES_IN_SENTENCE).join(', ')
    const more = facts.totalNames - NAMES_IN_SENTENCE
    return `it is valid for ${shown}${more > 0 ? ` and ${more} more` : ''}, not for ${host}`
  },
}

/** OpenSSL's verification errors by Node's error code. */
const rejections: ReadonlyMap<string, Rejection> = new Map([
  ['CERT_HAS_EXPIRED', expired],
  ['CERT_NOT_YET_VALID', notYetValid],
  ['HOSTNAME_MISMATCH', otherName],
  ['ERR_TLS_CERT_ALTNAME_INVALID', otherName],
  ['CERT_REVOKED', untrusted('it has been revoked')],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', untrusted('it is self-signed')],
  ['SELF_SIGNED_CERT_IN_CHAIN', untrusted('it is signed by an untrusted authority')],
  ['UNABLE_TO_GET_ISSUER_CERT', untrusted('its issuer is not known')],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', untrusted('its issuer is not known')],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', untrusted('the server does not send the certificate of its issuer')],
  ['CERT_SIGNATURE_FAILURE', untrusted('its signature is wrong')],
  ['CERT_UNTRUSTED', untrusted('it is not trusted for this purpose')],
  ['INVALID_CA', untrusted('its issuer is no authority')],
  ['INVALID_PURPOSE', untrusted('it is made for another purpose')],
  ['CERT_CHAIN_TOO_LONG', untrusted('its chain is too long')],
])

/** Whether an error code of Node is about the certificate. */
export function isCertificateError(code: string): boolean {
  return rejections.has(code)
}

/** The problem of a refused certificate with its sentence; null for other error codes. */
export function certificateFailure(
  code: string,
  refused: { facts: CertificateFacts | null; host: string; atMs: number },
): { detail: string; certificate: PeerCertificate } | null {
  const rejection = rejections.get(code)
  if (!rejection) return null
  return {
    detail: `Certificate not trusted: ${rejection.words(refused)}.`,
    certificate: { problem: rejection.problem, facts: refused.facts },
  }
}
