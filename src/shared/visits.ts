import * as z from 'zod/mini'
import type { Indexability } from './indexability.ts'

/** What files that a user brings say of the URLs of a website: access logs, exports of Search Console and of analytics. */

export const visitKinds = ['logs', 'search', 'analytics'] as const
export type VisitKind = (typeof visitKinds)[number]

export const visitKindLabels: Readonly<Record<VisitKind, string>> = {
  logs: 'Access log',
  search: 'Search Console',
  analytics: 'Analytics',
}

/** Requests that claim to come from one bot. */
export const botVisitsSchema = z.object({
  requests: z.number(),
  /** From an IP address in the published ranges of the maker. */
  verified: z.number(),
  /** From an IP address that is in none of them: another program under this name. The rest cannot be verified. */
  outside: z.number(),
  /** Epoch milliseconds of the last request; 0 where the log has no times. */
  lastMs: z.number(),
})
export type BotVisits = z.infer<typeof botVisitsSchema>

const counts = z.record(z.string(), z.number())

export const urlVisitsSchema = z.object({
  /** Normalised; of a URL with a query that the crawl does not know, the names of the parameters alone. */
  url: z.string(),
  clicks: z.number(),
  impressions: z.number(),
  /** Position × impressions, so that sums can be divided again. */
  weightedPosition: z.number(),
  /** Of analytics. */
  sessions: z.number(),
  /** Requests of browsers that a page or file was sent for (2xx and 304). */
  people: z.number(),
  /** By id of the bot. */
  bots: z.record(z.string(), botVisitsSchema),
  /** Status codes of the responses to bots, each with its number: an object of status codes takes some kilobytes in memory. */
  statuses: z.array(z.tuple([z.number(), z.number()])),
})
export type UrlVisits = z.infer<typeof urlVisitsSchema>

export const importedBotSchema = z.extend(botVisitsSchema, {
  id: z.string(),
  /** By status class, such as 2xx. */
  statuses: counts,
})

export const visitSummarySchema = z.object({
  kind: z.enum(visitKinds),
  /** As it was recognised, in words. */
  format: z.string(),
  /** Lines or rows of the file, how many of them were counted, and why others were not. */
  lines: z.number(),
  counted: z.number(),
  unreadable: z.number(),
  otherHosts: z.number(),
  /** Of the first and the last request; null where the file has no times. */
  fromMs: z.nullable(z.number()),
  toMs: z.nullable(z.number()),
  /** Requests by people, whatever the status. */
  people: z.number(),
  bots: z.array(importedBotSchema),
  days: z.array(
    z.object({ day: z.string(), people: z.number(), search: z.number(), ai: z.number(), other: z.number() }),
  ),
  urls: z.number(),
  /** Requests, clicks or visits of URLs beyond those that are kept. */
  further: z.number(),
})
export type VisitSummary = z.infer<typeof visitSummarySchema>

/** A file as it was read. */
export interface VisitImport {
  summary: VisitSummary
  urls: UrlVisits[]
}

export function noVisits(url: string): UrlVisits {
  return { url, clicks: 0, impressions: 0, weightedPosition: 0, sessions: 0, people: 0, bots: {}, statuses: [] }
}

/** Adds what another file says of the same URL. */
export function addVisits(to: UrlVisits, from: Omit<UrlVisits, 'url'>): void {
  to.clicks += from.clicks
  to.impressions += from.impressions
  to.weightedPosition += from.weightedPosition
  to.sessions += from.sessions
  to.people += from.people
  for (const [id, bot] of Object.entries(from.bots)) addBotVisits(to, id, bot)
  for (const [status, count] of from.statuses) addStatus(to, status, count)
}

/** Adds responses with a status code to what is known of a URL. */
export function addStatus({ statuses }: Pick<UrlVisits, 'statuses'>, status: number, count: number): void {
  const known = statuses.find(([each]) => each === status)
  if (known) known[1] += count
  else statuses.push([status, count])
}

/** Adds requests of one bot to what is known of a URL. */
export function addBotVisits({ bots }: Pick<UrlVisits, 'bots'>, id: string, visits: BotVisits): void {
  const known = bots[id]
  if (known) sumBotVisits(known, visits)
  else bots[id] = { ...visits }
}

