import type { FetchFailure } from '#shared/fetch-failures.ts'

/** Used when the failure has no detail of its own. */
const words: Record<FetchFailure, string> = {
  dns: 'Host name not found',
  'dns-server-failure': 'The DNS server failed or did not respond',
  connect: 'No connection',
  refused: 'Connection refused',
  tls: 'No secure connection',
  certificate: 'Certificate not trusted',
  'timeout-connect': 'No connection in time',
  'timeout-first-byte': 'No response in time',
  'timeout-total': 'Response not complete in time',
  reset: 'Connection closed before the page was complete',
  'not-http': 'The server’s response is not HTTP',
  'headers-too-large': 'The server’s response has too many headers',
  'bad-redirect': 'Redirects to a URL that is not http(s)',
  'too-many-redirects': 'Too many redirects',
  'redirect-loop': 'Redirect loop',
  robots: 'It redirects to a URL that robots.txt disallows',
  excluded: 'It redirects to a URL that the crawl excludes',
  undecodable: 'The page cannot be decoded',
  unreadable: 'The page could not be read',
  'address-refused': 'Not on the public internet',
  proxy: 'The proxy of the crawler failed',
  aborted: 'Stopped before a response arrived',
}

/** Why there was no response, for a person: the failure's own sentence, which also knows limits and messages, or the table's. */
export function failureLabels(failure: FetchFailure, detail: string): string {
  return detail || words[failure]
}
