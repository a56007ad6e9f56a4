import { STATUS_CODES } from 'node:http'
import type { FetchFailure } from '#shared/fetch-failures.ts'

/** `404 Not Found`; only the number when no registered name belongs to it. */
export function statusLabels(status: number): string {
  const name = STATUS_CODES[status]
  return name === undefined ? String(status) : `${status} ${name}`
}

const words: Record<FetchFailure, string> = {
  dns: 'host name not found (DNS)',
  'dns-server-failure': 'DNS server failure',
  connect: 'no connection',
  refused: 'connection refused',
  tls: 'TLS handshake failed',
  certificate: 'certificate not trusted',
  'timeout-connect': 'connection timed out',
  'timeout-first-byte': 'no response in time',
  'timeout-total': 'response not complete in time',
  reset: 'connection closed by the server',
  'not-http': 'response is not HTTP',
  'headers-too-large': 'response headers too large',
  'bad-redirect': 'redirect without a valid URL',
  'too-many-redirects': 'too many redirects',
  'redirect-loop': 'redirect loop',
  robots: 'redirects to a URL blocked by robots.txt',
  excluded: 'redirects to a URL that the crawl excludes',
  undecodable: 'response cannot be decoded',
  unreadable: 'page too large to parse',
  'address-refused': 'address not allowed',
  proxy: 'the proxy of the crawler failed',
  aborted: 'request aborted',
}

/** What went wrong, in a few words for a person. */
export function failureLabels(failure: FetchFailure): string {
  return words[failure]
}
