import { type AddressRange, parseAddressRange } from '#api/address-range.ts'
import type { DayShare } from '#api/day-shares.ts'
import type { ApiSettings } from '#api/settings.ts'
import { mayHaveBrowser } from '#browser/find-browser.ts'
import { sandboxObstacle } from '#browser/sandbox.ts'
import type { ScheduleLimits } from '#monitoring/next-run.ts'
import { MEGABYTE } from '#shared/constants.ts'
import { type CrawlOptions, crawlOptionsSchema, defaultCrawlOptions } from '#shared/crawl-options.ts'
import type { OwnCheck } from '#shared/own-check.ts'
import type { Settings } from './config.ts'
import { isPublicServer } from './fetch-limits.ts'
import { SettingError } from './setting.ts'

/**
 * Options of a crawl as the operator has set them. A setting has the name of its option; a crawl names a user agent, or a proxy, only where its
 * visitor chose one.
 */
export function crawlDefaults(settings: Settings): CrawlOptions {
  return crawlOptionsSchema.parse({ ...defaultCrawlOptions, ...settings, userAgent: '', proxy: '' })
}

/** The storage quota as the engine and the API count it. */
export function maxStorageBytes({ maxStorageMegabytes }: Pick<Settings, 'maxStorageMegabytes'>): number {
  return maxStorageMegabytes * MEGABYTE
}

/** Room for a list of 500 long URLs; everything else is small. */
const BODY_LIMIT_BYTES = 256 * 1024
const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** The settings of the API. @throws SettingError for a trusted proxy that is neither an IP address nor a range. */
export function apiSettings(
  settings: Settings,
  { demoUrl, ownChecks }: { demoUrl: string | null; ownChecks: readonly OwnCheck[] },
): ApiSettings {
  return {
    maxCrawlLimit: settings.maxCrawlLimit,
    maxPageSpeedSample: settings.maxPageSpeedSample,
    ephemeralSeconds: settings.ephemeralSeconds,
    publicUrl: settings.publicUrl,
    trustedProxies: settings.trustedProxies.map(trustedProxy),
    sessionIdleMs: settings.sessionIdleMinutes * MINUTE_MS,
    sessionMs: settings.sessionHours * HOUR_MS,
    requestsPerMinute: settings.requestsPerMinute,
    requestsPerMinutePerAddress: settings.requestsPerMinutePerAddress,
    shareRequestsPerMinute: settings.shareRequestsPerMinute,
    shareDays: Math.min(settings.shareDays, settings.maxShareDays),
    maxShareDays: settings.maxShareDays,
    maxActiveCrawls: settings.maxActiveCrawls,
    crawlsAtOnce: settings.crawlsAtOnce,
    maxActiveCrawlsPerVisitor: settings.maxActiveCrawlsPerVisitor,
    maxActiveCrawlsPerAddress: settings.maxActiveCrawlsPerAddress,
    maxStorageBytes: maxStorageBytes(settings),
    dayShares: isPublicServer(settings)
      ? {
          visitor: dayShare(settings.dayMegabytesPerVisitor, settings.dayHoursPerVisitor),
          network: dayShare(settings.dayMegabytesPerAddress, settings.dayHoursPerAddress),
        }
      : null,
    crawlAllowance: {
      base: { bytes: settings.crawlMegabytes * MEGABYTE, ms: settings.crawlMinutes * MINUTE_MS },
      perPage: { bytes: settings.crawlMegabytesPerPage * MEGABYTE, ms: settings.crawlSecondsPerPage * SECOND_MS },
    },
    ownChecks,
    crawlDefaults: crawlDefaults(settings),
    crawlerChoice: settings.crawlerChoice,
    allowsAnyUserAgent: settings.allowsAnyUserAgent,
    proxyNames: Object.keys(settings.crawlProxies),
    hostMaps: settings.hostMaps,
    crawlRate: {
      requestsPerHost: settings.requestsPerHost,
      renderTabs: settings.renderTabs,
      resourceProbeFactor: settings.resourceProbeFactor,
      externalProbeFactor: settings.externalProbeFactor,
    },
    crawlDelays: {
      maxSeconds: settings.maxCrawlDelaySeconds,
      longSeconds: settings.longCrawlDelaySeconds,
      crawlMinutes: settings.crawlMinutes,
    },
    maxSchedules: settings.maxSchedules,
    schedules: scheduleLimits(settings),
    lightCheckMinMinutes: settings.lightCheckMinMinutes,
    demoUrl,
    measuresPageSpeed: settings.pagespeed !== 'off',
    renderingObstacle: renderingObstacle(settings),
    renderingNeedsAccount:
      settings.visitorsMayRender === 'auto' ? isPublicServer(settings) : settings.visitorsMayRender === 'false',
    bodyLimitBytes: BODY_LIMIT_BYTES,
    maxUploadBytes: settings.maxUploadMegabytes * MEGABYTE,
  }
}

/** How often websites may be crawled by themselves. */
export function scheduleLimits({
  scheduleMinMinutes,
  scheduleSpreadMinutes,
}: Pick<Settings, 'scheduleMinMinutes' | 'scheduleSpreadMinutes'>): ScheduleLimits {
  return { minMinutes: scheduleMinMinutes, spreadMinutes: scheduleSpreadMinutes }
}

function dayShare(megabytes: number, hours: number): DayShare {
  return { bytes: megabytes * MEGABYTE, ms: hours * HOUR_MS }
}

function trustedProxy(text: string): AddressRange {
  const range = parseAddressRange(text)
  if (!range) {
    throw new SettingError(
      `SITESOUNDER_TRUSTED_PROXIES must be a list of IP addresses and CIDR ranges, such as 127.0.0.1 or 10.0.0.0/8; “${text}” is neither.`,
    )
  }
  return range
}

/** Why no crawl can have the scripts of its pages run, for a person; null when it can. */
export function renderingObstacle({
  allowRendering,
  chromiumSandbox,
}: Pick<Settings, 'allowRendering' | 'chromiumSandbox'>): string | null {
  if (!allowRendering) return 'The operator of this server does not allow the scripts of pages to be run.'
  if (mayHaveBrowser()) return sandboxObstacle(chromiumSandbox)
  return 'The scripts of pages cannot be run: there is no Chromium on this machine. Install Chromium or Chrome, or set CHROME_PATH to one.'
}
