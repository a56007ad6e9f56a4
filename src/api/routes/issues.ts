import { checkList } from '#report/check-list.ts'
import { checkResults, partCheckResults } from '#report/check-results.ts'
import { readNotes } from '#report/finding-notes.ts'
import { issueResponse } from '#report/issue-list.ts'
import { type CountedIssue, withSegmentCounts } from '#report/segment-pages.ts'
import { clicksByCheck, prepareVisits } from '#report/visits/prepare-visits.ts'
import type { endpoints } from '#shared/api/endpoints.ts'
import type { IssueListResponse } from '#shared/api/issues.ts'
import type { ParameterValues } from '#shared/api/query.ts'
import { ISSUES_PAGE_SIZE } from '#shared/constants.ts'
import { AppError } from '#shared/errors.ts'
import { once } from '#shared/remembered.ts'
import type { Routes } from '../call.ts'
import { issueFilter, withSegment } from '../list-filters.ts'
import { pacedReading } from '../long-reads.ts'
import { chosenCrawl, chosenIssue } from '../own-crawl.ts'
import { computingTurns, requesterOf } from '../owner-turns.ts'
import { seenReading } from '../seen-reading.ts'
import { hidesVisits } from '../shared-reading.ts'
import type { RouteDeps } from './route-deps.ts'

/** The issue list in every form of the specification, section 7; filters combine. A part beyond the end is empty. And the pages of one issue. */
export function issueRoutes({ store }: RouteDeps): Pick<Routes<typeof endpoints>, 'listIssues' | 'issuePages'> {
  const inTurn = computingTurns()
  return {
    listIssues: async (call, sent) => {
      const part = listPart(sent)
      const query = await withSegment(store, call, sent)
      const filter = issueFilter(query)
      const crawl = await chosenCrawl(store, { website: call.website, crawlId: query.crawl })
      const { conditions } = filter
      if (conditions) await prepareVisits(store, crawl)
      const read = async () => {
        const [totalCount, rows] = await Promise.all([
          store.reading.countIssues(crawl.id, filter),
          store.reading.issues(crawl.id, { ...filter, ...part }),
        ])
        const issues: readonly CountedIssue[] = conditions
          ? await withSegmentCounts(store.reading, { crawl, conditions, issues: rows })
          : rows
        return { totalCount, issues }
      }
      // The issues of some pages take a walk over all of the crawl.
      const { totalCount, issues } = await (conditions ? inTurn(requesterOf(call), read) : read())
      const notes = await readNotes(seenReading(store.reading, call), { crawl, issues })
      return {
        issues: issues.map(issue => issueResponse(issue, crawl, notes.get(issue.id))),
        totalCount,
        ...position(part, totalCount),
      }
    },

    issuePages: async (call, query) => {
      const { after, limit = ISSUES_PAGE_SIZE } = query
      const { crawl, issue } = await chosenIssue(store, call, query)
      const { total, urls } = await store.reading.issuePages(crawl.id, { issue, after, limit: limit + 1 })
      return { urls: urls.slice(0, limit), totalCount: total, hasMore: urls.length > limit }
    },
  }
}

interface ListPart {
  offset: number
  limit: number
}

/** `initial` names the part that is also given without parameters, so it only has to be well formed. */
function listPart(query: ParameterValues<typeof endpoints.listIssues.query>): ListPart {
  const { limit = ISSUES_PAGE_SIZE, offset, page = 1 } = query
  if (offset !== undefined && query.page !== undefined)
    throw new AppError('bad-request', 'Give page or offset, not both')
  return { limit, offset: offset ?? (page - 1) * limit }
}

function position(
  { offset, limit }: ListPart,
  totalCount: number,
): Pick<IssueListResponse, 'hasMore' | 'currentPage' | 'pageCount'> {
  return {
    hasMore: offset + limit < totalCount,
    currentPage: Math.floor(offset / limit) + 1,
    pageCount: Math.ceil(totalCount / limit),
  }
}

/** What every crawl is checked for, which is no secret and as old as the process; and what each found in a crawl. */
export function checkRoutes({
  store,
  settings,
}: RouteDeps): Pick<Routes<typeof endpoints>, 'listChecks' | 'crawlChecks'> {
  const list = once(() => checkList(settings))
  const inTurn = computingTurns()
  return {
    listChecks: async () => list(),
    crawlChecks: async (call, sent) => {
      const { filters: conditions, ...query } = await withSegment(store, call, sent)
      const crawl = await chosenCrawl(store, { website: call.website, crawlId: query.crawl })
      if (conditions) {
        await prepareVisits(store, crawl)
        const reading = pacedReading(store.reading, call.signal)
        return await inTurn(requesterOf(call), () => partCheckResults(reading, { crawl, conditions }))
      }
      const clicks = hidesVisits(call.visitor) ? null : await clicksByCheck(store, crawl)
      return await checkResults(seenReading(store.reading, call), crawl, clicks)
    },
  }
}
