import { describe, it } from 'node:test'

import { startDemoSite } from '#demo-site/site.ts'
import type { DatabaseLocation } from '#runtime/database.ts'
import { textOf } from '../support/kill-trials.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { openTestProduct, startTestCrawl, waitForEnd } from '../support/product.ts'
import { assertSameText } from '../support/same-text.ts'
import { startWorker } from '../support/worker-process.ts'

/** One crawl by one worker on PostgreSQL. faults.long.test.ts has many of both, and all that may happen to them. */

const LIMIT = 40

describe('a worker on PostgreSQL', () => {
  it('crawls as one process with a file does', async () => {
    await using site = await startDemoSite()
    await using server = await startPostgres()
    const url = await server.createDatabase()
    const shared: DatabaseLocation = { kind: 'postgres', url, maxConnections: 4 }
    await using opened = await openTestProduct({ shared })
    await using _worker = await startWorker(url, {})
    await using alone = await openTestProduct()
    const [expected, text] = await Promise.all(
      [alone, opened].map(async ({ product }) => {
        const crawl = await waitForEnd(product, await startTestCrawl(product, { url: site.url, limit: LIMIT }))
        return await textOf(product.store.reading, crawl)
      }),
    )
    assertSameText(text ?? '', expected ?? '')
  })
})
