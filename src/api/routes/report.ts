import { logoDataUrl } from '#report/client-report/logo.ts'
import { reportSegments } from '#report/client-report/report-segments.ts'
import {
  CLIENT_REPORT_MEDIA_TYPE,
  CLIENT_REPORT_POLICY,
  writeClientReport,
} from '#report/client-report/write-client-report.ts'
import { exportFileName } from '#report/export/export-stream.ts'
import {
  clientReportSchema,
  defaultReportChoices,
  LOGO_FORMATS,
  type ReportChoices,
  type reportFormats,
} from '#shared/api/client-report.ts'
import type { comparedCrawls } from '#shared/api/comparison.ts'
import type { ParameterValues } from '#shared/api/query.ts'
import { AppError } from '#shared/errors.ts'
import type { StreamRoutes, WebsiteCall } from '../call.ts'
import type { CallComparisons } from '../call-comparisons.ts'
import { pacedReading, unlessCleared } from '../long-reads.ts'
import { chosenCrawl } from '../own-crawl.ts'
import { computingTurns, requesterOf, requesterTurns } from '../owner-turns.ts'
import { seenReading } from '../seen-reading.ts'
import type { StreamResponse } from '../stream-response.ts'
import type { PrintedDocument, RouteDeps } from './route-deps.ts'

/** Printing takes a browser of its own: one at a time. */
const PRINTS_AT_ONCE = 1
const MAX_WAITING_PRINTS = 8
/** Beside the one that is printed. */
const MAX_WAITING_PRINTS_PER_NETWORK = 2
const MAX_WAITING_PRINTS_PER_OWNER = 1

/** The policy of the document itself, and what only a header can say. */
const reportHeaders = { 'Content-Security-Policy': `${CLIENT_REPORT_POLICY}; frame-ancestors 'none'` }

interface WantedReport {
  compared: ParameterValues<typeof comparedCrawls>
  format: (typeof reportFormats)[number]
  isDownload: boolean
  choices: ReportChoices
}

/** The client report, as a document or printed: as it comes, and with the names, logo and sections that a user chose. */
export function reportRoutes({
  store,
  printPdf,
  comparisons,
}: Pick<RouteDeps, 'store' | 'printPdf'> & { comparisons: CallComparisons }): Pick<
  StreamRoutes,
  'report' | 'ownReport'
> {
  const inTurn = requesterTurns({
    perOwner: { atOnce: PRINTS_AT_ONCE, maxWaiting: MAX_WAITING_PRINTS_PER_OWNER },
    perNetwork: { atOnce: PRINTS_AT_ONCE, maxWaiting: MAX_WAITING_PRINTS_PER_NETWORK },
    inAll: { atOnce: PRINTS_AT_ONCE, maxWaiting: MAX_WAITING_PRINTS },
  })
  const computed = computingTurns()
  const printed = async function* (
    document: PrintedDocument,
    { visitor, network, signal }: Pick<WebsiteCall, 'visitor' | 'network' | 'signal'>,
  ): AsyncIterable<Uint8Array> {
    yield await inTurn(requesterOf({ visitor, network }), async () =>
      signal.aborted ? new Uint8Array() : printPdf(document),
    )
  }
  const respond = async (
    call: WebsiteCall,
    { compared, format, isDownload, choices }: WantedReport,
  ): Promise<StreamResponse> => {
    const { website, visitor, network, signal } = call
    const crawl = await chosenCrawl(store, { website, crawlId: compared.crawl })
    // A share link may name the earlier crawl. A crawl that goes on has a report, too.
    const earlierId = compared.with ?? website.onlyCrawls?.[1]
    const pair = { ...compared, ...(earlierId !== undefined && { with: earlierId }) }
    const comparison = crawl.status === 'complete' ? await comparisons.sourceOf(call, pair) : null
    const reading = pacedReading(seenReading(store.reading, { website, visitor }), signal)
    // Share links do not show segments.
    const segments = visitor.share
      ? []
      : await computed(requesterOf(call), () => reportSegments(store, { reading, crawl, choices, comparison }))
    const listFile = exportFileName(crawl, { part: 'affected-pages', extension: 'csv' })
    const html = unlessCleared(writeClientReport({ reading, crawl, choices, segments, listFile, comparison }), {
      reading,
      crawlId: crawl.id,
    })
    const fileName = exportFileName(crawl, { part: 'report', extension: format })
    if (format === 'pdf') {
      const body = printed({ html, paper: choices.paper }, { visitor, network, signal })
      return { mediaType: 'application/pdf', fileName, isDownload, body }
    }
    return {
      mediaType: CLIENT_REPORT_MEDIA_TYPE,
      fileName,
      isDownload,
      headers: reportHeaders,
      body: html,
      isLong: true,
    }
  }
  return {
    report: async (call, { format = 'html', paper = 'A4', download: isDownload = false, ...compared }) =>
      respond(call, { compared, format, isDownload, choices: { ...defaultReportChoices, paper } }),

    ownReport: async (call, compared) => {
      const { format, ...choices } = await call.readBody(clientReportSchema)
      return respond(call, {
        compared,
        format,
        isDownload: true,
        choices: { ...choices, logo: checkedLogo(choices.logo) },
      })
    },
  }
}

const BASE64_START = /^[^,]*,/

/** @throws AppError 400 where the bytes are no image of a format that is accepted. */
function checkedLogo(logo: string): string {
  if (logo === '') return ''
  const checked = logoDataUrl(Buffer.from(logo.replace(BASE64_START, ''), 'base64'))
  if (checked === null) throw new AppError('bad-request', LOGO_FORMATS)
  return checked
}
