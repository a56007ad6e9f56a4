import { setImmediate } from 'node:timers/promises'
import { readSitemap } from '#extract/sitemap.ts'
import type { SitemapBatch, SitemapSummary } from '#extract/sitemap-entry.ts'
import { normalizeUrl } from '#shared/url.ts'
import type { CrawlContext } from './crawl-context.ts'
import { isInScope } from './scope.ts'
import { fetchSitemap, type SitemapFile } from './sitemap-file.ts'
import { type SitemapFault, SitemapNotes } from './sitemap-notes.ts'

/** Files asked for in one crawl: as many as the crawl may have pages, within these. */
const MIN_SITEMAPS = 10
const MAX_SITEMAPS = 100
/** Files for which nothing answered, or whose robots.txt could not be read; then the rest is not asked for. */
const MAX_SILENT_SITEMAPS = 5
/** Addresses taken in that no link named, times the page limit. */
const LISTED_URLS_FACTOR = 10
/** Files that indexes may name: a bound on memory alone. */
const MAX_KNOWN_FILES = 10_000
const DEFAULT_PATHS = ['/sitemap.xml', '/sitemap_index.xml']

/**
 * Takes in the addresses of the site that its sitemaps list: those that robots.txt names, else those at the usual places. Called
 * once no link is left to follow. False when there was nothing to do. An interrupted reading leaves no trace and begins anew.
 */
export async function readSitemaps(context: CrawlContext): Promise<boolean> {
  const { checkpoint, frontier, settler, halt, state } = context
  const isWanted = state.options.readsSitemaps && !checkpoint.areSitemapsRead && checkpoint.seedProblem === null
  if (!isWanted || checkpoint.homeUrl === null) return false
  const reading = new SitemapReading(context)
  await reading.run(checkpoint.homeUrl)
  if (halt.aborted) return false
  frontier.admitListed(reading.sortedUrls())
  checkpoint.notes.push(...reading.notes.sentences())
  checkpoint.areSitemapsRead = true
  await settler.flush()
  return true
}

interface Listed {
  url: string
  from: 'robots' | 'guess' | 'index'
}

class SitemapReading {
  readonly notes = new SitemapNotes()
  readonly #context: CrawlContext
  readonly #maxNewUrls: number
  readonly #maxFiles: number
  readonly #urls = new Set<string>()
  readonly #files: Listed[] = []
  readonly #knownFiles = new Set<string>()
  #newUrls = 0
  #silent = 0
  #isFull = false

  constructor(context: CrawlContext) {
    this.#context = context
    const { crawlLimit } = context.state
    this.#maxNewUrls = crawlLimit * LISTED_URLS_FACTOR
    this.#maxFiles = Math.min(Math.max(crawlLimit, MIN_SITEMAPS), MAX_SITEMAPS)
  }

