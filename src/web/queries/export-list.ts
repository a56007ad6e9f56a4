/** A list as a file, with exactly the rows that its table stands for, in their order. */
import { fileUrl, type QueryParameters, requestFile } from './api-client.ts'
import { type Arrangement, arrangeCsv, arrangeJson, countRecords, exportedEntries } from './arranged-export.ts'
import { downloadFile, fileNameOf, keepBlob } from './download-file.ts'

export interface ListExport {
  websiteId: number
  part: 'issues' | 'pages' | 'muted'
  /** Crawl and filters, as the server knows them; '' filters nothing. */
  query: QueryParameters
  /** What the table does beyond that. */
  arrangement?: Arrangement | undefined
}

export type ExportFormat = 'csv' | 'json'

/** A list of a running crawl may grow between two answers. */
const MAX_ATTEMPTS = 5
/** Spreadsheet programs take a file without it for another encoding than UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

/** The download has begun when this resolves. Rejects with `ApiError`, as `fetch` does, or when the list does not hold still. */
export async function exportList(list: ListExport, format: ExportFormat): Promise<void> {
  const { websiteId, part, query, arrangement } = list
  const address = (wanted: ExportFormat, hasBom = false) =>
    fileUrl('exportCrawl', websiteId, { format: wanted, part, bom: hasBom || undefined, ...query })
  if (!arrangement) return downloadFile(address(format, format === 'csv'))
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const answer = await requestFile(address('json'))
    const json = await answer.text()
    const entries = exportedEntries(json, part)
    const order = arrangement.order(entries)
    if (format === 'json') return keep(answer, arrangeJson(json, { part, order, view: arrangement.view }))
    const csvResponse = await requestFile(address('csv'))
    const csv = await csvResponse.text()
    if (countRecords(csv) === entries.length) return keep(csvResponse, BYTE_ORDER_MARK + arrangeCsv(csv, order))
  }
  throw new Error('the list changes too fast')
}

function keep(answer: Response, text: string): void {
  const type = answer.headers.get('content-type') ?? ''
  keepBlob(new Blob([text], { type }), fileNameOf(answer))
}
