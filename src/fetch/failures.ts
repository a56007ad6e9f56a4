import type { FetchFailure } from '#shared/facts.ts'
import { NotHttpError } from './answer-gate.ts'
import type { FetchLimits } from './fetch.ts'

const NOT_HTTP = "The server's answer is not HTTP"

/** A failure in the words of the product. */
export interface Failure {
  reason: FetchFailure
  /** A sentence for a person. */
  detail: string
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
  ['EAI_AGAIN', { reason: 'dns', detail: 'The name server did not answer.' }],
  ['EAI_FAIL', { reason: 'dns', detail: 'The name server could not answer.' }],
  ['ESERVFAIL', { reason: 'dns', detail: 'The name server could not answer.' }],
  ['ETIMEOUT', { reason: 'dns', detail: 'The name server did not answer.' }],
  ['EHOSTUNREACH', { reason: 'connect', detail: 'The server cannot be reached from here.' }],
  ['ENETUNREACH', { reason: 'connect', detail: 'The network of this server cannot be reached from here.' }],
  ['EADDRNOTAVAIL', { reason: 'connect', detail: 'No free port to connect from.' }],
  ['EMFILE', { reason: 'connect', detail: 'Too many open connections on this machine.' }],
  ['ENFILE', { reason: 'connect', detail: 'Too many open connections on this machine.' }],
] as const)

/** OpenSSL's verdicts on a certificate, as Node names them. */
const certificateWords: ReadonlyMap<string, string> = new Map([
  ['CERT_HAS_EXPIRED', 'expired'],
  ['CERT_NOT_YET_VALID', 'not valid yet'],
  ['CERT_REVOKED', 'revoked'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'signed by an authority that nobody trusts'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'its issuer is not known'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'its issuer is not known'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'the server does not send the intermediate certificate'],
  ['CERT_SIGNATURE_FAILURE', 'its signature is wrong'],
  ['CERT_UNTRUSTED', 'not trusted for this purpose'],
  ['INVALID_CA', 'its issuer is no authority'],
  ['INVALID_PURPOSE', 'made for another purpose'],
  ['CERT_CHAIN_TOO_LONG', 'its chain is too long'],
  ['HOSTNAME_MISMATCH', 'made out for another name'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'made out for another name'],
])

/** The other side speaks something else than TLS on this port. */
const notTls: ReadonlySet<string> = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_HTTP_REQUEST',
  'ERR_SSL_UNKNOWN_PROTOCOL',
  'ERR_SSL_RECORD_LAYER_FAILURE',
])

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
  return progress.isSent ? afterSending(error, progress) : whileConnecting(code, progress)
}

function whileConnecting(code: string, { url, limits }: Progress): Failure {
  const known = beforeSending.get(code)
  if (known) return known
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  if (code === 'ECONNREFUSED') return { reason: 'refused', detail: `Nothing answers on port ${port} of this server.` }
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return { reason: 'timeout-connect', detail: `No connection within ${seconds(limits.connectTimeoutMs)}.` }
  }
  if (url.protocol !== 'https:') return { reason: 'connect', detail: `The connection failed${named(code)}.` }
  const certificate = certificateWords.get(code)
  if (certificate) return { reason: 'tls', detail: `Certificate not trusted: ${certificate}.` }
  if (notTls.has(code)) return { reason: 'tls', detail: `The server does not speak TLS on port ${port}.` }
  if (closed.has(code)) return { reason: 'tls', detail: 'The server closed the connection while it was being secured.' }
  return { reason: 'tls', detail: `No secure connection could be agreed on${named(code)}.` }
}

function afterSending(error: unknown, { limits, hasHeaders }: Progress): Failure {
  const code = codeOf(error)
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'HPE_HEADER_OVERFLOW') {
    return { reason: 'headers-too-large', detail: `The headers are larger than ${limits.maxHeaderBytes / 1024} KB.` }
  }
  // Before the headers are complete this only means that they contradict themselves about the length.
  const isLengthNonsense = code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && !hasHeaders
  if (closed.has(code) && !isLengthNonsense) {
    const when = hasHeaders ? 'the page was complete' : 'an answer came'
    return { reason: 'reset', detail: `Connection closed before ${when}.` }
  }
  if (code === 'ETIMEDOUT') return { reason: 'reset', detail: 'The connection broke off.' }
  if (error instanceof NotHttpError) return { reason: 'not-http', detail: `${NOT_HTTP} (${error.message}).` }
  const what = hasHeaders ? 'The body is not framed as HTTP asks' : NOT_HTTP
  return { reason: 'not-http', detail: `${what}${named(code)}.` }
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
