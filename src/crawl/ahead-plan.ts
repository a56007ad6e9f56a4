import type { PageRecord } from '#shared/page-record.ts'
import type { UrlRow } from '#store/store.ts'
import type { CrawlContext } from './crawl-context.ts'
import { jobOf, maxVisits, probeBudgets, probeJobOf, visitRefusalOf } from './crawl-requests.ts'
import type { ProbeBudget } from './schedule/probe-budget.ts'
import type { AheadPlan, RequestsAhead } from './schedule/requests-ahead.ts'
import { requestedSheets, styleSheetsToRead } from './site-files/style-sheets.ts'
import type { VisitJob } from './visit/worker-messages.ts'

/**
 * A crawl that knows more URLs takes so long that a few pauses make no difference, and going through them takes time itself. No more are
 * listed either, whatever pages name.
 */
const MAX_KNOWN_URLS = 50_000

interface PlannedRound {
  /** Visits of the round that may still count against the page limit; null when no more is visited. */
  openVisits: (() => number) | null
}

/**
 * What a crawl requests while failed URLs wait for their next attempt: what it would visit next, then what it would probe, by all that
 * is known so far. It may be wrong when such an attempt succeeds after all: then a request was made in vain, and no harm is done. Records
 * that came ahead lead to further URLs.
 */
export class CrawlAheadPlan implements AheadPlan {
  readonly #context: CrawlContext
  readonly #round: PlannedRound
  readonly #budget: ProbeBudget
  /** URLs that are or were in one of the two lists. */
  readonly #listed = new Set<string>()
  /** By URL, what is or was under way ahead of its turn. */
  readonly #underWay = new Map<string, UrlRow>()
  readonly #toVisit: UrlRow[] = []
  readonly #toProbe: UrlRow[] = []
  /** Positions in the two lists. */
  #visit = 0
  #probe = 0
  #styleSheets: ReadonlySet<number> = new Set()
  /** URLs that the crawl knew when the lists were made; null before. */
  #knownUrls: number | null = null

  constructor(context: CrawlContext, round: PlannedRound) {
    this.#context = context
    this.#round = round
    this.#budget = context.frontier.probeBudget(probeBudgets(context))
  }

  next(ahead: RequestsAhead): VisitJob | null {
    const { frontier } = this.#context
    if (frontier.urls.size > MAX_KNOWN_URLS) return null
    if (this.#knownUrls !== frontier.urls.size) this.#list()
    return this.#nextVisit(ahead) ?? this.#nextProbe(ahead)
  }

  received(record: PageRecord): void {
    const row = this.#underWay.get(record.url)
    if (row) this.#follow(row, record)
  }

  /** Lists what is known, and later what is known since. */
  #list(): void {
    const { frontier, state } = this.#context
    this.#knownUrls = frontier.urls.size
    if (this.#round.openVisits !== null) this.#add(this.#toVisit, frontier.toVisit())
    const toProbe = frontier.toProbe()
    this.#add(this.#toProbe, toProbe)
    if (state.options.narrowed) return
    this.#styleSheets = styleSheetsToRead([...requestedSheets(frontier), ...toProbe])
  }

  #add(list: UrlRow[], rows: readonly UrlRow[]): void {
    for (const row of rows) {
      if (this.#listed.has(row.url) || this.#listed.size >= MAX_KNOWN_URLS) continue
      this.#listed.add(row.url)
      list.push(row)
    }
  }

  #nextVisit(ahead: RequestsAhead): VisitJob | null {
    for (; this.#visit < this.#toVisit.length; this.#visit++) {
      const row = this.#toVisit[this.#visit]
      if (!row) continue
      const job = { ...jobOf(this.#context, { row, mode: 'visit' }), needsLikeness: true as const }
      const isAhead = ahead.has(job)
      if (!isAhead && !this.#isRoomLeft(ahead)) return null
      if (!this.#mayVisit(row)) continue
      this.#underWay.set(row.url, row)
      const record = ahead.recordOf(job)
      if (record) this.#follow(row, record)
      if (isAhead) continue
      this.#visit++
      return job
    }
    return null
  }

  #mayVisit(row: UrlRow): boolean {
    const { traps } = this.#context
    if (!this.#isRobotsKnown(row) || visitRefusalOf(this.#context, row) !== null) return false
    return traps?.isLikelyVisited(row) ?? true
  }

  /** As always, a URL is requested once robots.txt of its origin is known. */
  #isRobotsKnown({ url, scope }: UrlRow): boolean {
    const { state, robots } = this.#context
    return scope === 'external' || !state.options.obeysRobots || robots.knownOf(new URL(url).origin) !== undefined
  }

  #isRoomLeft(ahead: RequestsAhead): boolean {
    const { checkpoint, state } = this.#context
    if (!ahead.isRoomFor('visit')) return false
    const counted = checkpoint.pagesCounted + (this.#round.openVisits?.() ?? 0) + ahead.countedVisits
    return counted < state.crawlLimit && checkpoint.lastNumber + ahead.counts.visits < maxVisits(this.#context)
  }

  #nextProbe(ahead: RequestsAhead): VisitJob | null {
    while (this.#probe < this.#toProbe.length && ahead.isRoomFor('probe')) {
      const row = this.#toProbe[this.#probe++]
      if (!row || !this.#isRobotsKnown(row)) continue
      const job = probeJobOf(this.#context, row, this.#styleSheets)
      if (this.#budget.spend(row) === null && !ahead.has(job)) return job
    }
    return null
  }

  /** Lists the URLs that a record names and the crawl does not know yet. */
  #follow(row: UrlRow, { found, hops }: PageRecord): void {
    const { frontier } = this.#context
    for (const each of found) {
      if (this.#listed.size >= MAX_KNOWN_URLS) return
      if (this.#listed.has(each.url) || frontier.urls.has(each.url)) continue
      const named = frontier.preview(each, { row, isRedirect: hops.length > 0 })
      const isVisited = this.#round.openVisits !== null && named.scope === 'internal' && named.isFollowed
      this.#add(isVisited ? this.#toVisit : this.#toProbe, [named])
    }
  }
}
