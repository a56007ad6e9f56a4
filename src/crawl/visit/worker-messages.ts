import type { Session } from '#fetch/access/request-access.ts'
import type { FetchResult, KnownResponse } from '#fetch/fetch.ts'
import type { CrawlOptions } from '#shared/crawl-options.ts'
import type { Credentials } from '#shared/credentials.ts'
import { responseIndexability } from '#shared/indexability.ts'
import type { Attempt } from '#shared/model.ts'
import type { CheckResults, EncodedFacts, FoundCauses, FoundUrl, PageRecord } from '#shared/page-record.ts'
import { rememberedOfTexts } from '#shared/remembered.ts'
import type { RenderedPage, RenderQuestion } from '#shared/rendering.ts'
import type { StoredPage } from '#shared/stored-page.ts'
import type { OriginRobots } from '../robots/known-robots.ts'

/** Messages from the pool to a page worker. */
export type ToPageWorker =
  /** Of the URL itself, a redirect that is known. */
  | { kind: 'visit'; job: VisitJob; known?: KnownResponse }
  | { kind: 'abort'; crawlId: number }
  | { kind: 'robots'; crawlId: number; origin: string; known: OriginRobots }
  | { kind: 'forget'; crawlId: number }
  /** Sent before the first visit of a crawl. */
  | { kind: 'options'; crawlId: number; options: VisitOptions; credentials: Credentials | null }
  /** Sent when the website was signed in to, behind the options. */
  | { kind: 'session'; crawlId: number; session: Session }
  | { kind: 'rendered'; crawlId: number; urlId: number; page: RenderedPage }
  | { kind: 'recalled'; crawlId: number; urlId: number; known: KnownResponse | null }
  /** A page that another thread has fetched. */
  | { kind: 'read'; page: FetchedPage }
  /** A 'large-page' has been read, or its crawl is aborted: the visit that fetched it ends. */
  | { kind: 'large-page-read'; crawlId: number; urlId: number }

/** Messages from a page worker to the pool. */
export type FromPageWorker =
  | { kind: 'record'; packed: PackedRecord }
  | { kind: 'check-error'; checkId: string; url: string; message: string }
  | { kind: 'crash'; crawlId: number; urlId: number; message: string }
  /** The response is 'rendered'. */
  | { kind: 'render'; urlId: number; question: RenderQuestion }
  /** What is known of a URL that a redirect leads to; the response is 'recalled'. */
  | { kind: 'recall'; crawlId: number; urlId: number; key: string; times: number }
  | { kind: 'learn'; crawlId: number; urlId: number; key: string; response: KnownResponse | null }
  /** A page to be read by a thread for large pages, which sends the record. */
  | { kind: 'large-page'; page: FetchedPage }

/** A page that is fetched and not read yet. */
export interface FetchedPage {
  job: VisitJob
  response: Extract<FetchResult, { kind: 'response' }>
  attempts: Attempt[]
  /** null: its scripts were not to be run. */
  rendered: RenderedPage | null
}

/**
 * The form of a record that crosses from a page worker to the engine: a page names a hundred URLs, and a list of texts with one
 * of numbers is copied in a fraction of the time of a hundred objects.
 */
export interface PackedRecord extends Omit<PageRecord, 'found' | 'foundIds' | 'causes' | 'checkResults'> {
  urls: string[]
  /** For each URL: its kinds, shifted by one, and the lowest bit when it is to be followed. */
  marks: number[]
  /** The checks that found causes. */
  causeChecks: string[]
  /** For each of these checks: the number of its causes, how many are described, whether the others fail the page, and the causes. */
  causeKeys: number[]
  /** The same but for the checks that passed, which are nearly all, and mostly the same: one text of their ids. */
  checkResults: (Omit<CheckResults, 'passed'> & { passed: string }) | null
}

/** Numbers that stand before the causes of a check. */
const CAUSE_HEAD = 3

export function packRecord({ found, foundIds: _, causes, checkResults, ...record }: PageRecord): PackedRecord {
  return {
    ...record,
    urls: found.map(({ url }) => url),
    marks: found.map(({ kinds, isFollowed }) => kinds * 2 + (isFollowed ? 1 : 0)),
    causeChecks: causes.map(({ checkId }) => checkId),
    causeKeys: causes.flatMap(({ keys, describedCount, failsPage }) => [
      keys.length,
      describedCount,
      failsPage ? 1 : 0,
      ...keys,
    ]),
    checkResults: checkResults && { ...checkResults, passed: checkResults.passed.join(BETWEEN_IDS) },
  }
}

const BETWEEN_IDS = ' '
/** No caller changes the list. */
const idsIn = rememberedOfTexts(ids => (ids === '' ? [] : ids.split(BETWEEN_IDS)))