  /** One file after the other, so that which addresses are taken in does not depend on the order of arrival. */
  async run(homeUrl: string): Promise<void> {
    for (const url of this.#declared(homeUrl)) this.#enqueue({ url, from: 'robots' })
    if (this.#files.length === 0) {
      for (const path of DEFAULT_PATHS) this.#enqueue({ url: new URL(path, homeUrl).href, from: 'guess' })
    }
    let asked = 0
    // Grows while it is walked: an index adds the files that it lists.
    for (const listed of this.#files) {
      if (this.#context.halt.aborted) return
      if (this.#isFull || asked >= this.#maxFiles || this.#silent >= MAX_SILENT_SITEMAPS) break
      asked++
      const isRead = await this.#readOne(listed)
      if (isRead && listed.from === 'guess') this.#dropGuesses(asked)
    }
    if (this.#isFull) this.notes.addFull(this.#newUrls)
    else if (asked < this.#files.length) this.notes.addUnasked(this.#files.length - asked)
  }

  sortedUrls(): string[] {
    return [...this.#urls].sort()
  }

  /** As robots.txt of the start page names them, then that of the site's other origins. Without robots.txt nothing is declared. */
  #declared(homeUrl: string): string[] {
    const { checkpoint, robots } = this.#context
    const home = new URL(homeUrl).origin
    const others = checkpoint.robotsOrigins.filter(origin => origin !== home && isInScope(origin, checkpoint.scopeHost))
    return [home, ...others.sort()].flatMap(origin => robots.sitemapsOf(origin))
  }

  #enqueue(listed: Listed): void {
    const url = normalizeUrl(listed.url)
    if (url === null || this.#knownFiles.has(url) || this.#knownFiles.size >= MAX_KNOWN_FILES) return
    this.#knownFiles.add(url)
    this.#files.push({ ...listed, url })
  }

  /** The other guesses are not asked for once one was right; what an index added stays. */
  #dropGuesses(asked: number): void {
    const rest = this.#files.splice(asked).filter(({ from }) => from !== 'guess')
    this.#files.push(...rest)
  }

  /** False when there was no sitemap. */
  async #readOne(listed: Listed): Promise<boolean> {
    const isGuess = listed.from === 'guess'
    const refusal = await this.#refusalOf(listed.url)
    const file: SitemapFile =
      refusal === null
        ? await fetchSitemap(this.#context, { url: listed.url, isGuess })
        : { ok: false, detail: refusal, isSilent: false }
    if (this.#context.halt.aborted) return false
    if (!file.ok) {
      if (file.isSilent) this.#silent++
      if (!isGuess) this.notes.addUnread(listed.url, file.detail)
      return false
    }
    // A file to which another redirects is not read again.
    this.#knownFiles.add(normalizeUrl(file.url) ?? file.url)
    const { kind, problem } = await this.#readBody(file.body, listed)
    const fault: SitemapFault | null =
      file.isTruncated && (problem === null || problem === 'malformed') ? 'too-large' : problem
    if (fault !== null && !(isGuess && fault === 'not-a-sitemap')) this.notes.addFault(listed.url, fault)
    if (kind === 'index' && listed.from === 'index') this.notes.addFault(listed.url, 'nested-index')
    return kind !== 'none'
  }

  /** Why a file is not asked for, in words; null when it may be. */
  async #refusalOf(url: string): Promise<string | null> {
    const { state, robots, halt, checkpoint } = this.#context
    const isOwn = isInScope(url, checkpoint.scopeHost)
    if (!isOwn && !state.options.probesExternal) return 'it lies on another site, and other sites were not asked'
    if (!state.options.obeysRobots) return null
    const { unreadable } = await robots.load(new URL(url).origin, halt)
    if (unreadable) this.#silent++
    const verdict = robots.judge(url)
    return verdict.isAllowed ? null : `robots.txt does not let crawlers ask for it (${verdict.because})`
  }

  /** Other crawls have their turn between two batches. */
  async #readBody(body: Uint8Array, listed: Listed): Promise<SitemapSummary> {
    const reading = readSitemap(body)
    const step = () => reading.next()
    for (let result = step(); ; result = step()) {
      if (result.done) return result.value
      this.#take(result.value, listed)
      await setImmediate()
    }
  }

  /** By the protocol an index lists no other index, so the files of one that is listed are not asked for. */
  #take({ kind, entries }: SitemapBatch, { from }: Listed): void {
    for (const { loc, alternates } of entries) {
      if (kind !== 'index') for (const url of [loc, ...alternates]) this.#takeUrl(url)
      else if (from !== 'index') this.#enqueue({ url: loc, from: 'index' })
    }
  }

  #takeUrl(written: string): void {
    const { checkpoint, frontier } = this.#context
    const url = normalizeUrl(written)
    if (url === null || this.#urls.has(url) || !isInScope(url, checkpoint.scopeHost)) return
    if (!frontier.find(url)) {
      this.#isFull ||= this.#newUrls >= this.#maxNewUrls
      if (this.#isFull) return
      this.#newUrls++
    }
    this.#urls.add(url)
  }
}
