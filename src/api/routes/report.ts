import { createGate } from '#accounts/gate.ts'
import { HAND_OVER_MEDIA_TYPE, HAND_OVER_POLICY, writeClientReport } from '#report/client-report/write-client-report.ts'
import { exportFileName } from '#report/export/export-stream.ts'
import type { StreamRoutes } from '../call.ts'
import { pacedReading, unlessCleared } from '../long-reads.ts'
import { chosenCrawl } from '../own-crawl.ts'
import type { PrintedDocument, RouteDeps } from './route-deps.ts'

/** Printing takes a browser of its own: one at a time. */
const PRINTS_AT_ONCE = 1
const MAX_WAITING_PRINTS = 4

/** The policy of the document itself, and what only a header can say. */
const reportHeaders = { 'Content-Security-Policy': `${HAND_OVER_POLICY}; frame-ancestors 'none'` }

/** The client report, as a document or printed. */
export function reportRoutes({ store, printPdf }: Pick<RouteDeps, 'store' | 'printPdf'>): Pick<StreamRoutes, 'report'> {
  const inTurn = createGate({ atOnce: PRINTS_AT_ONCE, maxWaiting: MAX_WAITING_PRINTS })
  const printed = async function* (document: PrintedDocument, signal: AbortSignal): AsyncIterable<Uint8Array> {
    yield await inTurn(async () => (signal.aborted ? new Uint8Array() : printPdf(document)))
  }
  return {
    report: async ({ website, signal }, query) => {
      const { format = 'html', paper = 'A4', download: isDownload = false } = query
      const crawl = await chosenCrawl(store, { website, crawlId: query.crawl })
      const reading = pacedReading(store.reading, signal)
      const html = unlessCleared(writeClientReport({ reading, crawl }), { reading, crawlId: crawl.id })
      const fileName = exportFileName(crawl, { part: 'report', extension: format })
      if (format === 'pdf')
        return { mediaType: 'application/pdf', fileName, isDownload, body: printed({ html, paper }, signal) }
      return { mediaType: HAND_OVER_MEDIA_TYPE, fileName, isDownload, headers: reportHeaders, body: html }
    },
  }
}
