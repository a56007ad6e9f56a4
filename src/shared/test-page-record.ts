import type { PageRecord } from './page-record.ts'

/** The record of an HTML page that was visited with success, without its facts; for tests. */
export function testPageRecord(changes: Partial<PageRecord> = {}): PageRecord {
  const { url = 'http://site.test/' } = changes
  return {
    crawlId: 1,
    urlId: 1,
    number: 1,
    depth: 0,
    url,
    status: 200,
    failure: null,
    failureDetail: '',
    hops: [],
    finalUrl: url,
    mediaType: 'text/html',
    bytes: 1_000,
    ttfbMs: 12.5,
    totalMs: 20.25,
    attempts: [],
    isBotChallenge: false,
    retryAfterMs: null,
    isHtml: true,
    isPage: true,
    isCounted: true,
    facts: null,
    found: [],
    foundIds: new Uint32Array(),
    issues: [],
    checkResults: null,
    ...changes,
  }
}
