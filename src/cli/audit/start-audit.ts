import type { Product } from '#runtime/product.ts'
import { crawlDefaults, renderingObstacle } from '#settings/api-settings.ts'
import type { Settings } from '#settings/config.ts'
import { CRAWL_LIMIT_DEFAULT } from '#shared/constants.ts'
import type { Credentials } from '#shared/credentials.ts'
import type { CrawlRow, Store } from '#store/store.ts'
import { UsageError } from '../command.ts'
import type { AuditRequest } from './audit-options.ts'
import type { AuditSettings } from './audit-settings.ts'

/** The crawl of an audit, from its start to its end, for the command line and for the library. */

/** Owner of what is crawled without a server; no cookie hashes to it. */
const OWNER = 'command-line'

export interface AuditedSite {
  request: Pick<AuditRequest, 'url' | 'isHttpsAssumed' | 'limit' | 'options'>
  settings: Settings
  /** Checks, mutes and thresholds of the website. */
  fileSettings: AuditSettings | null
  /** The URLs that alone are visited. */
  urls: string[] | null
  /** For the website; encrypted in the store with the key that the product was opened with. */
  credentials: Credentials | null
}

/**
 * Starts the crawl; resolves with its id.
 * @throws UsageError for a website that may not be crawled, or scripts of pages that cannot be run.
 */
export async function startAudit(
  { store, control }: Product,
  { request, settings, fileSettings, urls, credentials }: AuditedSite,
): Promise<number> {
  const obstacle = request.options.rendersJavaScript ? renderingObstacle(settings) : null
  if (obstacle !== null) throw new UsageError(obstacle)
  const result = await control.checkTarget(request.url, request.options.hostMap)
  if (!result.ok) throw new UsageError(result.message)
  const nowMs = Date.now()
  const ownerId = (await store.visitors.findOwner(OWNER, nowMs)) ?? (await store.visitors.createOwner(OWNER, nowMs))
  const { crawlId, websiteId } = await store.websites.startCrawl({
    ownerId,
    url: request.url,
    crawlLimit: urls ? Math.max(urls.length, Math.min(request.limit, CRAWL_LIMIT_DEFAULT)) : request.limit,
    options: {
      ...crawlDefaults(settings),
      ...request.options,
      isHttpsAssumed: request.isHttpsAssumed,
      isListOnly: urls !== null,
      ...(fileSettings && { thresholds: [...fileSettings.thresholds] }),
      ...(fileSettings && fileSettings.rules.length > 0 && { rules: [...fileSettings.rules] }),
    },
    ...(urls && { urls }),
    ...(credentials && { credentials }),
    nowMs,
  })
  if (fileSettings) await (await import('./audit-settings.ts')).applySettings(store, { websiteId, fileSettings, nowMs })
  control.wake()
  return crawlId
}

/** The crawl will end early; its report has what was crawled by then. */
export async function stopAudit({ store, control }: Product, crawlId: number): Promise<void> {
  await store.crawls.requestStop(crawlId)
  control.stop(crawlId)
}

interface Waiting {
  crawlId: number
  intervalMs: number
  /** Sees the crawl at intervals, last of all as it ended; what it throws ends the waiting. */
  onState(crawl: CrawlRow): void | Promise<void>
}

/** Resolves with the crawl as it ended. */
export async function waitForEnd(
  { reading }: Pick<Store, 'reading'>,
  { crawlId, intervalMs, onState }: Waiting,
): Promise<CrawlRow> {
  for (;;) {
    const crawl = await reading.crawl(crawlId)
    if (!crawl) throw new Error('the crawl is gone')
    await onState(crawl)
    if (crawl.status === 'complete') return crawl
    await new Promise(resolve => setTimeout(resolve, intervalMs))
  }
}
