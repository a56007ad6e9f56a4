import { type Indexability, responseIndexability } from './indexability.ts'
import type { PageColumns, PageRecord } from './page-record.ts'

/** The record of an HTML page that was visited with success, without its facts; for tests. */
export function testPageRecord(changes: Partial<PageRecord> = {}): PageRecord {
  const { url = 'http://site.test/' } = changes
  const record = {
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
    fileHeaders: null,
    retryAfterMs: null,
    isHtml: true,
    isPage: true,
    isCounted: true,
    facts: null,
    found: [],
    foundIds: new Uint32Array(),
    issues: [],
    causes: [],
    checkResults: null,
    conditional: null,
    ...changes,
  }
  return { indexability: testIndexability({ ...record, columns: record.facts?.columns ?? null }), ...record }
}

/** What follows from a row, where a test says nothing else. */
export function testIndexability({
  url,
  columns,
  ...response
}: Parameters<typeof responseIndexability>[0] & {
  url: string
  columns: Pick<PageColumns, 'isNoindex' | 'canonicalUrl'> | null
}): Indexability {
  const ofResponse = responseIndexability(response)
  if (ofResponse !== 'indexable' || columns === null) return ofResponse
  if (columns.isNoindex) return 'noindex'
  return columns.canonicalUrl === null || columns.canonicalUrl === url ? 'indexable' : 'canonicalised'
}
