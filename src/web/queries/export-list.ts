import type { ColumnId } from '#shared/page-columns.ts'
import { fileUrl, type QueryParameters, requestFile } from './api-client.ts'
import { type Arrangement, arrangeCsv, arrangeJson, countRecords, exportedEntries } from './arranged-export.ts'
import type { PageFilter } from './pages.ts'

/** Downloads: a file of the server, or a list with exactly the rows of its table, in their order. */

export interface ListExport {
  websiteId: number
  /** `affected-pages`: a row for each issue and page; `tickets`: issues in the columns that ticket systems import. */
  part: 'issues' | 'affected-pages' | 'pages' | 'not-crawled' | 'languages' | 'muted' | 'tickets' | 'visits'
  /** Crawl and filters of the server; '' filters nothing. */
  query: QueryParameters
  /** Further filters and sorting of the table. */
  arrangement?: Arrangement | undefined
}

export type ExportFormat = 'csv' | 'xlsx' | 'json'

/** The list of a running crawl may grow between two requests. */
const MAX_ATTEMPTS = 5
/** Without it, spreadsheet programs may read UTF-8 as another encoding. */
const BYTE_ORDER_MARK = '\ufeff'

/** Resolves when the download has started. Rejects with `ApiError`, as `fetch` does, or when the list keeps changing. */
export async function exportList(list: ListExport, format: ExportFormat): Promise<void> {
  const { websiteId, part, query, arrangement } = list
  const urlOf = (wanted: ExportFormat, hasBom = false) =>
    fileUrl('exportCrawl', websiteId, {
      format: wanted,
      part,
      bom: hasBom || undefined,
      ...query,
    })
  if (!arrangement) return downloadFile(urlOf(format, format === 'csv'))
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const jsonResponse = await requestFile(urlOf('json'))
    const json = await jsonResponse.text()
    const entries = exportedEntries(json, part)
    const order = arrangement.order(entries)
    if (format === 'json') return save(jsonResponse, arrangeJson(json, { part, order, view: arrangement.view }))
    const csvResponse = await requestFile(urlOf('csv'))
    const csv = await csvResponse.text()
    if (countRecords(csv) === entries.length) return save(csvResponse, BYTE_ORDER_MARK + arrangeCsv(csv, order))
  }
  throw new Error('the list changes too fast')
}

function save(response: Response, text: string): void {
  const type = response.headers.get('content-type') ?? ''
  saveBlob(new Blob([text], { type }), fileNameOf(response))
}

/**
 * Has the browser download a file of any size, after a HEAD request has found it: a failed download could not be shown here. Rejects
 * with `ApiError`, or as `fetch` does.
 */
export async function downloadFile(url: string): Promise<void> {
  await requestFile(url, { method: 'HEAD' })
  follow(url, '')
}

/** The same for a small file that a `body` describes, which is fetched as a whole first, so that a failure part way can be shown. */
export async function downloadWholeFile(url: string, body: unknown): Promise<void> {
  const response = await requestFile(url, { body })
  saveBlob(await response.blob(), fileNameOf(response))
}

/** Downloads what was generated in the browser. */
function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob)
  follow(url, fileName)
  // The download has started by then; revoking at once would be too early for some browsers.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

const QUOTED_NAME = /filename="([^"]*)"/

/** The file name of the Content-Disposition header: letters, digits, dots and hyphens. */
export function fileNameOf(response: Pick<Response, 'headers'>): string {
  return QUOTED_NAME.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'sitesounder'
}

function follow(url: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
}

/** The export of a list of pages: its filters and its order are those of the server. */

interface PageExport {
  websiteId: number
  /** An earlier crawl; null is the newest. */
  crawlId: number | null
  filter: PageFilter
  /** The columns of the table; all fields of the pages without them. */
  columns?: readonly ColumnId[]
}

export function pageExport({ websiteId, crawlId, filter, columns }: PageExport): ListExport {
  return { websiteId, part: 'pages', query: { crawl: crawlId ?? undefined, ...filter, columns: columns?.join(',') } }
}
