/** How a response can fail to come. Which of them are tried again stands in shared/errors.ts. */
export const fetchFailures = [
  'dns',
  /** The name server gave no response, or failed: nothing is known about the name. */
  'dns-server-failure',
  'connect',
  'refused',
  /** The TLS handshake failed. */
  'tls',
  /** The server's certificate is not to be trusted. */
  'certificate',
  'timeout-connect',
  'timeout-first-byte',
  'timeout-total',
  'reset',
  'not-http',
  'headers-too-large',
  'bad-redirect',
  'too-many-redirects',
  'redirect-loop',
  /** A redirect led to a URL that robots.txt closes. */
  'robots',
  /** A redirect led to a URL that the crawl excludes. */
  'excluded',
  'undecodable',
  'unreadable',
  'address-refused',
  'proxy',
  'aborted',
] as const
export type FetchFailure = (typeof fetchFailures)[number]
