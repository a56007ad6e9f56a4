import { setImmediate } from 'node:timers/promises'
import { readSitemap } from '#extract/sitemap.ts'
import type { SitemapBatch, SitemapSummary } from '#extract/sitemap-entry.ts'
import { parameterDropper, type UrlOf } from '#shared/dropped-parameters.ts'
import type { SitemapFacts, SitemapOverlap, SitemapReading } from '#shared/host-facts.ts'
import { type HostMatcher, hostMatcher } from '#shared/site-hosts.ts'
import { hostWithoutWww, normalizeUrl } from '#shared/url.ts'
import type { CrawlContext } from '../crawl-context.ts'
import type { RobotsByOrigin } from '../robots/robots-by-origin.ts'
import { openRobots } from '../robots/robots-by-origin.ts'
import type { Listing } from '../schedule/known-urls.ts'
import { SitemapFactsBuilder } from './sitemap-facts.ts'
import { fetchSitemap, type SitemapFile } from './sitemap-file.ts'
import { type ReadingFault, SitemapNotes } from './sitemap-notes.ts'

/** Files that one crawl fetches: as many as its page limit, within these. */
const MIN_SITEMAPS = 10
const MAX_SITEMAPS = 100
/**
 * Files that are fetched when nothing that they list is visited: enough for a site of 200,000 pages, and little load for a small
 * one.
 */
const MAX_CHECKED_SITEMAPS = 5
/** Files of which examples are kept, so that the checkpoint stays small. */
const MAX_SAMPLED_SITEMAPS = 20
/** Files without response, or whose robots.txt could not be read, after which no more are fetched. */
const MAX_UNREACHABLE_SITEMAPS = 5
/** URLs taken in that no link names, as a multiple of the page limit. */
const LISTED_URLS_FACTOR = 10
/** Files that indexes may name: a bound on memory. */
const MAX_KNOWN_FILES = 10_000
/** Pairs of files with common URLs, and URLs that are shown of one. */
const MAX_OVERLAPS = 50
const MAX_OVERLAP_URLS = 5
const MAX_SHOWN_URL = 500
const USUAL_NAMES = ['sitemap.xml', 'sitemap_index.xml', 'sitemap.xml.gz', 'wp-sitemap.xml']

/**
 * Takes in the URLs of the site that its sitemaps list: the sitemaps that robots.txt names, else those at the usual URLs. Called
 * once no link is left to follow. False when there was nothing to do. An interrupted reading leaves no trace and starts again.
 */
export async function readSitemaps(context: CrawlContext): Promise<boolean> {
  const { checkpoint, frontier, batches, halt, state } = context
  const isWanted =
    (state.options.readsSitemaps || state.options.isSitemapOnly) &&
    !state.options.isListOnly &&
    !checkpoint.areSitemapsRead &&
    checkpoint.seedProblem === null
  if (!isWanted || checkpoint.homeUrl === null) return false
  // Sitemaps in robots.txt count even when its rules are not obeyed.
  const robots = state.options.obeysRobots ? context.robots : openRobots(context)
  await robots.load(new URL(checkpoint.homeUrl).origin, halt)
  const reader = new SitemapsReader(context, { isVisiting: true, robots })
  await reader.run(checkpoint.homeUrl)
  if (halt.aborted) return false
  frontier.admitListed(reader.sortedUrls())
  frontier.noteListed(reader.urls)
  checkpoint.notes.push(...reader.notes.sentences())
  if (state.options.isSitemapOnly && reader.urls.size === 0) checkpoint.notes.push(NOTHING_LISTED)
  checkpoint.areSitemapsRead = true
  checkpoint.sitemaps = reader.facts()
  await batches.flush()
  return true
}

/**
 * Reads the first few sitemaps for the checks alone, when `readSitemaps` did not: marks the URLs of this crawl that they list,
 * and takes in none. `robots` says which sitemaps are declared.
 */
export async function readSitemapsForChecks(context: CrawlContext, robots: RobotsByOrigin): Promise<void> {
  const { checkpoint, frontier, halt } = context
  if (checkpoint.sitemaps !== undefined || checkpoint.homeUrl === null || checkpoint.seedProblem !== null) return
  const reader = new SitemapsReader(context, { isVisiting: false, robots })
  await reader.run(checkpoint.homeUrl)
  if (halt.aborted) return
  frontier.noteListed(reader.urls)
  checkpoint.sitemaps = reader.facts()
}

const NOTHING_LISTED = 'No sitemap lists a page of the site, so no page was visited beside the start pages.'

interface Listed {
  url: string
  from: 'robots' | 'guess' | 'index'
  /** The index that lists it, else ''. */
  listedBy: string
}

interface ReadingPlan {
  /** What is listed is taken in, to be visited. */
  isVisiting: boolean
  robots: RobotsByOrigin
}

