import type { FetchFailure } from '#shared/facts.ts'

/** What to say when the failure brought no sentence of its own. */
const words: Record<FetchFailure, string> = {
  dns: 'Host name not found',
  'dns-unanswered': 'The name server did not answer',
  connect: 'No connection',
  refused: 'Connection refused',
  tls: 'No secure connection',
  certificate: 'Certificate not trusted',
  'timeout-connect': 'No connection in time',
  'timeout-first-byte': 'No answer in time',
  'timeout-total': 'Answer not complete in time',
  reset: 'Connection closed before the page was complete',
  'not-http': 'The server’s answer is not HTTP',
  'headers-too-large': 'The server’s answer has too many headers',
  'bad-redirect': 'Redirects to an address that is no web address',
  'too-many-redirects': 'Too many redirects',
  'redirect-loop': 'Redirects in a circle',
  robots: 'It redirects to an address that robots.txt closes',
  undecodable: 'The page cannot be decoded',
  unreadable: 'The page could not be read',
  'address-refused': 'Not on the public internet',
  aborted: 'Stopped before an answer came',
}

/** Why there was no answer, for a person: the failure's own sentence, which also knows limits and messages, or the table's. */
export function failureLabels(failure: FetchFailure, detail: string): string {
  return detail || words[failure]
}
