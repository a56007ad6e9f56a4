import type { PageFacts } from '#shared/facts.ts'
import { extractPage } from './extract.ts'
import type { ExtractInput } from './page.ts'

/** For tests: facts of markup served as UTF-8 from http://example.test/dir/page. */
export function factsOf(markup: string, changes: Partial<ExtractInput> = {}): PageFacts {
  return extractPage({ ...inputOf(new TextEncoder().encode(markup)), ...changes })
}

export function inputOf(body: Uint8Array): ExtractInput {
  return {
    url: 'http://example.test/dir/page',
    depth: 1,
    isSeed: false,
    isPrivateHost: false,
    status: 200,
    httpVersion: '1.1',
    headers: [['Content-Type', 'text/html; charset=utf-8']],
    body,
    transferBytes: body.length,
    isTruncated: false,
    ttfbMs: 12,
    totalMs: 34,
    attempts: [],
  }
}
