import { findingGroups, pagesWith, readComparedIssues, readComparedPages } from '#report/comparison/compared-lists.ts'
import { comparedIssuesCsv, comparedPagesCsv, comparisonJson } from '#report/comparison/comparison-export.ts'
import { comparisonHead } from '#report/comparison/comparison-head.ts'
import { crawlTrend } from '#report/crawl-trend.ts'
import { exportFileName } from '#report/export/export-stream.ts'
import { issueResponse } from '#report/issue-list.ts'
import { comparedChanges } from '#shared/api/comparison.ts'
import type { endpoints } from '#shared/api/endpoints.ts'
import { comparedPageChanges } from '#shared/changes.ts'
import { ISSUES_PAGE_SIZE } from '#shared/constants.ts'
import { AppError } from '#shared/errors.ts'
import type { Routes, StreamRoutes } from '../call.ts'
import type { CallComparisons } from '../call-comparisons.ts'
import { pacedReading } from '../long-reads.ts'
import { computingTurns, requesterOf } from '../owner-turns.ts'
import type { RouteDeps } from './route-deps.ts'

type ComparisonRoutes = Pick<
  Routes<typeof endpoints>,
  'comparison' | 'comparedIssues' | 'comparedPages' | 'comparedText' | 'crawlTrend'
>

/** Two chosen crawls of the caller, compared. */
export function comparisonRoutes({ store, comparisons }: Pick<RouteDeps, 'store'> & { comparisons: CallComparisons }): {
  json: ComparisonRoutes
  files: Pick<StreamRoutes, 'comparisonFile'>
} {
  const { reading } = store
  const { pairOf, sourceOf } = comparisons
  const inTurn = computingTurns()

  const json: ComparisonRoutes = {
    crawlTrend: async ({ website, signal }) => await crawlTrend(pacedReading(reading, signal), website.id),

    comparison: async (call, query) => {
      const source = await sourceOf(call, query)
      return { comparison: source && comparisonHead(source, source.comparison) }
    },

    comparedIssues: async (
      call,
      { change = 'new', severity, check, offset = 0, limit = ISSUES_PAGE_SIZE, ...chosen },
    ) => {
      const source = await sourceOf(call, chosen)
      if (!source) return { issues: [], totalCount: 0, hasMore: false }
      const groups = findingGroups(source.comparison, { change, severity, check })
      const totalCount = groups.reduce((sum, { issueIds }) => sum + issueIds.length, 0)
      const rows = await readComparedIssues(source, { groups, offset, limit })
      const issues = rows.map(({ issue, crawl }) => issueResponse(issue, crawl))
      return { issues, totalCount, hasMore: offset + limit < totalCount }
    },

    comparedPages: async (call, { change = 'changed', field, offset = 0, limit = ISSUES_PAGE_SIZE, ...chosen }) => {
      const source = await sourceOf(call, chosen)
      if (!source) return { pages: [], totalCount: 0, hasMore: false }
      const all = pagesWith(source.comparison, { change, field })
      const pages = await readComparedPages(source, { change, pages: all.slice(offset, offset + limit) })
      return { pages, totalCount: all.length, hasMore: offset + limit < all.length }
    },

    comparedText: async (call, { url, earlierUrl = url, ...chosen }) => {
      const pair = await pairOf(call, chosen)
      if (url === undefined || earlierUrl === undefined) throw new AppError('bad-request', 'url is required')
      if (!pair) throw new AppError('not-found', 'There is no crawl to compare with')
      // Few requests need it.
      const { textDifference } = await import('#report/comparison/text-difference.ts')
      return await inTurn(requesterOf(call), async () =>
        textDifference(await reading.mainText(pair.earlier.id, earlierUrl), await reading.mainText(pair.later.id, url)),
      )
    },
  }
  const files: Pick<StreamRoutes, 'comparisonFile'> = {
    comparisonFile: async (call, { format = 'csv', part = 'pages', change, field, severity, check, ...chosen }) => {
      const source = await sourceOf(call, chosen)
      if (!source) throw new AppError('not-found', 'There is no crawl to compare with')
      const paced = { ...source, reading: pacedReading(reading, call.signal) }
      const file = { isDownload: true, isLong: true } as const
      if (format === 'json')
        return {
          ...file,
          mediaType: 'application/json; charset=utf-8',
          fileName: exportFileName(source.later, { part: 'comparison', extension: 'json' }),
          body: comparisonJson(paced),
        }
      const mediaType = 'text/csv; charset=utf-8'
      if (part === 'pages') {
        const body = comparedPagesCsv(paced, { change: comparedPageChanges.find(each => each === change), field })
        return {
          ...file,
          mediaType,
          fileName: exportFileName(source.later, { part: 'changed-pages', extension: 'csv' }),
          body,
        }
      }
      const filter = { change: comparedChanges.find(each => each === change), severity, check }
      return {
        ...file,
        mediaType,
        fileName: exportFileName(source.later, { part: 'changed-issues', extension: 'csv' }),
        body: comparedIssuesCsv(paced, filter),
      }
    },
  }
  return { json, files }
}
