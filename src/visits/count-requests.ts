import type { BotKind, BotRow } from '#shared/bots.ts'
import { HTTP_NOT_MODIFIED, isSuccess } from '#shared/http-status.ts'
import type { HostMatcher } from '#shared/site-hosts.ts'
import { pathOfUrl } from '#shared/url.ts'
import {
  addBotVisits,
  addStatus,
  type BotVisits,
  MAX_VISIT_URLS,
  noVisits,
  sumBotVisits,
  type UrlVisits,
  visitWeight,
} from '#shared/visits.ts'
import { copied, createBotVerifier } from './bots.ts'
import type { LogEntry } from './log-entry.ts'
import { parameterNames, requestedUrl } from './requested-url.ts'

/** Sums up requests by URL, by bot and by day. The entries themselves, with their IP addresses and user agents, are kept nowhere. */

const DAY_MS = 86_400_000
/** Days of which a series is kept, from the first that comes. */
const MAX_DAYS = 400
const MAX_TARGETS = 2 * MAX_VISIT_URLS
/** URLs held while reading; the least requested half goes when there are more. */
const MAX_HELD_URLS = 2 * MAX_VISIT_URLS

export interface Site {
  /** Of URLs whose host the log does not name. */
  origin: string
  isOwnHost: HostMatcher
  /** URLs with a query that the crawl knows: they are kept whole. */
  knownQueries: ReadonlySet<string>
}

export interface DayCounts {
  people: number
  search: number
  ai: number
  other: number
}

export interface CountedRequests {
  counted: number
  otherHosts: number
  people: number
  fromMs: number | null
  toMs: number | null
  bots: Map<string, BotVisits & { statuses: Record<string, number> }>
  /** By days since 1970. */
  days: Map<number, DayCounts>
  urls: Map<string, UrlVisits>
  /** Requests of URLs that are not held. */
  further: number
}

export function createRequestCounter(site: Site) {
  const verifier = createBotVerifier()
  const byTarget = new Map<string, UrlVisits | 'foreign' | null>()
  const found: CountedRequests = {
    counted: 0,
    otherHosts: 0,
    people: 0,
    fromMs: null,
    toMs: null,
    bots: new Map(),
    days: new Map(),
    urls: new Map(),
    further: 0,
  }
  const knownPaths = new Set([...site.knownQueries].map(url => pathOfUrl(url).split('?', 1)[0] ?? ''))
  /** Without the values of a query, unless the crawl knows URLs with a query at this path. */
  const targetOf = ({ target }: LogEntry): string => {
    const at = target.indexOf('?')
    if (at === -1) return target
    const path = target.slice(0, at)
    return knownPaths.has(path) ? target : `${path}?${parameterNames(target.slice(at + 1))}`
  }
  const urlOf = (entry: LogEntry): UrlVisits | 'foreign' | null => {
    const target = targetOf(entry)
    const key = entry.host === '' ? target : `${entry.scheme}://${entry.host}${target}`
    const known = byTarget.get(key)
    if (known !== undefined) return known
    if (byTarget.size >= MAX_TARGETS) byTarget.clear()
    const url = requestedUrl({ ...entry, target }, site)
    const visits = url === null || url === 'foreign' ? url : held(found, { byTarget, url: keptUrl(url, site) })
    byTarget.set(copied(key), visits)
    return visits
  }
  return {
    found,
    /** False for a request that no URL can be made of. */
    count(entry: LogEntry): boolean {
      const visits = urlOf(entry)
      if (visits === null) return false
      if (visits === 'foreign') {
        found.otherHosts += 1
        return true
      }
      found.counted += 1
      countTime(found, entry.timeMs)
      const bot = verifier.botOf(entry.agent)
      countDay(found, entry.timeMs, bot?.kind ?? null)
      if (bot === null) {
        found.people += 1
        if (isSent(entry)) visits.people += 1
      } else {
        const verification = verifier.verify(bot, entry.address)
        const seen = {
          requests: 1,
          verified: Number(verification === 'verified'),
          outside: Number(verification === 'outside'),
        }
        countBot(found, { bot, seen: { ...seen, lastMs: entry.timeMs || 0 }, status: entry.status, visits })
      }
      return true
    },
  }
}

function isSent({ method, status }: LogEntry): boolean {
  return method === 'GET' && (isSuccess(status) || status === HTTP_NOT_MODIFIED)
}

function held(found: CountedRequests, { byTarget, url }: { byTarget: Map<string, unknown>; url: string }): UrlVisits {
  const known = found.urls.get(url)
  if (known) return known
  if (found.urls.size >= MAX_HELD_URLS) {
    found.further += reduceUrls(found.urls, MAX_HELD_URLS / 2)
    byTarget.clear()
  }
  const visits = noVisits(copied(url))
  found.urls.set(visits.url, visits)
  return visits
}

/** The URL without the values of its query, unless the crawl knows it with them. */
export function keptUrl(url: string, { knownQueries }: Site): string {
  const at = url.indexOf('?')
  return at === -1 || knownQueries.has(url) ? url : `${url.slice(0, at)}?${parameterNames(url.slice(at + 1))}`
}

/** Keeps `max` URLs, those with the most requests. @returns the requests of the others. */
export function reduceUrls(urls: Map<string, UrlVisits>, max: number): number {
  const ordered = [...urls.values()].sort(
    (one, other) => visitWeight(other) - visitWeight(one) || compare(one.url, other.url),
  )
  const dropped = ordered.slice(max)
  for (const { url } of dropped) urls.delete(url)
  return dropped.reduce((sum, visits) => sum + visitWeight(visits), 0)
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

function countTime(found: CountedRequests, timeMs: number): void {
  if (Number.isNaN(timeMs)) return
  if (found.fromMs === null || timeMs < found.fromMs) found.fromMs = timeMs
  if (found.toMs === null || timeMs > found.toMs) found.toMs = timeMs
}

function countDay({ days }: CountedRequests, timeMs: number, kind: BotKind | null): void {
  if (Number.isNaN(timeMs)) return
  const day = Math.floor(timeMs / DAY_MS)
  let counts = days.get(day)
  if (!counts) {
    if (days.size >= MAX_DAYS) return
    counts = { people: 0, search: 0, ai: 0, other: 0 }
    days.set(day, counts)
  }
  counts[dayKeyOf(kind)] += 1
}

function dayKeyOf(kind: BotKind | null): keyof DayCounts {
  if (kind === null) return 'people'
  return kind === 'search' || kind === 'other' ? kind : 'ai'
}

function countBot(
  found: CountedRequests,
  { bot, seen, status, visits }: { bot: BotRow; seen: BotVisits; status: number; visits: UrlVisits },
): void {
  let total = found.bots.get(bot.id)
  if (!total) {
    total = { requests: 0, verified: 0, outside: 0, lastMs: 0, statuses: {} }
    found.bots.set(bot.id, total)
  }
  const statusClass = `${Math.floor(status / 100)}xx`
  total.statuses[statusClass] = (total.statuses[statusClass] ?? 0) + 1
  sumBotVisits(total, seen)
  addBotVisits(visits, bot.id, seen)
  addStatus(visits, status, 1)
}
