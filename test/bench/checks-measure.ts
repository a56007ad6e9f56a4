import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pageChecks, siteChecks } from '#checks/index.ts'
import { runPageChecks } from '#checks/run-page-checks.ts'
import { runSiteChecks } from '#checks/run-site-checks.ts'
import { encodeFacts, urlsOnPage } from '#crawl/visit/encode-facts.ts'
import { decodeBody } from '#extract/charset.ts'
import { extractPage } from '#extract/extract.ts'
import { minHash } from '#extract/min-hash.ts'
import { wordsOf } from '#extract/text-reader.ts'
import { parseDocument } from '#html/html.ts'
import { claimBenchCrawl, inputOf, openBenchStore } from './checks-crawl.ts'
import { benchSite } from './crawl/bench-site.ts'

/** Milliseconds of this process's processors: other processes on a shared machine do not count. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** What a step of the checks took. */
export interface Step {
  name: string
  cpuMs: number
  wallMs: number
  /** The longest that nothing else had its turn. */
  longestMs: number
  findings: number
}

export interface SiteCost {
  pages: number
  steps: Step[]
  peakMegabytes: number
}

const RSS_EVERY_MS = 10
const DELAY_RESOLUTION_MS = 1

/** Checks the crawl of a file as the engine does, and takes the time of each step. */
export async function measureSite(file: string): Promise<SiteCost> {
  await using store = await openBenchStore(file)
  const claim = await claimBenchCrawl(store)
  let peakBytes = process.memoryUsage.rss()
  const sample = () => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
  }
  const timer = setInterval(sample, RSS_EVERY_MS)
  const steps = new Map<string, Step>()
  const delays = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS })
  delays.enable()
  const timed = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    delays.reset()
    const [cpu, wall] = [cpuMs(), performance.now()]
    const result = await work()
    sample()
    const step = steps.get(name) ?? { name, cpuMs: 0, wallMs: 0, longestMs: 0, findings: 0 }
    step.cpuMs += cpuMs() - cpu
    step.wallMs += performance.now() - wall
    step.longestMs = Math.max(step.longestMs, delays.max / 1e6)
    steps.set(name, step)
    return result
  }
  await timed('(index of links)', () => store.crawls.indexLinks(claim))
  await timed('(link score)', () => store.crawls.scoreLinks(claim))
  const site = await store.crawls.siteFacts(claim.crawlId)
  const failed: string[] = []
  for (const check of siteChecks) {
    const batches = runSiteChecks(site, [check], (checkId, error) => failed.push(`${checkId}: ${error}`))
    for (;;) {
      const { value, done } = await timed(check.id, () => batches.next())
      if (done) break
      const step = steps.get(check.id)
      if (step) step.findings += value.issues.length
      await timed('(writing of findings)', () => store.crawls.addSiteIssues(claim, value.issues, value.counters))
    }
  }
  clearInterval(timer)
  if (failed.length > 0) throw new Error(`checks failed: ${failed.join('; ')}`)
  const counts = (await store.reading.crawl(claim.crawlId))?.counts
  return { pages: counts?.pagesCrawled ?? 0, steps: [...steps.values()], peakMegabytes: peakBytes / 2 ** 20 }
}

export interface PageCost {
  pages: number
  /** Bytes of HTML and links of one page. */
  bytes: number
  links: number
  /** Milliseconds a page. */
  extractMs: number
  parseMs: number
  wordsMs: number
  minHashMs: number
  encodeMs: number
  allChecksMs: number
  checks: { id: string; ms: number }[]
}

const ROUNDS = 15

/** Reads and checks pages again and again, and takes the median time of each part of it. */
export function measurePages(pageCount: number): PageCost {
  const site = benchSite(Math.max(pageCount, 500))
  const inputs = Array.from({ length: pageCount }, (_, page) => inputOf(site, page))
  const pages = inputs.map(extractPage)
  const sources = inputs.map(
    input => decodeBody({ bytes: input.body, contentType: 'text/html; charset=utf-8', isTruncated: false }).text,
  )
  const texts = pages.map(page => page.content.mainText)
  const hashed = texts.map(text => wordsOf(text))
  const found = pages.map(page => urlsOnPage(page).places)
  const each = <Item>(items: readonly Item[], work: (item: Item, index: number) => unknown): number => {
    const rounds = Array.from({ length: ROUNDS }, () => {
      const started = cpuMs()
      for (const [index, item] of items.entries()) work(item, index)
      return (cpuMs() - started) / items.length
    })
    return rounds.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN
  }
  const never = () => undefined
  return {
    pages: pageCount,
    bytes: inputs.reduce((sum, input) => sum + input.body.byteLength, 0) / pageCount,
    links: pages.reduce((sum, page) => sum + page.links.length, 0) / pageCount,
    extractMs: each(inputs, extractPage),
    parseMs: each(sources, source => parseDocument(source)),
    wordsMs: each(texts, wordsOf),
    minHashMs: each(hashed, words => minHash(words.hashes)),
    encodeMs: each(pages, (page, index) => encodeFacts(page, found[index] ?? [])),
    allChecksMs: each(pages, page => runPageChecks(page, pageChecks, never)),
    checks: pageChecks.map(check => ({ id: check.id, ms: each(pages, page => runPageChecks(page, [check], never)) })),
  }
}
