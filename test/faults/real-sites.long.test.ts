import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import * as z from 'zod'
import { openTestProduct, startTestCrawl, waitForEnd } from '../support/product.ts'
import { serveStaticSite } from '../support/static-site.ts'

/**
 * Sites as people publish them, crawled whole: on SQLite, and on PostgreSQL where all tests that store something run there.
 * SITESOUNDER_TEST_SITES names a folder with one folder for each built site, and a `sites.json` that says which hosts it was built
 * for: `{ "sites": [{ "name": "docs", "origins": ["docs.example"] }] }`.
 */

const PAGE_LIMIT = 500
const folder = process.env.SITESOUNDER_TEST_SITES
const sitesSchema = z.object({
  sites: z.array(z.object({ name: z.string(), origins: z.optional(z.array(z.string())) })),
})

function hostsOf(name: string): readonly string[] {
  const file = path.join(folder ?? '', 'sites.json')
  if (!existsSync(file)) return []
  const { sites } = sitesSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  return sites.find(site => site.name === name)?.origins ?? []
}

const names =
  folder === undefined
    ? []
    : readdirSync(folder, { withFileTypes: true }).flatMap(entry => (entry.isDirectory() ? [entry.name] : []))

const missing = folder === undefined && 'SITESOUNDER_TEST_SITES names no folder with built sites.'

describe('a published site', { skip: missing }, () => {
  for (const name of names)
    it(`is crawled to its end: ${name}`, async () => {
      await using site = await serveStaticSite(path.join(folder ?? '', name), { hosts: hostsOf(name) })
      await using opened = await openTestProduct()
      const { product } = opened
      const crawlId = await startTestCrawl(product, {
        url: `${site.origin}/`,
        limit: PAGE_LIMIT,
        probesExternal: false,
      })
      const crawl = await waitForEnd(product, crawlId)
      assert.match(String(crawl.endReason), /^(?:finished|limit)$/, crawl.endSentence)
      assert.deepEqual(opened.logged, [])
      assert.ok(crawl.counts.pagesCrawled > 0)
    })
})
