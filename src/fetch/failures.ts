import type { PeerCertificate } from '#shared/certificate.ts'
import type { FetchFailure } from '#shared/fetch-failures.ts'
import type { FetchLimits } from './fetch.ts'
import { CertificateError, certificateFailure } from './peer-certificate.ts'
import { NotHttpError } from './response-gate.ts'

const NOT_HTTP = "The server's response is not HTTP"

/** A failure with a sentence for users. */
export interface Failure {
  reason: FetchFailure
  /** A sentence for a person. */
  detail: string
  /** This machine has no file handle left; not an error of the site. */
  isOwnLack?: true
  /** Of a failure 'certificate'. */
  certificate?: PeerCertificate
}

/** The state of a request when it failed. */
export interface Progress {
  url: URL
  limits: FetchLimits
  isSent: boolean
  hasHeaders: boolean
}

/** Node's and undici's error codes before the request was sent. */
const beforeSending: ReadonlyMap<string, Failure> = new Map([
  ['ENOTFOUND', { reason: 'dns', detail: 'The domain name does not exist: DNS has no address for it.' }],
  ['ENODATA', { reason: 'dns', detail: 'DNS has no address for this domain name.' }],
  ['EAI_NONAME', { reason: 'dns', detail: 'The domain name does not exist: DNS has no address for it.' }],
  ['EAI_NODATA', { reason: 'dns', detail: 'DNS has no address for this domain name.' }],
  ['EAI_AGAIN', { reason: 'dns-server-failure', detail: 'The DNS server did not respond.' }],
  ['EAI_FAIL', { reason: 'dns-server-failure', detail: 'The DNS server failed.' }],
  ['ESERVFAIL', { reason: 'dns-server-failure', detail: 'The DNS server failed.' }],
  ['ETIMEOUT', { reason: 'dns-server-failure', detail: 'The DNS server did not respond.' }],
  ['EHOSTUNREACH', { reason: 'connect', detail: 'The server cannot be reached from here.' }],
  ['ENETUNREACH', { reason: 'connect', detail: 'The network of this server cannot be reached from here.' }],
  ['EADDRNOTAVAIL', { reason: 'connect', detail: 'No free port to connect from.' }],
  ['EMFILE', { reason: 'connect', detail: 'Too many open connections on this machine.', isOwnLack: true }],
  ['ENFILE', { reason: 'connect', detail: 'Too many open connections on this machine.', isOwnLack: true }],
] as const)

/** The server does not speak TLS on this port. */
const notTls: ReadonlySet<string> = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_HTTP_REQUEST',
  'ERR_SSL_UNKNOWN_PROTOCOL',
  'ERR_SSL_RECORD_LAYER_FAILURE',
])

/** Causes of a failed handshake by the end of the error code: prefixes differ between versions of TLS. */
const handshakeWords: readonly (readonly [end: RegExp, words: string])[] = [
  [
    /_(?:ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|NO_PROTOCOLS_AVAILABLE|TLSV1_ALERT_INAPPROPRIATE_FALLBACK)$/,
    'The server offers no version of TLS that browsers still accept',
  ],
  [
    /_(?:HANDSHAKE_FAILURE|NO_SHARED_CIPHER|INSUFFICIENT_SECURITY|NO_CIPHERS_AVAILABLE)$/,
    'The server refused the handshake: no cipher in common, or it requires a client certificate',
  ],
  [/_(?:EE_KEY_TOO_SMALL|DH_KEY_TOO_SMALL|CA_KEY_TOO_SMALL|CA_MD_TOO_WEAK)$/, "The server's keys are too weak"],
  [/_(?:UNRECOGNIZED_NAME)$/, 'The server has no site with this name'],
  [/_(?:CERTIFICATE_REQUIRED|BAD_CERTIFICATE)$/, 'The server requires a client certificate'],
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
 * Translates an error of undici, node:net, node:tls or node:dns by its code. Errors of this part (`ADDRESS_REFUSED`,
 * `PROXY_FAILED`) carry their own sentence.
 */
export function failureOf(error: unknown, progress: Progress): Failure {
  const code = codeOf(error)
  if (code === 'ADDRESS_REFUSED') return { reason: 'address-refused', detail: messageOf(error) }
  if (code === 'PROXY_FAILED') return { reason: 'proxy', detail: messageOf(error) }
  if (code === 'PROXY_TARGET') return { reason: 'connect', detail: messageOf(error) }
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return { reason: 'aborted', detail: 'Stopped.' }
  return progress.isSent ? afterSending(error, progress) : whileConnecting(error, progress)
}

function whileConnecting(error: unknown, { url, limits }: Progress): Failure {
  const code = codeOf(error)
  const known = beforeSending.get(code)
  if (known) return known
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  if (code === 'ECONNREFUSED') return { reason: 'refused', detail: `Nothing responds on port ${port} of this server.` }
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return { reason: 'timeout-connect', detail: `No connection within ${seconds(limits.connectTimeoutMs)}.` }
  }
  if (url.protocol !== 'https:') return { reason: 'connect', detail: `The connection failed${named(code)}.` }
  const { facts, atMs } = error instanceof CertificateError ? error : { facts: null, atMs: 0 }
  const refused = certificateFailure(code, { facts, host: url.hostname, atMs })
  if (refused) return { reason: 'certificate', ...refused }
  if (notTls.has(code)) return { reason: 'tls', detail: `The server does not speak TLS on port ${port}.` }
  if (closed.has(code)) return { reason: 'tls', detail: 'The server closed the connection while it was being secured.' }
  const [, words = 'The TLS handshake failed'] = handshakeWords.find(([end]) => end.test(code)) ?? []
  return { reason: 'tls', detail: `${words}${named(code)}.` }
}

function afterSending(error: unknown, { limits, hasHeaders }: Progress): Failure {
  const code = codeOf(error)
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'HPE_HEADER_OVERFLOW') {
    return { reason: 'headers-too-large', detail: `The headers are larger than ${limits.maxHeaderBytes / 1024} KB.` }
  }
  // Before the headers are complete this means contradictory lengths.
  const isLengthNonsense = code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && !hasHeaders
  if ((closed.has(code) && !isLengthNonsense) || isEarlyEnd(error)) {
    const when = hasHeaders ? 'the page was complete' : 'a response arrived'
    return { reason: 'reset', detail: `Connection closed before ${when}.` }
  }
  if (code === 'ETIMEDOUT') return { reason: 'reset', detail: 'The connection broke off.' }
  if (error instanceof NotHttpError) return { reason: 'not-http', detail: `${NOT_HTTP} (${error.message}).` }
  const what = hasHeaders ? 'The body is not framed as HTTP requires' : NOT_HTTP
  return { reason: 'not-http', detail: `${what}${named(code)}.` }
}

/** A chunked response that ends early on a connection that is not kept: undici has no code for it. */
function isEarlyEnd(error: unknown): boolean {
  return error instanceof Error && error.name === 'HTTPParserError' && error.message.includes('Invalid EOF state')
}

/** 10_000 → '10 s', 250 → '0.25 s'. */
export function seconds(durationMs: number): string {
  return `${durationMs / 1_000} s`
}

/** The code in brackets, to look it up. */
function named(code: string): string {
  return code === '' ? '' : ` (${code})`
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
