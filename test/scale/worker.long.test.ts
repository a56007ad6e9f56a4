import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startDemoSite } from '#demo-site/site.ts'
import type { DatabaseLocation } from '#runtime/database.ts'
import { ownCheckFlags, ownData } from '../support/own-data.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { openTestProduct, startTestCrawl, waitForEnd } from '../support/product.ts'
import { textWithSegments } from '../support/report-text.ts'
import { assertSameText } from '../support/same-text.ts'
import { startWorker } from '../support/worker-process.ts'

/** One crawl by one worker on PostgreSQL. faults.long.test.ts has many of both, and all that may happen to them. */

const LIMIT = 40

describe('a worker on PostgreSQL', () => {
  it('crawls as one process with a file does, with the fields, checks and segments of a website', async () => {
    const flags = await ownCheckFlags()
    await using site = await startDemoSite()
    await using server = await startPostgres()
    const url = await server.createDatabase()
    const shared: DatabaseLocation = { kind: 'postgres', url, maxConnections: 4 }
    await using opened = await openTestProduct({ shared, flags })
    await using _worker = await startWorker(url, flags)
    await using alone = await openTestProduct({ flags })
    const [expected, text] = await Promise.all(
      [alone, opened].map(async ({ product }) => {
        const crawl = await waitForEnd(
          product,
          await startTestCrawl(product, { url: site.url, limit: LIMIT, ...ownData }),
        )
        return await textWithSegments(product.store, crawl)
      }),
    )
    assertSameText(text ?? '', expected ?? '')
    for (const found of ['own:bread', 'rule:many-links', '"name":"Breads"']) assert.ok(text?.includes(found), found)
  })
})
