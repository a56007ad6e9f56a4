import type { PeerCertificate } from '#shared/certificate.ts'
import type { FetchFailure } from '#shared/facts.ts'
import type { FetchLimits } from './fetch.ts'
import { CertificateError, certificateFailure } from './peer-certificate.ts'
import { NotHttpError } from './response-gate.ts'

const NOT_HTTP = "The server's answer is not HTTP"

/** A failure in the words of the product. */
export interface Failure {
  reason: FetchFailure
  /** A sentence for a person. */
  detail: string
  /** This machine has no handle left: nothing that the site is to blame for. */
  isOwnLack?: true
  /** Of a failure 'certificate'. */
  certificate?: PeerCertificate
}

/** How far a request had come when it failed. */
export interface Progress {
  url: URL
  limits: FetchLimits
  isSent: boolean
  hasHeaders: boolean
}

/** Node's and undici's error codes before the request was sent. */
const beforeSending: ReadonlyMap<string, Failure> = new Map([
  ['ENOTFOUND', { reason: 'dns', detail: 'This name does not exist: no address is known for it.' }],
  ['ENODATA', { reason: 'dns', detail: 'No address is known for this name.' }],
  ['EAI_NONAME', { reason: 'dns', detail: 'This name does not exist: no address is known for it.' }],
  ['EAI_NODATA', { reason: 'dns', detail: 'No address is known for this name.' }],
  ['EAI_AGAIN', { reason: 'dns-unanswered', detail: 'The name server did not answer.' }],
  ['EAI_FAIL', { reason: 'dns-unanswered', detail: 'The name server could not answer.' }],
  ['ESERVFAIL', { reason: 'dns-unanswered', detail: 'The name server could not answer.' }],
  ['ETIMEOUT', { reason: 'dns-unanswered', detail: 'The name server did not answer.' }],
  ['EHOSTUNREACH', { reason: 'connect', detail: 'The server cannot be reached from here.' }],
  ['ENETUNREACH', { reason: 'connect', detail: 'The network of this server cannot be reached from here.' }],
  ['EADDRNOTAVAIL', { reason: 'connect', detail: 'No free port to connect from.' }],
  ['EMFILE', { reason: 'connect', detail: 'Too many open connections on this machine.', isOwnLack: true }],
  ['ENFILE', { reason: 'connect', detail: 'Too many open connections on this machine.', isOwnLack: true }],
] as const)

/** The other side speaks something else than TLS on this port. */
const notTls: ReadonlySet<string> = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_HTTP_REQUEST',
  'ERR_SSL_UNKNOWN_PROTOCOL',
  'ERR_SSL_RECORD_LAYER_FAILURE',
])

/** What the other side, or OpenSSL for us, objects to in a handshake, by the code's end: prefixes differ between versions of TLS. */
const handshakeWords: readonly (readonly [end: RegExp, words: string])[] = [
  [
    /_(?:ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|NO_PROTOCOLS_AVAILABLE|TLSV1_ALERT_INAPPROPRIATE_FALLBACK)$/,
    'The server offers no version of TLS that browsers still accept',
  ],
  [
    /_(?:HANDSHAKE_FAILURE|NO_SHARED_CIPHER|INSUFFICIENT_SECURITY|NO_CIPHERS_AVAILABLE)$/,
    'The server refused the handshake: no cipher in common, or it wants a certificate of its visitors',
  ],
  [/_(?:EE_KEY_TOO_SMALL|DH_KEY_TOO_SMALL|CA_KEY_TOO_SMALL|CA_MD_TOO_WEAK)$/, "The server's keys are too weak"],
  [/_(?:UNRECOGNIZED_NAME)$/, 'The server knows no site of this name'],
  [/_(?:CERTIFICATE_REQUIRED|BAD_CERTIFICATE)$/, 'The server wants a certificate of its visitors'],
]

const closed: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'UND_ERR_SOCKET',
  'UND_ERR_INFO',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'HPE_INVALID_EOF_STATE',
  'HPE_CLOSED_CONNECTION',
])

/**
 * Translates an error of undici, node:net, node:tls or node:dns by its code. Errors of this part (`ADDRESS_REFUSED`) carry
 * their own sentence.
 */
export function failureOf(error: unknown, progress: Progress): Failure {
  const code = codeOf(error)
  if (code === 'ADDRESS_REFUSED') return { reason: 'address-refused', detail: messageOf(error) }
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return { reason: 'aborted', detail: 'Stopped.' }
  return progress.isSent ? afterSending(error, progress) : whileConnecting(error, progress)
}

function whileConnecting(error: unknown, { url, limits }: Progress): Failure {
  const code = codeOf(error)
  const known = beforeSending.get(code)
  if (known) return known
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  if (code === 'ECONNREFUSED') return { reason: 'refused', detail: `Nothing answers on port ${port} of this server.` }
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return { reason: 'timeout-connect', detail: `No connection within ${seconds(limits.connectTimeoutMs)}.` }
  }
  if (url.protocol !== 'https:') return { reason: 'connect', detail: `The connection failed${named(code)}.` }
  const { facts, atMs } = error instanceof CertificateError ? error : { facts: null, atMs: 0 }
  const refused = certificateFailure(code, { facts, host: url.hostname, atMs })
  if (refused) return { reason: 'certificate', ...refused }
  if (notTls.has(code)) return { reason: 'tls', detail: `The server does not speak TLS on port ${port}.` }
  if (closed.has(code)) return { reason: 'tls', detail: 'The server closed the connection while it was being secured.' }
  const [, words = 'No secure connection could be agreed on'] = handshakeWords.find(([end]) => end.test(code)) ?? []
  return { reason: 'tls', detail: `${words}${named(code)}.` }
}

function afterSending(error: unknown, { limits, hasHeaders }: Progress): Failure {
  const code = codeOf(error)
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'HPE_HEADER_OVERFLOW') {
    return { reason: 'headers-too-large', detail: `The headers are larger than ${limits.maxHeaderBytes / 1024} KB.` }
  }
  // Before the headers are complete this only means that they contradict themselves about the length.
  const isLengthNonsense = code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && !hasHeaders
  if ((closed.has(code) && !isLengthNonsense) || isEarlyEnd(error)) {
    const when = hasHeaders ? 'the page was complete' : 'an answer came'
    return { reason: 'reset', detail: `Connection closed before ${when}.` }
  }
  if (code === 'ETIMEDOUT') return { reason: 'reset', detail: 'The connection broke off.' }
  if (error instanceof NotHttpError) return { reason: 'not-http', detail: `${NOT_HTTP} (${error.message}).` }
  const what = hasHeaders ? 'The body is not framed as HTTP asks' : NOT_HTTP
  return { reason: 'not-http', detail: `${what}${named(code)}.` }
}

/** Of an answer in chunks on a connection that is not kept: undici names no code for it. */
function isEarlyEnd(error: unknown): boolean {
  return error instanceof Error && error.name === 'HTTPParserError' && error.message.includes('Invalid EOF state')
}

/** 10_000 → '10 s', 250 → '0.25 s'. */
export function seconds(durationMs: number): string {
  return `${durationMs / 1_000} s`
}

/** The code in brackets, for the operator who wants to look it up. */
function named(code: string): string {
  return code === '' ? '' : ` (${code})`
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
