import { type CommandInput, UsageError } from './command.ts'
import type { ExportFormatName } from './report/export/index.ts'
import { CRAWL_LIMIT_DEFAULT } from './shared/constants.ts'
import { parseCrawlAddress } from './shared/crawl-address.ts'

const formats = ['table', 'json', 'csv', 'junit', 'sarif', 'github'] as const satisfies readonly (
  | 'table'
  | ExportFormatName
)[]
const thresholds = ['error', 'warning', 'never'] as const

/** What `sitesounder audit` was asked to do. */
export interface AuditRequest {
  url: string
  isHttpsAssumed: boolean
  limit: number
  format: (typeof formats)[number]
  failOn: (typeof thresholds)[number]
  output: string | undefined
  /** File of an earlier report; only what it does not know counts. */
  baseline: string | undefined
  /** File for the report to hand over: .html or .pdf. */
  report: string | undefined
  /** File for an XML sitemap of what was crawled. */
  sitemap: string | undefined
  folder: string | undefined
  isPlain: boolean
}

/** Throws UsageError with a sentence for what makes no sense. */
export function readAuditRequest({ operands, flags }: CommandInput): AuditRequest {
  const [typed, ...more] = operands
  if (typed === undefined || more.length > 0) throw new UsageError('Name one address to audit, such as example.com.')
  const address = parseCrawlAddress(typed)
  if (!address.ok) throw new UsageError(`${address.message}: ${typed}`)
  const limit = Number(flags.get('limit') ?? CRAWL_LIMIT_DEFAULT)
  if (!Number.isSafeInteger(limit) || limit < 1) throw new UsageError('--limit must be a whole number, 1 or more.')
  return {
    url: address.url,
    isHttpsAssumed: address.isHttpsAssumed,
    limit,
    format: oneOf(formats, flags.get('format') ?? 'table', '--format'),
    failOn: oneOf(thresholds, flags.get('fail-on') ?? 'error', '--fail-on'),
    output: flags.get('output'),
    baseline: flags.get('baseline'),
    report: reportFile(flags.get('report')),
    sitemap: flags.get('sitemap'),
    folder: flags.get('data'),
    isPlain: flags.has('no-color') || (process.env.NO_COLOR ?? '') !== '',
  }
}

const REPORT_FILE = /\.(?:html?|pdf)$/i

function reportFile(file: string | undefined): string | undefined {
  if (file !== undefined && !REPORT_FILE.test(file))
    throw new UsageError(`--report must name a .html or .pdf file, not “${file}”.`)
  return file
}

function oneOf<T extends string>(known: readonly T[], given: string, flag: string): T {
  const found = known.find(each => each === given)
  if (found === undefined) throw new UsageError(`${flag} must be one of ${known.join(', ')}, not “${given}”.`)
  return found
}
