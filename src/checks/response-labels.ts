import { STATUS_CODES } from 'node:http'
import type { FetchFailure } from '#shared/facts.ts'

/** `404 Not Found`; only the number when no registered name belongs to it. */
export function statusLabels(status: number): string {
  const name = STATUS_CODES[status]
  return name === undefined ? String(status) : `${status} ${name}`
}

const words: Record<FetchFailure, string> = {
  dns: 'host name unknown',
  'dns-unanswered': 'no answer about the host name',
  connect: 'no connection',
  refused: 'connection refused',
  tls: 'no secure connection (TLS failed)',
  certificate: 'certificate not trusted',
  'timeout-connect': 'no connection in time',
  'timeout-first-byte': 'no answer in time',
  'timeout-total': 'answer not complete in time',
  reset: 'connection closed by the server',
  'not-http': 'answer is not HTTP',
  'headers-too-large': 'answer with more headers than crawlers read',
  'bad-redirect': 'redirect without a usable address',
  'too-many-redirects': 'too many redirects',
  'redirect-loop': 'redirects in a circle',
  robots: 'redirects to an address that robots.txt closes',
  undecodable: 'answer cannot be decoded',
  unreadable: 'page too heavy to be read',
  'address-refused': 'address not asked',
  aborted: 'not asked to the end',
}

/** What went wrong, in a few words for a person. */
export function failureLabels(failure: FetchFailure): string {
  return words[failure]
}
