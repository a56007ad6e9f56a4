import {
  canCheckAgain,
  fixedIssue,
  issueChecks,
  issueFingerprint,
  issueHistory,
  recheckResponse,
} from '#report/issue-history.ts'
import type { endpoints } from '#shared/api/endpoints.ts'
import { checkAgainSchema } from '#shared/api/rechecks.ts'
import { ISSUES_PAGE_SIZE } from '#shared/constants.ts'
import { AppError } from '#shared/errors.ts'
import { WHOLE_CRAWL_NOTE } from '#shared/recheck.ts'
import type { CrawlRow } from '#store/store.ts'
import type { Routes } from '../call.ts'
import { chosenCrawl, chosenIssue, issueNotFound } from '../own-crawl.ts'
import type { RouteDeps } from './route-deps.ts'

type RecheckRoutes = Pick<Routes<typeof endpoints>, 'checkAgain' | 'issueChecks' | 'issueHistory' | 'fixedIssues'>

/** Rechecks of one owner that may wait or run at once, and that may be requested within a minute: each sends requests to the site. */
const MAX_WAITING = 5
const MAX_PER_MINUTE = 20

/** One issue, checked again and over time. A request is only stored: the engine takes it up. */
export function recheckRoutes({ store, control, now }: RouteDeps): RecheckRoutes {
  return {
    checkAgain: async call => {
      const { issueId } = await call.readBody(checkAgainSchema)
      const { crawl } = call.website
      if (crawl.status !== 'complete') throw new AppError('conflict', CRAWL_UNDER_WAY)
      const issue = await store.reading.issue(crawl.id, issueId)
      if (issue?.suppressed !== null) throw issueNotFound()
      if (!canCheckAgain(issue.checkId, crawl)) throw new AppError('conflict', WHOLE_CRAWL_NOTE)
      const requested = await store.rechecks.request({
        ownerId: call.ownerId,
        crawlId: crawl.id,
        issueId,
        fingerprint: issueFingerprint(issue, crawl.seedUrl),
        nowMs: now(),
        maxWaiting: MAX_WAITING,
        maxPerMinute: MAX_PER_MINUTE,
      })
      if (!requested.ok) throw tooMany(requested.reason)
      control.wake()
      return recheckResponse(requested.recheck)
    },

    issueChecks: async (call, query) => {
      const { crawl, issue } = await chosenIssue(store, call, query)
      const rechecks = await store.rechecks.ofIssue({ crawlId: crawl.id, issueId: issue.id })
      return issueChecks({ issue, crawl, rechecks, obstacle: obstacleTo(call.website.crawl, crawl) })
    },

    fixedIssues: async (call, query) => {
      const { offset = 0, limit = ISSUES_PAGE_SIZE } = query
      const crawl = await chosenCrawl(store, { website: call.website, crawlId: query.crawl })
      const [rows, counts] = await Promise.all([
        store.reading.suppressedIssues(crawl.id, { kind: 'fixed', offset, limit }),
        store.reading.suppressedCounts(crawl.id),
      ])
      return { fixed: rows.map(row => fixedIssue(row, crawl)), totalCount: counts.fixed }
    },

    issueHistory: async (call, query) => issueHistory(store, await chosenIssue(store, call, query)),
  }
}

/** Why issues of a crawl are not checked again now, whatever they are about; null when they are. */
function obstacleTo(newest: CrawlRow, crawl: CrawlRow): string | null {
  if (newest.status !== 'complete') return CRAWL_UNDER_WAY
  return crawl.id === newest.id ? null : 'Only issues of the newest crawl can be checked again.'
}

const CRAWL_UNDER_WAY = 'The website is being crawled: its issues can be checked again when that has ended.'

function tooMany(reason: 'waiting' | 'often'): AppError {
  return reason === 'waiting'
    ? new AppError('too-many', `${MAX_WAITING} issues are being checked again already. Please wait for one of them.`)
    : new AppError('too-many', `No more than ${MAX_PER_MINUTE} issues are checked again within a minute. Please wait.`)
}
