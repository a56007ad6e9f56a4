import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { readCredentials } from '#cli/audit/audit-credentials.ts'
import { readAuditRequest, readListedUrls } from '#cli/audit/audit-options.ts'
import { openBaseline } from '#cli/audit/audit-report.ts'
import { readAuditSettings } from '#cli/audit/audit-settings.ts'
import { startAudit, stopAudit, waitForEnd } from '#cli/audit/start-audit.ts'
import { parseConfig } from '#cli/config/config-file.ts'
import { type BaselineComparison, compareWithBaseline } from '#report/baseline/compare-with-baseline.ts'
import { exportStream } from '#report/export/export-stream.ts'
import { passingKey } from '#runtime/credentials-key.ts'
import { databasePath } from '#runtime/database.ts'
import { openProduct, type Product, readOwnChecks } from '#runtime/product.ts'
import { readSettings } from '#settings/config.ts'
import type { CrawlRow } from '#store/store.ts'
import { toAuditError } from './audit-error.ts'
import type { Config, Report } from './report.ts'

export interface CallOptions {
  /** Ends the audit at once: its report rejects with the reason of the signal. */
  signal?: AbortSignal
  /** Takes events for the operator of the program, such as internal errors. Without it they are dropped. */
  log?: (event: string, details: Record<string, unknown>) => void
}

/** How far an audit has come. */
export interface AuditProgress {
  phase: 'starting' | 'visiting' | 'probing' | 'measuring' | 'checking' | 'done'
  /** Pages that were read. */
  pagesCrawled: number
  /** The most pages that it will read. */
  limit: number
  /** URLs that were found, requested or not. */
  urlsFound: number
  /** Failed URLs that will be requested again, while nothing else is left to do. */
  urlsToRetry: number
  errors: number
  warnings: number
  infos: number
}

/** An audit under way. Iterating it gives its progress, from where it is, each time that has changed; any number may iterate. */
export interface AuditRun extends AsyncIterable<AuditProgress> {
  /** Rejects with an AuditError for what cannot be audited, with the reason of the signal once that is aborted. */
  readonly report: Promise<Report>
  /** Ends the crawl early; the report has what was crawled by then. */
  stop(): void
}

const POLL_MS = 50
const NAME = 'The configuration'

/**
 * Crawls a website and checks its pages, in this process and threads of it. `config` is what a configuration file holds; its options about
 * what is written or printed (`output`, `format`, `report`, `sitemap`, `fail-on` and the like) have no effect. No configuration file is
 * read, and no file is left behind. Of the environment, only the variables are read that `auth-env` or the file of `auth-file` names. Any
 * number of audits may run at once.
 */
export function audit(config: Config, options: CallOptions = {}): AuditRun {
  const updates = new Updates()
  const stopping = new AbortController()
  const report = runAudit(config, options, { updates, stopping: stopping.signal })
    .catch((error: unknown): never => {
      throw toAuditError(error)
    })
    .finally(() => updates.end())
  // A caller who only iterates gets the error there.
  report.catch(() => {})
  return {
    report,
    stop: () => stopping.abort(),
    async *[Symbol.asyncIterator]() {
      yield* updates.follow()
      await report
    },
  }
}

interface Course {
  updates: Updates
  /** Aborted when the crawl shall end early. */
  stopping: AbortSignal
}

async function runAudit(config: Config, { signal, log = () => {} }: CallOptions, course: Course): Promise<Report> {
  signal?.throwIfAborted()
  const parsed = parseConfig(config, NAME, process.cwd())
  const settings = readSettings({}, {}, parsed)
  const request = readAuditRequest({ operands: [], flags: new Map(), config: parsed })
  const baseline = await openBaseline(request)
  const fileSettings = await readAuditSettings(request, await readOwnChecks(settings))
  const urls = await readListedUrls(request)
  const { authFile, authVariable, url } = request
  const credentials = await readCredentials({ authFile, authVariable, url, environment: process.env })
  using folder = temporaryFolder()
  await using product = await openProduct({
    settings,
    folder: folder.path,
    database: { kind: 'sqlite', file: databasePath(folder.path), isTemporary: true },
    engine: 'this-thread',
    alsoAllow: [],
    credentialsKey: passingKey(),
    log,
  })
  const crawlId = await startAudit(product, { request, settings, fileSettings, urls, credentials })
  const crawl = await crawlToEnd(product, crawlId, { signal, ...course })
  const comparison = baseline && (await compareWithBaseline({ reading: product.store.reading, crawl, baseline }))
  return await reportOf(product, { crawl, baseline: comparison, signal })
}

async function crawlToEnd(
  product: Product,
  crawlId: number,
  { signal, updates, stopping }: Course & { signal: AbortSignal | undefined },
): Promise<CrawlRow> {
  let isStopping = false
  return await waitForEnd(product.store, {
    crawlId,
    intervalMs: POLL_MS,
    onState: async crawl => {
      signal?.throwIfAborted()
      updates.publish(progressOf(crawl))
      if (!stopping.aborted || isStopping) return
      isStopping = true
      await stopAudit(product, crawlId)
    },
  })
}

function progressOf({ phase, counts, crawlLimit }: CrawlRow): AuditProgress {
  const { pagesCrawled, urlsFound, urlsToRetry = 0, bySeverity } = counts
  const { error: errors, warning: warnings, info: infos } = bySeverity
  return { phase, pagesCrawled, limit: crawlLimit, urlsFound, urlsToRetry, errors, warnings, infos }
}

interface EndedAudit {
  crawl: CrawlRow
  baseline: BaselineComparison | undefined
  signal: AbortSignal | undefined
}

async function reportOf({ store: { reading } }: Product, { crawl, baseline, signal }: EndedAudit): Promise<Report> {
  const parts: string[] = []
  const { text } = exportStream({
    reading,
    crawl,
    format: 'json',
    part: 'report',
    hasBom: false,
    isStable: false,
    baseline,
  })
  for await (const part of text) {
    signal?.throwIfAborted()
    parts.push(part)
  }
  return JSON.parse(parts.join(''))
}

/** The newest progress of one audit, for those who follow it. */
class Updates {
  #latest: AuditProgress | null = null
  #hasEnded = false
  #changed = Promise.withResolvers<void>()

  publish(progress: AuditProgress): void {
    if (isDeepStrictEqual(progress, this.#latest)) return
    this.#latest = progress
    this.#wake()
  }

  end(): void {
    this.#hasEnded = true
    this.#wake()
  }

  async *follow(): AsyncGenerator<AuditProgress, void, void> {
    let seen: AuditProgress | null = null
    for (;;) {
      const changed = this.#changed.promise
      if (this.#latest !== seen) {
        seen = this.#latest
        if (seen) yield seen
      } else if (this.#hasEnded) return
      else await changed
    }
  }

  #wake(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers<void>()
  }
}

const temporaryFolders = new Set<string>()

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  temporaryFolders.delete(folder)
}

/** Removed when it is disposed of, or the process ends before. */
function temporaryFolder(): Disposable & { path: string } {
  if (temporaryFolders.size === 0) process.once('exit', removeAll)
  const folder = mkdtempSync(path.join(tmpdir(), 'sitesounder-'))
  temporaryFolders.add(folder)
  return {
    path: folder,
    [Symbol.dispose]: () => {
      removeFolder(folder)
      if (temporaryFolders.size === 0) process.off('exit', removeAll)
    },
  }
}

function removeAll(): void {
  for (const folder of temporaryFolders) removeFolder(folder)
}