export function sumBotVisits(to: BotVisits, from: BotVisits): void {
  to.requests += from.requests
  to.verified += from.verified
  to.outside += from.outside
  to.lastMs = Math.max(to.lastMs, from.lastMs)
}

/** What a URL weighs when not all can be kept. */
export function visitWeight({ clicks, sessions, people, bots }: UrlVisits): number {
  return clicks + sessions + people + Object.values(bots).reduce((sum, { requests }) => sum + requests, 0)
}

/** URLs of one file that are kept, those with the most requests first. */
export const MAX_VISIT_URLS = 50_000
/** Files of one website. */
export const MAX_VISIT_IMPORTS = 20

/** Why a request of a bot brought it nothing to index, in the order in which a reason is chosen. */
export const wasteReasons = ['error', 'redirect', 'blocked', 'noindex', 'parameters'] as const
export type WasteReason = (typeof wasteReasons)[number]

export const wasteLabels: Readonly<Record<WasteReason, string>> = {
  error: 'Error (4xx, 5xx)',
  redirect: 'Redirect',
  blocked: 'Blocked by robots.txt',
  noindex: 'Not indexable',
  parameters: 'URL with parameters that no link names',
}

/** Which URLs of the visits. */
export const visitLists = ['all', 'unlinked', 'waste', 'status'] as const
export type VisitList = (typeof visitLists)[number]

export const visitListLabels: Readonly<Record<VisitList, string>> = {
  all: 'All URLs',
  unlinked: 'Visited, without a link',
  waste: 'Crawl waste',
  status: 'Status codes differ',
}

/** A URL of the visits, joined to the crawl. */
export const visitRowSchema = z.object({
  url: z.string(),
  /** The URL of the crawl that the figures count for; null where the crawl does not know it. */
  page: z.nullable(z.string()),
  clicks: z.number(),
  impressions: z.number(),
  /** Average, weighted by impressions; null without any. */
  position: z.nullable(z.number()),
  /** Of analytics, else requests of browsers in access logs. */
  visits: z.number(),
  botRequests: z.number(),
  verifiedRequests: z.number(),
  /** Epoch milliseconds; null without a request or a time. */
  lastBotMs: z.nullable(z.number()),
  bots: z.record(z.string(), botVisitsSchema),
  /** Status codes of the responses to bots. */
  statuses: counts,
  /** Status code in the crawl; null where it was not requested or did not respond. */
  crawlStatus: z.nullable(z.number()),
  waste: z.nullable(z.enum(wasteReasons)),
  wasteRequests: z.number(),
  /** It was visited, and no link of the crawl reaches it. */
  isUnlinked: z.boolean(),
  /** Bots mostly saw another status code than the crawl. */
  isStatusDifferent: z.boolean(),
})
export type VisitRow = z.infer<typeof visitRowSchema>

export const visitTotalsSchema = z.object({
  urls: z.number(),
  clicks: z.number(),
  impressions: z.number(),
  visits: z.number(),
  botRequests: z.number(),
  verifiedRequests: z.number(),
  /** URLs of each list. */
  lists: z.record(z.enum(visitLists), z.number()),
  /** Requests of bots by reason. */
  waste: z.record(z.enum(wasteReasons), z.number()),
})
export type VisitTotals = z.infer<typeof visitTotalsSchema>

/** What a page of the crawl is shown with; null for a figure that no file has. */
export interface PageVisits {
  clicks: number | null
  impressions: number | null
  visits: number | null
  botRequests: number | null
  /** `2026-01-31`; '' without. */
  lastBotVisit: string
}

/** A URL as the crawl knows it. */
export interface JoinedUrl {
  url: string
  /** Of the URL itself; null where it was not requested or did not respond. */
  status: number | null
  /** Where its redirects end; the URL itself without any. */
  finalUrl: string
  /** null for what is no listed page. */
  indexability: Indexability | null
  isBlocked: boolean
  /** A link leads to it. */
  isLinked: boolean
}

/** What the rows of a list are sorted by. */
export const visitSorts = ['clicks', 'impressions', 'visits', 'bots', 'waste', 'last', 'url'] as const
export type VisitSort = (typeof visitSorts)[number]