export function unpackRecord({
  urls,
  marks,
  causeChecks,
  causeKeys,
  checkResults,
  ...record
}: PackedRecord): PageRecord {
  const found = urls.map((url, index): FoundUrl => {
    const mark = marks[index] ?? 0
    return { url, kinds: mark >>> 1, isFollowed: (mark & 1) === 1 }
  })
  let at = 0
  const causes = causeChecks.map((checkId): FoundCauses => {
    const [count = 0, describedCount = 0, fails] = causeKeys.slice(at, at + CAUSE_HEAD)
    const start = at + CAUSE_HEAD
    at = start + count
    return { checkId, keys: causeKeys.slice(start, at), describedCount, failsPage: fails === 1 }
  })
  return {
    ...record,
    found,
    foundIds: new Uint32Array(),
    causes,
    checkResults: checkResults && { ...checkResults, passed: idsIn(checkResults.passed) },
  }
}

/** Everything of the facts that is bytes. */
export function bytesOf({ links, linkTexts, ids, minhash, page }: EncodedFacts): Uint8Array[] {
  return [links, linkTexts, ids, minhash, page.context, page.body, page.rendered, page.result].filter(
    each => each !== null,
  )
}

/** Buffers of a record that are moved to the engine thread instead of copied. */
export function buffersOf({ facts, wholeFacts }: PageRecord): ArrayBuffer[] {
  return facts ? wholeBuffers([...bytesOf(facts), ...(wholeFacts ? [wholeFacts] : [])]) : []
}

/** The buffers of those that have one to themselves. */
export function wholeBuffers(views: readonly ArrayBufferView[]): ArrayBuffer[] {
  return views.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && byteLength === buffer.byteLength ? [buffer] : [],
  )
}

/** What all visits of a crawl have in common. */
export interface VisitOptions extends VisitedOptions {
  /** Records hold the facts that own checks read; not when absent. */
  hasOwnChecks?: boolean
}

type VisitedOptions = Pick<
  CrawlOptions,
  | 'thresholds'
  | 'exclude'
  | 'userAgent'
  | 'requiredTexts'
  | 'unwantedTexts'
  | 'fields'
  | 'hostMap'
  | 'proxy'
  | 'reusesUnchanged'
>

/** One URL to request, sent to a page worker. Plain data: it crosses a thread boundary. */
export interface VisitJob {
  crawlId: number
  urlId: number
  url: string
  /** 'visit' reads the page; 'probe' requests the status only. */
  mode: 'visit' | 'probe'
  scope: 'internal' | 'external'
  /** Frontier number, 0 for a probe. */
  number: number
  depth: number
  isSeed: boolean
  isPrivateHost: boolean
  /** The scripts of the page are run and their result is read, too; not when absent. */
  isRendered?: boolean
  /** Names of parameters that URLs of the site go without; none when absent. */
  dropParameters?: readonly string[]
  /** Hosts of a site with subdomains; that of the URL alone when absent. */
  siteHosts?: readonly string[]
  /** A successful HEAD request is enough; when absent, GET is used, as visitors do. */
  isHeadEnough?: boolean
  /** What the page shows matters for recognising traps; when absent, it does not. */
  needsLikeness?: true
  /** A style sheet, whose URLs are found when it is probed. */
  readsStyles?: true
  /** What the crawl before has stored of the page; absent where it is requested without a condition. */
  earlier?: { page: StoredPage; isCompared: boolean }
  /** Earlier attempts at the same URL. */
  attempts: Attempt[]
}

/** The first attempt of a probe may be a HEAD request. */
export function methodOf(job: VisitJob): 'GET' | 'HEAD' {
  return job.isHeadEnough && job.attempts.length === 0 ? 'HEAD' : 'GET'
}

/** How a response is known: servers may respond to the methods differently. */
export function responseKey(job: VisitJob, url: string): string {
  return `${methodOf(job)} ${url}`
}

/** Each further attempt confirms, so it takes a response that was requested once more. */
export function timesWanted({ attempts }: VisitJob): number {
  return attempts.length + 1
}

/** The record of a URL of which no page was read; `response` is what is known of the response. */
export function recordWithoutFacts(job: VisitJob, response: Partial<PageRecord>): PageRecord {
  const record = {
    crawlId: job.crawlId,
    urlId: job.urlId,
    number: job.number,
    depth: job.depth,
    url: job.url,
    status: null,
    failure: null,
    failureDetail: '',
    hops: [],
    finalUrl: job.url,
    mediaType: '',
    bytes: null,
    ttfbMs: null,
    totalMs: null,
    attempts: job.attempts,
    isBotChallenge: false,
    fileHeaders: null,
    retryAfterMs: null,
    isHtml: false,
    isPage: job.mode === 'visit',
    isCounted: false,
    facts: null,
    found: [],
    foundIds: new Uint32Array(),
    issues: [],
    causes: [],
    checkResults: null,
    conditional: null,
    ...response,
  }
  return { ...record, indexability: responseIndexability(record) }
}
