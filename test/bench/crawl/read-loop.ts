import { pageChecks } from '#checks/page-checks.ts'
import { visit } from '#crawl/visit/visit.ts'
import type { VisitJob } from '#crawl/visit/worker-messages.ts'
import { createFetcher } from '#fetch/undici-fetcher.ts'
import { readSettings } from '../../../src/settings/config.ts'
import { fetchLimits } from '../../../src/settings/fetch-limits.ts'
import { benchSite } from './bench-site.ts'

/**
 * What a page costs a page worker: downloads, reads, checks and encodes every page of a bench site on one thread, and stores nothing.
 * `read-loop.ts ORIGIN PAGES`
 */

const [origin = '', pageCount = ''] = process.argv.slice(2)
const CONNECTIONS = 32
const site = benchSite(Number(pageCount))
const policy = { targets: 'any', allow: [] } as const
await using fetcher = createFetcher({ limits: fetchLimits(readSettings({})), policy, now: () => performance.now() })
const deps = {
  fetcher,
  now: Date.now,
  checks: pageChecks,
  refusesHop: () => null,
  onReading: () => undefined,
  render: () => Promise.reject(new Error('no page is rendered')),
  reportCheckError: (checkId: string) => {
    throw new Error(`${checkId} failed`)
  },
}
let next = 0
let issues = 0

async function work(): Promise<void> {
  while (next < site.pageCount) {
    const urlId = next++
    const job: VisitJob = {
      crawlId: 1,
      urlId,
      url: origin + site.path(urlId),
      mode: 'visit',
      scope: 'internal',
      number: urlId + 1,
      depth: 1,
      isSeed: false,
      isPrivateHost: true,
      isRendered: false,
      attempts: [],
    }
    const record = await visit(job, deps, AbortSignal.any([]))
    if (!record.facts) throw new Error(`${job.url} could not be read`)
    issues += record.issues.length
  }
}

await Promise.all(Array.from({ length: CONNECTIONS }, work))
console.log(`${site.pageCount} pages, ${issues} issues`)
