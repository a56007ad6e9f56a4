import type { VisitJob } from './worker-messages.ts'

/** A visit of a page of the site, for tests. */
export function testVisitJob(changes: Partial<VisitJob> = {}): VisitJob {
  return {
    crawlId: 1,
    urlId: 1,
    url: 'http://site.test/a',
    mode: 'visit',
    scope: 'internal',
    number: 1,
    depth: 0,
    isSeed: false,
    isPrivateHost: false,
    attempts: [],
    ...changes,
  }
}