class SitemapsReader {
  readonly notes = new SitemapNotes()
  readonly urls = new Map<string, Listing>()
  readonly #context: CrawlContext
  readonly #plan: ReadingPlan
  readonly #maxNewUrls: number
  #maxFiles: number
  readonly #facts: SitemapFacts[] = []
  readonly #readFaults: boolean[] = []
  readonly #overlaps = new Map<string, SitemapOverlap>()
  readonly #isOwnHost: HostMatcher
  #isHttpsSite = false
  #urlOf: UrlOf = url => url
  readonly #files: Listed[] = []
  readonly #knownFiles = new Set<string>()
  #newUrls = 0
  #unobeyed = 0
  #isFull = false
  #unrequested = 0

  constructor(context: CrawlContext, plan: ReadingPlan) {
    this.#context = context
    this.#plan = plan
    const { crawlLimit, options } = context.state
    this.#isOwnHost = hostMatcher(context.checkpoint.scopeHost, options.subdomains)
    this.#maxNewUrls = crawlLimit * LISTED_URLS_FACTOR
    const maxVisited = Math.min(Math.max(crawlLimit, MIN_SITEMAPS), MAX_SITEMAPS)
    this.#maxFiles = plan.isVisiting ? maxVisited : MAX_CHECKED_SITEMAPS
  }

