import { exportFileName, exportStream } from '#report/export/export-stream.ts'
import { exportFormats } from '#report/export/index.ts'
import { issueFilters } from '#shared/api/issues.ts'
import { translationFilters } from '#shared/api/languages.ts'
import { notCrawledFilters } from '#shared/api/not-crawled.ts'
import { pageColumnChoice, pageFilters, pageOrder } from '#shared/api/page-query.ts'
import type { ParameterValues } from '#shared/api/query.ts'
import { exportedPart, type streams } from '#shared/api/streams.ts'
import { visitFilters } from '#shared/api/visits.ts'
import { AppError, assertNever } from '#shared/errors.ts'
import type { CrawlRow, ReadingStore } from '#store/store.ts'
import type { StreamRoutes } from '../call.ts'
import {
  issueFilter,
  notCrawledFilter,
  pageFilter,
  pageSort,
  translationFilter,
  visitFilter,
  withSegment,
} from '../list-filters.ts'
import { pacedReading } from '../long-reads.ts'
import { chosenCrawl } from '../own-crawl.ts'
import { seenReading } from '../seen-reading.ts'
import { readingFor, refuseVisitColumns } from '../shared-reading.ts'
import type { StreamResponse } from '../stream-response.ts'
import type { RouteDeps } from './route-deps.ts'

type ExportQuery = ParameterValues<typeof streams.exportCrawl.query>

/** Results to take away: what a list shows, in its order, or the whole report. */
export function exportRoutes({ store }: Pick<RouteDeps, 'store'>): Pick<StreamRoutes, 'exportCrawl'> {
  return {
    exportCrawl: async (call, sent) => {
      const { website, signal } = call
      refuseIdleFilters(sent)
      const query = await withSegment(store, call, sent)
      refuseVisitColumns(call.visitor, query)
      const crawl = await chosenCrawl(store, { website, crawlId: query.crawl })
      const reading = readingFor(seenReading(store.reading, call), call.visitor)
      const file = await exportOf(query, { reading: pacedReading(reading, signal), crawl })
      return { ...file, isDownload: true, isLong: true }
    },
  }
}

/** csv, xlsx and json are the lists as they are shown; the others are what tools for continuous integration read. */
async function exportOf(
  query: ExportQuery,
  source: { reading: ReadingStore; crawl: CrawlRow },
): Promise<Pick<StreamResponse, 'mediaType' | 'fileName' | 'body'>> {
  const { format = 'csv', bom: hasBom = false } = query
  if (format === 'junit' || format === 'sarif') {
    const { mediaType, write } = exportFormats[format]
    const extension = format === 'junit' ? 'junit.xml' : 'sarif'
    return {
      mediaType,
      fileName: exportFileName(source.crawl, { part: 'issues', extension }),
      body: write({ ...source, isStable: false }),
    }
  }
  const part = exportedPart(query)
  const request = { ...source, isStable: false, ...filtered(part, query) }
  if (format === 'xlsx') {
    // Few requests need it.
    const { exportWorkbook } = await import('#report/export/workbook.ts')
    const { bytes, ...file } = exportWorkbook(request)
    return { ...file, body: bytes }
  }
  const { mediaType, fileName, text } = exportStream({ ...request, format, hasBom })
  return { mediaType, fileName, body: text }
}

type Part = NonNullable<ExportQuery['part']>

function filtered(part: Part, query: ExportQuery) {
  switch (part) {
    case 'issues':
    case 'tickets':
    case 'affected-pages':
      return { part, filter: issueFilter(query) }
    case 'pages':
      return {
        part,
        filter: { ...pageFilter(query), ...pageSort(query) },
        ...(query.columns && { columns: query.columns }),
      }
    case 'not-crawled':
      return { part, filter: notCrawledFilter(query) }
    case 'languages':
      return { part, filter: translationFilter(query) }
    case 'visits':
      return { part, filter: visitFilter(query) }
    case 'report':
    case 'links':
    case 'images':
    case 'muted':
      return { part }
    default:
      return assertNever(part)
  }
}

/** A filter that has no effect would give more than was requested. @throws AppError 400. */
function refuseIdleFilters(query: ExportQuery): void {
  const { format = 'csv' } = query
  const part = exportedPart(query)
  const isList = format === 'csv' || format === 'xlsx' || format === 'json'
  if (!isList && query.part !== undefined && query.part !== 'issues')
    throw new AppError('bad-request', `part must be issues with format=${format}`)
  const effective = isList ? (filtersOf[part] ?? {}) : {}
  const idle = [issueFilters, pageParameters, notCrawledFilters, translationFilters, visitFilters]
    .flatMap(Object.keys)
    .find(name => Object.hasOwn(query, name) && !Object.hasOwn(effective, name))
  if (idle !== undefined) throw new AppError('bad-request', `${idle} has no effect on this export`)
}

const pageParameters = { ...pageFilters, ...pageOrder, ...pageColumnChoice }

const filtersOf: Partial<Record<Part, object>> = {
  issues: issueFilters,
  'affected-pages': issueFilters,
  tickets: issueFilters,
  pages: pageParameters,
  'not-crawled': notCrawledFilters,
  languages: translationFilters,
  visits: visitFilters,
}
