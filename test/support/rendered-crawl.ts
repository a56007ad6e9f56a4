import assert from 'node:assert/strict'
import type { PageFacts } from '#shared/facts.ts'
import type { CrawlRow } from '#store/store.ts'
import { type CrawlRequest, openTestProduct, startTestCrawl, type TestProduct, waitForEnd } from './product.ts'
import { html, type ScriptResponse, type ScriptSite, startScriptSite } from './script-site.ts'
import { assertFactsAsChecked } from './stored-facts.ts'

/** Crawls that run the scripts of pages, and what came of each page. */

type Rendering = NonNullable<PageFacts['rendering']>

interface Crawled {
  crawl: CrawlRow
  /** Paths of the pages that were read. */
  paths: string[]
  facts(path: string): Promise<PageFacts>
  rendering(path: string): Promise<Rendering>
  issues(checkId: string): Promise<string[]>
}

export async function crawlOf(opened: TestProduct, request: CrawlRequest): Promise<Crawled> {
  const crawl = await waitForEnd(opened.product, await startTestCrawl(opened.product, request))
  const { reading } = opened.product.store
  const pages = await reading.pages(crawl.id, { limit: 1_000 })
  const facts = async (path: string): Promise<PageFacts> => {
    const found = await reading.pageFacts(crawl.id, new URL(path, request.url).href)
    assert.ok(found, `there are facts of ${path}`)
    return found
  }
  return {
    crawl,
    paths: pages.map(({ url }) => new URL(url).pathname).sort(),
    facts,
    rendering: async path => {
      const { rendering } = await facts(path)
      assert.ok(rendering, `${path} was to be rendered`)
      return rendering
    },
    issues: async checkId => {
      const issues = await reading.issues(crawl.id, { limit: 1_000 })
      return issues.filter(issue => issue.checkId === checkId).map(({ pageUrl }) => new URL(pageUrl).pathname)
    },
  }
}

/** Only the site itself is open, everything else must be public: as on a public server. */
const publicFlags = (site: ScriptSite) => ({ targets: 'public', 'allow-targets': new URL(site.origin).host })

export async function rendered(
  pages: Record<string, ScriptResponse>,
  options: { flags?: Record<string, string>; robots?: string } = {},
): Promise<{ crawled: Crawled; requested: string[]; logged: string[] }> {
  const documents = Object.keys(pages).filter(each => pages[each]?.body.startsWith('<!doctype html>'))
  const links = documents.map(each => `<a href="${each}">Page ${each}</a>`)
  await using site = await startScriptSite(path => {
    if (path === '/robots.txt' && options.robots !== undefined) return { type: 'text/plain', body: options.robots }
    return path === '/' ? html(`<main>${links.join(' ')}</main>`, '<title>Start</title>') : (pages[path] ?? null)
  })
  await using opened = await openTestProduct({ flags: { ...publicFlags(site), ...options.flags } })
  const crawled = await crawlOf(opened, {
    url: `${site.origin}/`,
    rendersJavaScript: true,
    probesResources: false,
  })
  const { folder, product } = opened
  await assertFactsAsChecked(product.store.reading, { folder, crawlId: crawled.crawl.id })
  // Read while the store is open.
  const read = crawled.paths.filter(each => each === '/' || documents.includes(each))
  const known = new Map(await Promise.all(read.map(async each => [each, await crawled.facts(each)] as const)))
  const facts = async (each: string) => known.get(each) ?? assert.fail(`${each} was not read`)
  const issues = await opened.product.store.reading.issues(crawled.crawl.id, { limit: 1_000 })
  return {
    requested: site.requested,
    logged: opened.logged.map(({ event }) => event),
    crawled: {
      ...crawled,
      paths: read,
      facts,
      rendering: async each => (await facts(each)).rendering ?? assert.fail(`${each} was to be rendered`),
      issues: async id =>
        issues.filter(({ checkId }) => checkId === id).map(({ pageUrl }) => new URL(pageUrl).pathname),
    },
  }
}
