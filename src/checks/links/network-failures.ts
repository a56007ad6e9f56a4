import type { FetchFailure } from '#shared/facts.ts'
import type { Severity } from '#shared/model.ts'

/**
 * Failures that prove something about an address, with their severity; a slow answer may come tomorrow. Not here: redirects
 * that fail, addresses that were never asked, and answers that may be too much for this crawler alone.
 */
export const severityOfSilence: ReadonlyMap<FetchFailure, Severity> = new Map<FetchFailure, Severity>([
  ['dns', 'error'],
  ['connect', 'error'],
  ['refused', 'error'],
  ['tls', 'error'],
  ['certificate', 'error'],
  ['reset', 'error'],
  ['not-http', 'error'],
  ['undecodable', 'error'],
  ['dns-unanswered', 'warning'],
  ['timeout-connect', 'warning'],
  ['timeout-first-byte', 'warning'],
  ['timeout-total', 'warning'],
])
