import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { defaultCrawlOptions } from '#shared/crawl-options.ts'
import { claimBenchCrawl, ORIGIN, openBenchStore } from './checks-crawl.ts'
import { benchSite } from './crawl/bench-site.ts'

/**
 * A crawl of nothing but URLs and links, to compute the link score of far more pages than could be committed in reasonable time. Rows are
 * written past the store: every page is linked by all others' navigation or footer, or by its neighbours' content.
 */

const NAVIGATION_PAGES = 40
const FOOTER_PAGES = 10
const NEIGHBOURS = 15
/** Pages whose links make one part of the index, at about 80 a page. */
const PAGES_PER_PART = 3_100
const [NAVIGATION, FOOTER, CONTENT] = [0x8000_0000 | 1 | (1 << 16), 0x8000 | 1 | (1 << 16), 0x8000_0000 | 0x8000 | 1]
const RSS_EVERY_MS = 10

export async function makeBenchLinks(file: string, pageCount: number): Promise<void> {
  {
    await using store = await openBenchStore(file)
    const ownerId = await store.visitors.createOwner('bench', 0)
    const options = defaultCrawlOptions
    await store.websites.startCrawl({ ownerId, url: `${ORIGIN}/`, crawlLimit: pageCount, options, nowMs: 0 })
  }
  const raw = new DatabaseSync(file)
  raw.exec('pragma synchronous = off; pragma cache_size = -200000; begin')
  const site = benchSite(pageCount)
  const page =
    raw.prepare(`insert into page (crawl_id, number, url_id, depth, status, status_class, title, columns, is_eligible,
    indexability, fails_page_check, fails_site_check, is_passed, inlink_count) values (1, ?, ?, 1, 200, '2xx', '', null, 1, 'indexable', 0, 0, 1, 0)`)
  const url =
    raw.prepare(`insert into url (crawl_id, id, url, scope, state, depth, redirect_depth, number, first_number,
    first_position, kinds, is_followed, is_challenge) values (1, ?, ?, 'internal', 'visited', 1, 0, ?, 1, 1, 1, 1, 0)`)
  const figures = raw.prepare(`insert into link_figures (crawl_id, url_id, outlinks, outlink_targets, followed_outlinks,
    external_outlinks) values (1, ?, 80, 80, 80, 0)`)
  const index = raw.prepare(`insert into inlink (crawl_id, target_id, part, page_source_count, sources, link_count,
    followed_source_count) values (1, ?, ?, ?, ?, ?, ?)`)
  for (let number = 1; number <= pageCount; number++) {
    page.run(number, number)
    url.run(number, ORIGIN + site.path(number - 1), number)
    figures.run(number)
  }
  const insertSources = (target: number, [first, last]: [number, number], mask: number) => {
    for (let part = Math.floor(first / PAGES_PER_PART); part * PAGES_PER_PART <= last; part++) {
      const from = Math.max(first, part * PAGES_PER_PART)
      const to = Math.min(last, (part + 1) * PAGES_PER_PART - 1)
      const pairs: number[] = []
      for (let source = from; source <= to; source++) if (source !== target) pairs.push(source, mask)
      const count = pairs.length / 2
      index.run(target, part, count, new Uint8Array(Uint32Array.from(pairs).buffer), count, count)
    }
  }
  for (let target = 1; target <= pageCount; target++) {
    if (target <= NAVIGATION_PAGES + FOOTER_PAGES)
      insertSources(target, [1, pageCount], target <= NAVIGATION_PAGES ? NAVIGATION : FOOTER)
    else insertSources(target, [Math.max(1, target - NEIGHBOURS), Math.min(pageCount, target + NEIGHBOURS)], CONTENT)
  }
  raw.exec('commit')
  raw.close()
}

export interface LinkScoreCost {
  pages: number
  cpuSeconds: number
  wallSeconds: number
  startMegabytes: number
  peakMegabytes: number
  longestMs: number
}

export async function measureLinkScore(file: string): Promise<LinkScoreCost> {
  await using store = await openBenchStore(file)
  const claim = await claimBenchCrawl(store)
  const startBytes = process.memoryUsage.rss()
  let peakBytes = startBytes
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
  }, RSS_EVERY_MS)
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  const [cpu, wall] = [process.cpuUsage(), performance.now()]
  await store.crawls.scoreLinks(claim)
  const spent = process.cpuUsage(cpu)
  clearInterval(timer)
  const [strongest] = await store.reading.pages(claim.crawlId, { limit: 1 })
  if (strongest?.linkFigures?.score == null) throw new Error('there is no score')
  return {
    pages: strongest.linkFigures.inlinks + 1,
    cpuSeconds: (spent.user + spent.system) / 1e6,
    wallSeconds: (performance.now() - wall) / 1_000,
    startMegabytes: startBytes / 2 ** 20,
    peakMegabytes: peakBytes / 2 ** 20,
    longestMs: delays.max / 1e6,
  }
}
