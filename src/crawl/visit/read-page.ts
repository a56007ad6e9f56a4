import { serialize } from 'node:v8'
import type { PageCheck } from '#checks/check.ts'
import { indexabilityOf } from '#checks/eligible.ts'
import { checkPage } from '#checks/run-page-checks.ts'
import type { SharedCauses } from '#checks/shared-causes.ts'
import type { ExtractInput } from '#extract/extract.ts'
import type { CompiledField } from '#extract/fields/read-fields.ts'
import type { Credentials } from '#shared/credentials.ts'
import type { PageRecord } from '#shared/page-record.ts'
import type { RenderedPage } from '#shared/rendering.ts'
import type { CompiledSearch } from '#shared/text-searches.ts'
import { bodySign } from '../access/sign-in-signs.ts'
import { encodeFacts, urlsOnPage } from './encode-facts.ts'
import { isKept, keepResult, type PageResult, type ReadFrom } from './kept-result.ts'
import { type ExtractedFrom, extractFacts, storePage } from './stored-page.ts'
import type { FetchedPage, VisitJob } from './worker-messages.ts'

/** The reading half of a visit: from the bytes of a page to its facts, findings and links, encoded as they are stored. */

export interface ReadingDeps {
  checks: readonly PageCheck[]
  /** Records hold the facts that own checks read; not when absent. */
  hasOwnChecks?: boolean
  /** Custom searches of the crawl; none when absent. */
  searches?: readonly CompiledSearch[]
  /** Custom fields of the crawl; none when absent. */
  fields?: readonly CompiledField[]
  /** Called before and after the part that may take long without a pause, so that a watchdog can see it. */
  onReading: (job: VisitJob | null) => void
  reportCheckError: (checkId: string, url: string, error: unknown) => void
  /** Of a crawl with credentials. */
  signIn?: { credentials: Credentials }
  /** Of a crawl that keeps its results for the next one: names all that they depend on beside the page. */
  resultBasis?: string
  /** Causes that earlier pages of the crawl have; when absent every page has its findings. */
  sharedCauses?: SharedCauses
}

/** The part of a visit that may take long without a pause. `record` is that of the response. */
export function readPage(page: FetchedPage, record: PageRecord, deps: ReadingDeps): PageRecord {
  const { job, response, rendered } = page
  deps.onReading(job)
  try {
    const from = { input: inputOf(page, deps), rendered }
    const { facts, ...result } = read(from, job, deps)
    const whole = { ...record, ...costOf(rendered, response.transferBytes), ...signOf(response, deps), ...result }
    const stored = storePage(from, { coded: response.coded, isSecret: deps.signIn !== undefined })
    const kept = keptResult({ ...whole, facts }, page, deps.resultBasis)
    return { ...whole, facts: { ...facts, page: { ...stored, result: kept } } }
  } finally {
    deps.onReading(null)
  }
}

/** What shows that a page of a listed origin was read without being signed in. */
function signOf({ url, body }: FetchedPage['response'], { signIn }: ReadingDeps): Pick<PageRecord, 'notSignedIn'> {
  if (!signIn?.credentials.origins.includes(new URL(url).origin)) return {}
  const sign = bodySign(body, signIn.credentials)
  return sign === null ? {} : { notSignedIn: sign }
}

/** Bytes that a browser loaded for the page count, too. */
function costOf(
  rendered: RenderedPage | null,
  receivedBytes: number,
): Pick<PageRecord, 'receivedBytes' | 'isUnrendered'> {
  if (rendered === null) return {}
  const weight = { receivedBytes: receivedBytes + (rendered.loadedBytes ?? 0) }
  return rendered.ok ? weight : { ...weight, isUnrendered: true }
}

/** null where the crawl keeps none, or this page cannot be taken as unchanged. */
function keptResult(
  result: PageResult,
  { job, response, rendered }: FetchedPage,
  basis: string | undefined,
): Uint8Array | null {
  if (basis === undefined || rendered !== null || !isKept(response)) return null
  return keepResult(result, { basis, from: readFrom(job, response) })
}

/** What a response and the page in the crawl say, without the body and the times. */
export function readFrom(job: VisitJob, response: Omit<FetchedPage['response'], 'body'>): ReadFrom {
  return {
    url: job.url,
    depth: job.depth,
    isSeed: job.isSeed,
    isPrivateHost: job.isPrivateHost,
    status: response.status,
    httpVersion: response.httpVersion,
    headers: response.headers,
    transferBytes: response.transferBytes,
    isTruncated: response.isTruncated,
    ...(response.isCutOff && { isCutOff: true as const }),
    ...(job.dropParameters && { dropParameters: job.dropParameters }),
    ...(job.siteHosts && { siteHosts: job.siteHosts }),
    needsLikeness: job.needsLikeness === true,
  }
}

function inputOf({ job, response, attempts }: FetchedPage, { searches, fields }: ReadingDeps): ExtractInput {
  const { needsLikeness: _, ...from } = readFrom(job, response)
  return {
    ...from,
    body: response.body,
    ttfbMs: response.timing.ttfbMs,
    totalMs: response.timing.totalMs,
    attempts,
    ...(searches && { searches }),
    ...(fields && { fields }),
  }
}

function read(from: ExtractedFrom, { needsLikeness }: VisitJob, deps: ReadingDeps) {
  const facts = extractFacts(from)
  const { found, places } = urlsOnPage(facts)
  const reportError = (checkId: string, error: unknown) => deps.reportCheckError(checkId, facts.url, error)
  const checked = checkPage(facts, deps.checks, reportError, deps.sharedCauses)
  const { causes, conditional } = checked
  deps.sharedCauses?.note([
    ...causes,
    ...(conditional ? [conditional.ifOwn, conditional.ifForeign] : []).flatMap(each => each.causes),
  ])
  return {
    facts: encodeFacts(facts, places, { needsLikeness: needsLikeness === true }),
    found,
    indexability: indexabilityOf(facts),
    ...checked,
    // Not the buffer of the serializer, which may be longer.
    ...(deps.hasOwnChecks && { wholeFacts: new Uint8Array(serialize(facts)) }),
  }
}
