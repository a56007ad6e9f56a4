import { type Catalogue, catalogueOf, unfinishedReasons } from '#checks/index.ts'
import type { Absence } from '#shared/changes.ts'
import { HTTP_TOO_MANY_REQUESTS } from '#shared/http-status.ts'
import type { CheckCounter } from '#shared/page-record.ts'
import type { ThresholdSetting } from '#shared/thresholds.ts'
import type { CrawledUrl, CrawlRow, ReadingStore } from '#store/store.ts'

/** A finding of an earlier crawl. Its URLs are those of the host of the later crawl. */
export interface AbsentFinding {
  checkId: string
  pageUrl: string
  details: { affectedUrls?: readonly string[] | undefined }
}

/** Why a crawl does not have findings that an earlier one had; in their order. */
export type AbsencesOf = (findings: readonly AbsentFinding[]) => Promise<Absence[]>

export interface LaterCrawl {
  reading: Pick<ReadingStore, 'checkCounters' | 'urlStates'>
  crawl: Pick<CrawlRow, 'id' | 'options' | 'ownChecks'>
  /** Of the earlier crawl. */
  thresholds: readonly ThresholdSetting[] | undefined
  /** Checks that were switched off since, where their results are still counted. */
  switchedOff?: ReadonlySet<string>
}

/** Pages of a finding that are looked up. */
const MAX_PAGES = 20

/**
 * Fixed only where the crawl could have found it: the check ran with the same thresholds, and the pages were requested again and checked.
 * A page that was not crawled, or that the check did not check, shows nothing. Of several pages, those that are gone do not count.
 */
export async function absencesIn({ reading, crawl, thresholds, switchedOff }: LaterCrawl): Promise<AbsencesOf> {
  const counters = new Map((await reading.checkCounters(crawl.id)).map(({ checkId, ...counter }) => [checkId, counter]))
  const isComparable = (checkId: string) =>
    hasRun(counters.get(checkId)) &&
    switchedOff?.has(checkId) !== true &&
    thresholdsOf(checkId, thresholds) === thresholdsOf(checkId, crawl.options.thresholds)
  const catalogue = catalogueOf(crawl)
  return async findings => {
    const states = await reading.urlStates(crawl.id, findings.flatMap(urlsOf))
    return findings.map(finding =>
      isComparable(finding.checkId)
        ? absenceOf(finding, { states, check: catalogue.get(finding.checkId) })
        : 'not-checked',
    )
  }
}

type KnownCheck = ReturnType<Catalogue['get']>

function absenceOf(
  finding: AbsentFinding,
  { states, check }: { states: ReadonlyMap<string, CrawledUrl>; check: KnownCheck },
): Absence {
  const { details } = finding
  const urls = urlsOf(finding)
  const results = urls.map(url => {
    const state = states.get(url)
    // What a check of the whole host names, such as robots.txt, is no URL of the crawl.
    if (state === undefined && (details.affectedUrls ?? []).length === 0 && check !== undefined && 'scope' in check)
      return 'checked'
    return state === undefined ? 'not-crawled' : resultFor(check, state)
  })
  const counted = results.filter(result => result !== 'gone')
  if (counted.includes('not-crawled')) return 'not-crawled'
  return counted.length === 0 || counted.includes('not-checked') ? 'not-checked' : 'fixed'
}

/** A check of pages reads what the page has; most read only what search results can show. */
function resultFor(check: KnownCheck, state: CrawledUrl): 'checked' | 'not-checked' | 'not-crawled' | 'gone' {
  if (!state.isRequested) return 'not-crawled'
  if (!state.isPage || check === undefined || 'scope' in check) return 'checked'
  if (!state.hasContent) return isGone(state) ? 'gone' : 'not-checked'
  if (state.isCopy) return 'not-checked'
  return check.applies === 'html-ok' && !state.isEligible ? 'not-checked' : 'checked'
}

/** It responds with an error that is no passing one, or sends visitors on. */
export function isGone({ status, hasRedirects }: Pick<CrawledUrl, 'status' | 'hasRedirects'>): boolean {
  return (
    hasRedirects ||
    (status !== null && status >= FIRST_ERROR && status < FIRST_SERVER_ERROR && status !== HTTP_TOO_MANY_REQUESTS)
  )
}

const FIRST_ERROR = 400
const FIRST_SERVER_ERROR = 500

function urlsOf({ pageUrl, details: { affectedUrls = [] } }: AbsentFinding): readonly string[] {
  return affectedUrls.length > 0 ? affectedUrls.slice(0, MAX_PAGES) : [pageUrl]
}

function hasRun(counter: CheckCounter | undefined): boolean {
  if (counter === undefined || unfinishedReasons.some(reason => Object.hasOwn(counter.skipped, reason))) return false
  return counter.passed + counter.failed > 0
}

function thresholdsOf(checkId: string, settings: readonly ThresholdSetting[] = []): string {
  const own = settings.filter(setting => setting.checkId === checkId)
  return JSON.stringify(own.map(({ name, value }) => [name, value]).sort())
}
