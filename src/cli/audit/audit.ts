import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sandboxObstacle } from '#browser/sandbox.ts'
import type { Baseline } from '#report/baseline/read-baseline.ts'
import { passingKey } from '#runtime/credentials-key.ts'
import { databasePath } from '#runtime/database.ts'
import { operatorLog } from '#runtime/operator-log.ts'
import { openProduct, type Product, readOwnChecks } from '#runtime/product.ts'
import type { Settings } from '#settings/config.ts'
import { exportParts } from '#shared/api/streams.ts'
import type { Credentials } from '#shared/credentials.ts'
import { loadPatiently } from '#shared/load-patiently.ts'
import type { CrawlRow } from '#store/store.ts'
import { type Command, type CommandInput, EXIT_USAGE, onEndRequested, UsageError } from '../command.ts'
import { jsonFlag } from '../result.ts'
import {
  type AuditRequest,
  auditFormats,
  crawlFlags,
  crawlFlagsHelp,
  failThresholds,
  isPdf,
  readAuditRequest,
  readListedUrls,
} from './audit-options.ts'
import type { AuditSettings } from './audit-settings.ts'
import { startAudit, stopAudit, waitForEnd } from './start-audit.ts'

export const command: Command = {
  flags: {
    limit: { type: 'string' },
    urls: { type: 'string' },
    format: { type: 'string', choices: auditFormats },
    part: { type: 'string', choices: exportParts },
    bom: { type: 'boolean' },
    output: { type: 'string' },
    also: { type: 'string' },
    'fail-on': { type: 'string', choices: failThresholds },
    'min-score': { type: 'string' },
    baseline: { type: 'string' },
    settings: { type: 'string' },
    report: { type: 'string' },
    'report-name': { type: 'string' },
    'report-client': { type: 'string' },
    'report-logo': { type: 'string' },
    sitemap: { type: 'string' },
    'auth-file': { type: 'string' },
    'auth-env': { type: 'string' },
    ...crawlFlags,
    ...jsonFlag,
  },
  help: {
    usage: `\
  sitesounder audit URL [options]             crawl and report here, without server or web interface
  sitesounder URL [options]                   the same`,
    options: `\
  --limit N            maximum number of pages (100)
  --urls FILE          crawl exactly the URLs of this file, one a line, # for comments; - is standard input
  --format FORMAT      table, json, csv, junit, sarif, github or markdown (table)
${crawlFlagsHelp}
  --auth-file FILE     credentials for the website as JSON: {"user": {"name", "password"}}, {"token"}, {"cookies"} or {"headers"}; values may
                       be {"env": "NAME"}. Sent to the origin of URL, or to {"origins": […]}, and to no other
  --auth-env NAME      the same JSON from this environment variable
  --part LIST          of csv and json: report, issues, affected-pages (a row for each issue and page), pages, links, images or muted
                       (issues as csv, the whole report as json)
  --bom                begin csv with a byte order mark, for spreadsheet programs
  --output FILE        write the report to this file instead of the terminal; - is standard output
  --also REPORTS       further reports of the same crawl, as FORMAT:FILE: "json:audit.json sarif:audit.sarif markdown:summary.md"
  --fail-on SEVERITY   error, warning or never: which findings make the exit code 1 (error)
  --min-score N        the health score (0 to 100) below which the exit code is 1, too
  --baseline FILE      an earlier report (--format json): only findings that are new since then count for --fail-on
  --settings FILE      checks, mutes and thresholds of the website as JSON, as GET /api/websites/ID/settings returns them
  --report FILE        also write the client report: .html, or .pdf where Chromium is found; beside it FILE-urls.csv with all URLs
  --report-name NAME   who made the report, on its cover; --report-client NAME, for whom
  --report-logo FILE   logo on its cover: PNG, JPEG, GIF or WebP, at most 128 KB
  --sitemap FILE       also write an XML sitemap of the indexable pages
  --data FOLDER        keep the crawl in this folder (a temporary one that is deleted)
  --json               the same as --format json`,
    exitCodes: `0 nothing at or above --fail-on, 1 found something or below --min-score, 2 could not crawl. Ctrl-C stops the crawl
and reports what was crawled so far; a second Ctrl-C ends at once.`,
    takesSettings: true,
    examples: `\
  sitesounder example.com
  sitesounder audit http://127.0.0.1:8080/ --limit 500 --format json --output report.json
  sitesounder audit example.com --fail-on warning --report report.pdf --sitemap sitemap.xml`,
  },
  failedCode: EXIT_USAGE,
  run: auditCommand,
}

const EXIT_INTERRUPTED = 130
const PROGRESS_INTERVAL_MS = 200
/** Without a line to write: a poll takes a tenth of a millisecond, and the report is written no later than this. */
const END_POLL_MS = 50
const DEFAULT_WIDTH = 80
/** The engine, which has the same thread, has read its own parts by then. */
const READ_AHEAD_MS = 1_500

/**
 * `sitesounder audit`: one crawl, one report, one exit code. What a crawl does not need is imported where it is used: the first page is
 * requested as soon as the engine stands, and the code of the report is read while pages are on their way.
 */
