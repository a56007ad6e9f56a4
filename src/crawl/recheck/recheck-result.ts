import type { CheckCounter } from '#shared/page-record.ts'
import type { RecheckReport } from '#shared/recheck.ts'
import type { IssueRow } from '#store/store.ts'
import { affectedUrls, type RecheckPlan } from './recheck-plan.ts'

/** What a recheck crawl found. */
export interface RecheckFindings {
  issue: IssueRow
  plan: Pick<RecheckPlan, 'affected' | 'isWhole'>
  /** Why the recheck could not be finished, as a sentence; null when it could. */
  obstacle: string | null
  /** What the issue's check finds now. */
  found: readonly IssueRow[]
  /** Counters of the check; null when it checked nothing. */
  counter: CheckCounter | null
  /** Pages that the crawl read and that are no page now, with the reason, such as `returns 404`. */
  unread: readonly { url: string; because: string }[]
  /** A visited page still names the one URL whose response the issue is about, and that URL was requested again. */
  isTargetChecked: boolean
  /** A URL that a visited page names now, that was not visited, and that the check would need; null when there is none. */
  unknownUrl: string | null
  /** Names of the parts of a finding, the same in every crawl. */
  partsOf(issue: IssueRow): readonly string[]
}

/** Whether an issue is fixed. "Fixed" only when the recheck saw all that the finding rested on, and the check finds nothing. */
export function resultOfRecheck(findings: RecheckFindings): RecheckReport {
  const { issue, obstacle, found, unread, partsOf } = findings
  const parts = partsOf(issue)
  const left = new Set(found.flatMap(each => partsOf(each)))
  const same = found.filter(each => partsOf(each).some(part => parts.includes(part)))
  if (same.length > 0) {
    // Parts that were not reached are not fixed.
    const sentence = obstacle === null ? stillSo(findings, { parts, left, same }) : STILL_SO
    return { result: 'stays', sentence }
  }
  if (obstacle !== null) return { result: 'cannot-tell', sentence: obstacle }
  if (found.some(each => isNear(each, issue)))
    return { result: 'changed', sentence: 'The check objects to something else here now. Crawl again to see what.' }
  const [gone] = unread
  if (gone)
    return {
      result: 'changed',
      sentence: `${gone.url} ${gone.because}, so it cannot be checked. Crawl again to see more.`,
    }
  return resultWithoutFinding(findings)
}

/** About the same pages, but another problem. */
function isNear(found: IssueRow, issue: IssueRow): boolean {
  const urls = affectedUrls(issue)
  return found.pageUrl === issue.pageUrl || [...affectedUrls(found)].some(url => urls.has(url))
}

function resultWithoutFinding({ counter, plan, isTargetChecked, unknownUrl }: RecheckFindings): RecheckReport {
  const { affected, isWhole } = plan
  const [reason] = Object.keys(counter?.skipped ?? {})
  if (reason !== undefined)
    return { result: 'changed', sentence: `This is not checked any more: ${lowerFirst(reason)}.` }
  if (counter === null)
    return { result: 'cannot-tell', sentence: 'The check had nothing to check. Crawl again to see more.' }
  if (unknownUrl !== null)
    return { result: 'cannot-tell', sentence: `${unknownUrl} is named now, which only a whole crawl would visit.` }
  const seen = affected.visited.length
  if (!isTargetChecked && (seen < affected.total || !isWhole)) {
    const more = seen < affected.total ? `the issue touches ${affected.total}` : 'the issue names more URLs'
    return {
      result: 'cannot-tell',
      sentence: `Fixed on the ${counted(seen, 'page')} checked; ${more}. Crawl again to see them all.`,
    }
  }
  return { result: 'fixed', sentence: 'It is fixed.' }
}

interface Left {
  parts: readonly string[]
  left: ReadonlySet<string>
  same: readonly IssueRow[]
}

const STILL_SO = 'It is still so.'

function stillSo({ issue, plan: { affected } }: RecheckFindings, { parts, left, same }: Left): string {
  const fixedThings = parts.filter(part => !left.has(part)).length
  if (fixedThings > 0) return `${fixedThings} of ${parts.length} are fixed, the others are still so.`
  const now = new Set(same.flatMap(each => [...affectedUrls(each)]))
  const names = affectedUrls(issue)
  const seen = affected.visited.filter(url => names.has(url))
  const fixedPages = seen.filter(url => !now.has(url)).length
  if (fixedPages === 0) return STILL_SO
  return `${fixedPages} of the ${counted(seen.length, 'page')} checked ${fixedPages === 1 ? 'is' : 'are'} fixed, the others are still so.`
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '')
}
