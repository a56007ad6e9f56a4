import { createWriteStream, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CommandInput, onEndRequested, UsageError } from './command.ts'
import { openProduct, type Product } from './main.ts'
import { operatorLog } from './operator-log.ts'
import { exportFormats } from './report/export/index.ts'
import { summaryFacts } from './report/summary-facts.ts'
import { summaryText } from './report/summary-text.ts'
import { CRAWL_LIMIT_DEFAULT, POLLING_INTERVAL_MS } from './shared/constants.ts'
import { parseCrawlAddress } from './shared/crawl-address.ts'
import type { EndReason, Severity } from './shared/model.ts'
import type { CrawlRow } from './store/store.ts'

const formats = ['table', 'json', 'csv'] as const
const thresholds = ['error', 'warning', 'never'] as const
const EXIT_FOUND = 1
const EXIT_COULD_NOT_CRAWL = 2
const EXIT_INTERRUPTED = 130
const PROGRESS_INTERVAL_MS = 200
const DEFAULT_WIDTH = 80
/** Owner of what the command line crawls; no cookie hashes to it. */
const OWNER = 'command-line'

interface AuditRequest {
  url: string
  isHttpsAssumed: boolean
  limit: number
  format: (typeof formats)[number]
  failOn: (typeof thresholds)[number]
  output: string | undefined
  folder: string | undefined
  isPlain: boolean
}

/** `sitesounder audit`: one crawl, one report, one exit code. */
export async function auditCommand(input: CommandInput): Promise<number> {
  const request = readRequest(input)
  const temporary = request.folder === undefined ? mkdtempSync(path.join(tmpdir(), 'sitesounder-')) : null
  const folder = path.resolve(request.folder ?? temporary ?? '')
  try {
    await using product = await openProduct({ settings: input.settings, folder, alsoAllow: [], log: operatorLog })
    const crawl = await crawlToEnd(product, request, input)
    await report(product, crawl, request)
    return exitCode(crawl, request.failOn)
  } finally {
    if (temporary) await rm(temporary, { recursive: true, force: true })
  }
}

function readRequest({ operands, flags }: CommandInput): AuditRequest {
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
    folder: flags.get('data'),
    isPlain: flags.has('no-color') || (process.env.NO_COLOR ?? '') !== '',
  }
}

function oneOf<T extends string>(known: readonly T[], given: string, flag: string): T {
  const found = known.find(each => each === given)
  if (found === undefined) throw new UsageError(`${flag} must be one of ${known.join(', ')}, not “${given}”.`)
  return found
}

/** Starts the crawl and waits for its end. The first signal stops it, so that what was seen is reported; the second ends at once. */
async function crawlToEnd(product: Product, request: AuditRequest, { settings }: CommandInput): Promise<CrawlRow> {
  const { store, control } = product
  const verdict = await control.judgeTarget(request.url)
  if (!verdict.ok) throw new UsageError(verdict.message)
  const nowMs = Date.now()
  const ownerId = (await store.visitors.findOwner(OWNER, nowMs)) ?? (await store.visitors.createOwner(OWNER, nowMs))
  const { crawlId } = await store.websites.startCrawl({
    ownerId,
    url: request.url,
    crawlLimit: request.limit,
    options: {
      isHttpsAssumed: request.isHttpsAssumed,
      obeysRobots: settings.obeyRobots,
      probesResources: settings.probeResources,
      probesExternal: settings.probeExternal,
    },
    nowMs,
  })
  control.wake()
  let signals = 0
  const forget = onEndRequested(() => {
    signals++
    if (signals > 1) process.exit(EXIT_INTERRUPTED)
    void store.crawls.requestStop(crawlId).then(() => control.stop(crawlId))
  })
  const progress = progressLine()
  try {
    for (;;) {
      const crawl = await store.reading.crawl(crawlId)
      if (!crawl) throw new Error('the crawl is gone')
      if (crawl.status === 'complete') return crawl
      progress.show(crawl)
      await new Promise(resolve =>
        setTimeout(resolve, progress.isShown ? PROGRESS_INTERVAL_MS : POLLING_INTERVAL_MS / 10),
      )
    }
  } finally {
    progress.clear()
    forget()
  }
}

const phaseWords: Record<CrawlRow['phase'], string> = {
  starting: 'Starting',
  visiting: 'Crawling',
  probing: 'Checking links and files',
  judging: 'Comparing pages',
  done: 'Done',
}

/** One line that is written over again, on a terminal only. */
function progressLine(): { isShown: boolean; show(crawl: CrawlRow): void; clear(): void } {
  const isShown = process.stderr.isTTY === true
  const clear = () => {
    if (isShown) process.stderr.write('\r\u001b[K')
  }
  return {
    isShown,
    clear,
    show: ({ phase, counts, crawlLimit }) => {
      if (!isShown) return
      const { pagesCrawled, urlsFound, bySeverity } = counts
      const found = `${bySeverity.error} errors, ${bySeverity.warning} warnings`
      const line = `${phaseWords[phase]}: ${pagesCrawled} of at most ${crawlLimit} pages, ${urlsFound} addresses found, ${found}`
      process.stderr.write(`\r\u001b[K${line.slice(0, (process.stderr.columns ?? DEFAULT_WIDTH) - 1)}`)
    },
  }
}

async function report({ store }: Product, crawl: CrawlRow, request: AuditRequest): Promise<void> {
  const text =
    request.format === 'table' ? await tableText(store, crawl, request) : exportText(store, crawl, request.format)
  if (request.output !== undefined) {
    await pipeline(Readable.from(text), createWriteStream(request.output)).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`The report cannot be written to ${request.output} (${error.code}).`)
    })
    return
  }
  let isReaderGone = false
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // `| head` has seen enough: no fault of anybody.
    if (error.code !== 'EPIPE') throw error
    isReaderGone = true
  })
  for await (const part of text) {
    if (isReaderGone) return
    if (!process.stdout.write(part))
      await new Promise<void>(resolve => process.stdout.once('drain', resolve).once('error', () => resolve()))
  }
}

function exportText(store: Product['store'], crawl: CrawlRow, format: 'json' | 'csv'): AsyncIterable<string> {
  return exportFormats[format].write({ reading: store.reading, crawl, isStable: false })
}

async function tableText(store: Product['store'], crawl: CrawlRow, request: AuditRequest): Promise<string[]> {
  const isTerminal = request.output === undefined && process.stdout.isTTY === true
  const facts = await summaryFacts(store.reading, crawl)
  const width = isTerminal ? (process.stdout.columns ?? DEFAULT_WIDTH) : 120
  return [summaryText(facts, { width, hasColour: isTerminal && !request.isPlain })]
}

const couldNotCrawl: readonly EndReason[] = [
  'start-unreachable',
  'start-refused',
  'start-not-html',
  'start-blocked',
  'failed',
]

function exitCode(crawl: CrawlRow, failOn: AuditRequest['failOn']): number {
  const isEmpty = crawl.counts.pagesCrawled === 0 && crawl.endReason !== null && couldNotCrawl.includes(crawl.endReason)
  if (isEmpty || crawl.endReason === 'failed') return EXIT_COULD_NOT_CRAWL
  const counted: Record<AuditRequest['failOn'], readonly Severity[]> = {
    never: [],
    error: ['error'],
    warning: ['error', 'warning'],
  }
  return counted[failOn].some(severity => crawl.counts.bySeverity[severity] > 0) ? EXIT_FOUND : 0
}