  /** One file after the other, so that which URLs are taken in does not depend on the order of arrival. */
  async run(homeUrl: string): Promise<void> {
    this.#urlOf = parameterDropper(this.#context.state.options, homeUrl)
    this.#isHttpsSite = homeUrl.startsWith('https:')
    const origins = this.#origins(homeUrl)
    const { robots } = this.#plan
    for (const origin of origins)
      for (const url of robots.sitemapsOf(origin)) this.#enqueue({ url, from: 'robots', listedBy: '' })
    if (this.#files.length === 0) this.#guess(homeUrl)
    // The sitemaps of one host seldom list the pages of another.
    if (this.#context.state.options.subdomains.length > 0)
      for (const origin of origins.slice(1)) if (robots.sitemapsOf(origin).length === 0) this.#guess(`${origin}/`)
    let requested = 0
    // Grows while it is walked: an index adds the files that it lists.
    for (const listed of this.#files) {
      if (this.#context.halt.aborted) return
      if (this.#isFull || requested >= this.#maxFiles || this.#unobeyed >= MAX_UNREACHABLE_SITEMAPS) break
      requested++
      const isRead = await this.#readOne(listed)
      if (isRead && listed.from === 'guess') this.#dropGuesses(requested, listed.url)
    }
    this.#unrequested = this.#files.length - requested
    if (this.#isFull) this.notes.addFull(this.#newUrls)
    else if (this.#unrequested > 0) this.notes.addUnrequested(this.#unrequested)
  }

  sortedUrls(): string[] {
    return [...this.urls.keys()].sort()
  }

  facts(): SitemapReading {
    const isWhole = this.#unrequested === 0 && !this.#isFull && !this.#readFaults.includes(true)
    const overlaps = [...this.#overlaps.values()]
    return { files: this.#facts, isWhole, ...(overlaps.length > 0 && { overlaps }) }
  }

  /** Of the site, that of the start page first: their robots.txt names sitemaps. */
  #origins(homeUrl: string): string[] {
    const home = new URL(homeUrl).origin
    const others = this.#context.checkpoint.robotsOrigins.filter(origin => origin !== home && this.#isOwn(origin))
    return [home, ...others.sort()]
  }

  #isOwn(url: string): boolean {
    return this.#isOwnHost(hostWithoutWww(new URL(url)))
  }

  #enqueue(listed: Listed): void {
    const url = normalizeUrl(listed.url)
    if (url === null || this.#knownFiles.has(url) || this.#knownFiles.size >= MAX_KNOWN_FILES) return
    this.#knownFiles.add(url)
    this.#files.push({ ...listed, url })
  }

  /**
   * The usual URLs at the root of the host; before them those in the directory of the start page, whose host may hold other
   * sites. They do not count against the limit of files.
   */
  #guess(homeUrl: string): void {
    for (const folder of new Set([folderOf(homeUrl), new URL('/', homeUrl).href])) {
      if (this.#files.length > 0) this.#maxFiles += USUAL_NAMES.length
      for (const name of USUAL_NAMES) this.#enqueue({ url: folder + name, from: 'guess', listedBy: '' })
    }
  }

  /** Drops the other guesses of a directory once one was right; what an index added stays. */
  #dropGuesses(requested: number, right: string): void {
    const rest = this.#files
      .splice(requested)
      .filter(({ from, url }) => from !== 'guess' || folderOf(url) !== folderOf(right))
    this.#files.push(...rest)
  }

  /** False when there was no sitemap. */
  async #readOne(listed: Listed): Promise<boolean> {
    const isGuess = listed.from === 'guess'
    const refusal = await this.#refusalOf(listed.url)
    const file: SitemapFile =
      refusal === null
        ? await fetchSitemap(this.#context, { url: listed.url, isGuess })
        : { ok: false, detail: refusal, isUnreachable: false, response: null }
    if (this.#context.halt.aborted) return false
    const facts = this.#factsBuilder(listed)
    if (!file.ok) {
      if (file.isUnreachable) this.#unobeyed++
      if (!isGuess) this.notes.addUnread(listed.url, file.detail)
      this.#facts.push(facts.unread(file))
      this.#readFaults.push(!isGuess)
      return false
    }
    // A file to which another redirects is not read again.
    this.#knownFiles.add(normalizeUrl(file.url) ?? file.url)
    const summary = await this.#readBody(file.body, { listed, facts })
    const { kind, problem } = summary
    const fault: ReadingFault | null =
      file.isTruncated && (problem === null || problem === 'malformed') ? 'too-large' : problem
    if (fault !== null && !(isGuess && fault === 'not-a-sitemap')) this.notes.addFault(listed.url, fault)
    const isNested = kind === 'index' && listed.from === 'index'
    if (isNested) this.notes.addFault(listed.url, 'nested-index')
    this.#facts.push(facts.read(file, summary, fault ?? (isNested ? 'nested-index' : null)))
    this.#readFaults.push(isNested || (fault !== null && !(isGuess && fault === 'not-a-sitemap')))
    return kind !== 'none'
  }

  #factsBuilder({ url, from, listedBy }: Listed): SitemapFactsBuilder {
    const { now } = this.#context
    const keepsSamples = this.#facts.length < MAX_SAMPLED_SITEMAPS
    const about = { url, from, listedBy, keepsSamples, isOwnHost: this.#isOwnHost }
    return new SitemapFactsBuilder({ ...about, isHttpsSite: this.#isHttpsSite, nowMs: now() })
  }

  /** Why a file must not be requested, in words; null when it may. */
  async #refusalOf(url: string): Promise<string | null> {
    const { state, robots, halt } = this.#context
    if (!this.#isOwn(url) && !state.options.probesExternal)
      return 'it lies on another site, and other sites were not requested'
    if (!state.options.obeysRobots) return null
    const { unreadable } = await robots.load(new URL(url).origin, halt)
    if (unreadable) this.#unobeyed++
    const result = robots.check(url)
    return result.isAllowed ? null : `robots.txt does not let crawlers request it (${result.because})`
  }

  /** Other crawls have their turn between two batches. */
  async #readBody(body: Uint8Array, of: { listed: Listed; facts: SitemapFactsBuilder }): Promise<SitemapSummary> {
    const reading = readSitemap(body)
    const step = () => reading.next()
    for (let result = step(); ; result = step()) {
      if (result.done) return result.value
      this.#take(result.value, of)
      await setImmediate()
    }
  }

  /** By the protocol an index lists no other index, so the files of a nested index are not fetched. */
  #take({ kind, entries }: SitemapBatch, { listed, facts }: { listed: Listed; facts: SitemapFactsBuilder }): void {
    const fileNumber = this.#facts.length + 1
    for (const entry of entries) {
      const listedUrl = facts.add(entry, kind)
      if (kind === 'index') {
        if (listed.from !== 'index') this.#enqueue({ url: entry.loc, from: 'index', listedBy: listed.url })
        continue
      }
      if (listedUrl?.isOwn) this.#takeUrl(this.#urlOf(listedUrl.url), { sitemapNumber: fileNumber, day: listedUrl.day })
      for (const alternate of entry.alternates) {
        const url = normalizeUrl(alternate)
        if (url !== null && this.#isOwn(url)) this.#takeUrl(this.#urlOf(url), { sitemapNumber: 0, day: 0 })
      }
    }
  }

  #takeUrl(url: string, listing: Listing): void {
    const known = this.urls.get(url)
    if (known !== undefined) {
      // First named as another language of a page, then listed itself.
      if (known.sitemapNumber === 0) this.urls.set(url, listing)
      else if (listing.sitemapNumber > known.sitemapNumber) {
        this.#noteOverlap(url, [known.sitemapNumber, listing.sitemapNumber])
      }
      return
    }
    if (!this.#context.frontier.urls.has(url)) {
      if (!this.#plan.isVisiting) return
      this.#isFull ||= this.#newUrls >= this.#maxNewUrls
      if (this.#isFull) return
      this.#newUrls++
    }
    this.urls.set(url, listing)
  }

  #noteOverlap(url: string, sitemapNumbers: [number, number]): void {
    const key = sitemapNumbers.join()
    const overlap = this.#overlaps.get(key) ?? { sitemapNumbers, total: 0, urls: [] }
    if (this.#overlaps.size < MAX_OVERLAPS) this.#overlaps.set(key, overlap)
    overlap.total++
    if (overlap.urls.length < MAX_OVERLAP_URLS) overlap.urls.push(url.slice(0, MAX_SHOWN_URL).toWellFormed())
  }
}

/** The directory in which a URL lies, with a slash at its end. */
function folderOf(url: string): string {
  return new URL('.', url).href
}
