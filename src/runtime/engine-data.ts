import path from 'node:path'
import type { EngineSettings } from '#crawl/engine-settings.ts'
import type { TargetPolicy } from '#fetch/fetch.ts'
import { maxStorageBytes } from '#settings/api-settings.ts'
import type { Settings } from '#settings/config.ts'
import { fetchLimits, pageWorkerCount } from '#settings/fetch-limits.ts'
import { MEGABYTE } from '#shared/constants.ts'
import type { OwnCheck } from '#shared/own-check.ts'
import { PRODUCT_TOKEN } from '#shared/robots-test.ts'
import type { OwnCheckFiles } from './own-checks.ts'
import type { RenderSettings } from './render-messages.ts'
import type { EngineThreadData } from './threads.ts'

const MINUTE_MS = 60_000

/** The settings in the form that the engine takes. */
export function engineData(
  settings: Settings,
  policy: TargetPolicy,
  ownChecks: readonly OwnCheck[] = [],
): Omit<EngineThreadData, 'database' | 'credentialsKey'> {
  const engine: EngineSettings = {
    robotsToken: PRODUCT_TOKEN,
    requestsPerHost: settings.requestsPerHost,
    requestsPerLoopbackHost: settings.requestsPerLoopbackHost,
    externalPauseMs: settings.externalPauseMs,
    maxCrawlDelayMs: settings.maxCrawlDelaySeconds * 1_000,
    longCrawlDelayMs: settings.longCrawlDelaySeconds * 1_000,
    maxRetryAfterMs: settings.maxRetryAfterSeconds * 1_000,
    confirmPauseMs: settings.confirmPauseMs,
    serverErrorPauseMs: settings.serverErrorPauseMs,
    resourceProbeFactor: settings.resourceProbeFactor,
    externalProbeFactor: settings.externalProbeFactor,
    externalProbesPerHost: settings.externalProbesPerHost,
    queueFactor: settings.queueFactor,
    maxStorageBytes: maxStorageBytes(settings),
    crawlBaseMs: settings.crawlMinutes * MINUTE_MS,
    crawlMsPerPage: settings.crawlSecondsPerPage * 1_000,
    crawlBaseBytes: settings.crawlMegabytes * MEGABYTE,
    crawlBytesPerPage: settings.crawlMegabytesPerPage * MEGABYTE,
  }
  return {
    sharedLeaseMs: settings.claimSeconds * 1_000,
    pageWorkers: pageWorkerCount(settings),
    crawlsAtOnce: settings.crawlsAtOnce,
    keptCrawls: settings.keptCrawls,
    readTimeoutMs: settings.readTimeoutMs,
    limits: fetchLimits(settings),
    policy,
    engine,
    ownChecks: { ...ownCheckFiles(settings), checks: ownChecks },
    rendering: renderSettings(settings),
  }
}

/** The files of own checks, by absolute paths. */
export function ownCheckFiles({ checkFiles, ownChecksTimeoutMs }: Settings): OwnCheckFiles {
  return { files: checkFiles.map(file => path.resolve(file)), timeoutMs: ownChecksTimeoutMs }
}

function renderSettings(settings: Settings): RenderSettings | null {
  if (!settings.allowRendering) return null
  const { renderTabs: tabs, renderTimeoutMs: timeoutMs, maxBodyBytes: maxBytes, userAgent, chromiumSandbox } = settings
  return { tabs, timeoutMs, maxBytes, userAgent, sandbox: chromiumSandbox }
}