async function auditCommand(input: CommandInput): Promise<number> {
  const request = readAuditRequest(input)
  refusePdf(request, input.settings)
  const baseline = await openBaseline(request)
  const fileSettings = await readSettings(request, input.settings)
  const urls = await readListedUrls(request)
  const credentials = await readAuth(request)
  const temporary = request.folder === undefined ? mkdtempSync(path.join(tmpdir(), 'sitesounder-')) : null
  // However the process ends: a second signal and an internal error end it at once.
  if (temporary) process.once('exit', () => rmSync(temporary, { recursive: true, force: true }))
  await using product = await openProduct({
    settings: input.settings,
    folder: path.resolve(request.folder ?? temporary ?? ''),
    ...(temporary && { database: { kind: 'sqlite', file: databasePath(temporary), isTemporary: true } }),
    engine: 'this-thread',
    alsoAllow: [],
    // Credentials of the command line are unreadable once it has ended.
    credentialsKey: passingKey(),
    log: operatorLog,
  })
  const crawl = await crawlToEnd(product, { request, fileSettings, urls, credentials, input })
  if (credentials) await product.store.credentials.remove(crawl.websiteId)
  const { endAudit } = await loadEnding()
  const { chromiumSandbox: sandbox } = input.settings
  return await endAudit({ store: product.store, crawl, request, baseline, sandbox })
}

/** Before the crawl, not after it. @throws UsageError for a PDF that cannot be printed. */
function refusePdf({ report }: AuditRequest, { chromiumSandbox }: Settings): void {
  const obstacle = report !== undefined && isPdf(report) ? sandboxObstacle(chromiumSandbox) : null
  if (obstacle !== null) throw new UsageError(obstacle)
}

async function openBaseline(request: AuditRequest): Promise<Baseline | undefined> {
  if (request.baseline === undefined) return undefined
  return await (await import('./audit-report.ts')).openBaseline(request)
}

async function readSettings(request: AuditRequest, settings: Settings): Promise<AuditSettings | null> {
  if (request.settings === undefined && !request.config?.website) return null
  const ownChecks = await readOwnChecks(settings)
  return await (await import('./audit-settings.ts')).readAuditSettings(request, ownChecks)
}

async function readAuth({ authFile, authVariable, url }: AuditRequest): Promise<Credentials | null> {
  if (authFile === undefined && authVariable === undefined) return null
  const { readCredentials } = await import('./audit-credentials.ts')
  return await readCredentials({ authFile, authVariable, url, environment: process.env })
}

const loadEnding = () => loadPatiently(() => import('./audit-report.ts'))

interface AuditedSite {
  request: AuditRequest
  fileSettings: AuditSettings | null
  urls: string[] | null
  credentials: Credentials | null
  input: CommandInput
}

/** Starts the crawl and waits for its end. The first signal stops it, so that what was seen is reported; the second ends at once. */
async function crawlToEnd(
  product: Product,
  { request, fileSettings, urls, credentials, input }: AuditedSite,
): Promise<CrawlRow> {
  const crawlId = await startAudit(product, { request, settings: input.settings, fileSettings, urls, credentials })
  const readAhead = setTimeout(() => {
    // The import that needs it reports the cause.
    loadEnding().catch(() => {})
  }, READ_AHEAD_MS)
  let signals = 0
  const forget = onEndRequested(() => {
    signals++
    if (signals > 1) process.exit(EXIT_INTERRUPTED)
    void stopAudit(product, crawlId)
  })
  const progress = progressLine(!input.flags.has('quiet'))
  try {
    return await waitForEnd(product.store, {
      crawlId,
      intervalMs: progress.isShown ? PROGRESS_INTERVAL_MS : END_POLL_MS,
      onState: crawl => {
        if (crawl.status !== 'complete') progress.show(crawl)
      },
    })
  } finally {
    clearTimeout(readAhead)
    progress.clear()
    forget()
  }
}

const phaseLabels: Record<CrawlRow['phase'], string> = {
  starting: 'Starting',
  visiting: 'Crawling',
  probing: 'Checking links and files',
  measuring: 'Measuring page speed',
  checking: 'Comparing pages',
  done: 'Done',
}

/** One line that is written over again, on a terminal only. */
function progressLine(isWanted: boolean): { isShown: boolean; show(crawl: CrawlRow): void; clear(): void } {
  const isShown = isWanted && process.stderr.isTTY === true
  const clear = () => {
    if (isShown) process.stderr.write('\r\u001b[K')
  }
  return {
    isShown,
    clear,
    show: ({ phase, counts, crawlLimit }) => {
      if (!isShown) return
      const { pagesCrawled, urlsFound, bySeverity, urlsToRetry = 0 } = counts
      const step = urlsToRetry > 0 ? `Waiting to retry ${urlsToRetry} failed URLs` : phaseLabels[phase]
      const found = `${bySeverity.error} errors, ${bySeverity.warning} warnings`
      const line = `${step}: ${pagesCrawled} of at most ${crawlLimit} pages, ${urlsFound} URLs found, ${found}`
      process.stderr.write(`\r\u001b[K${line.slice(0, (process.stderr.columns ?? DEFAULT_WIDTH) - 1)}`)
    },
  }
}
