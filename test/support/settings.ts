import type { ApiSettings } from '#api/settings.ts'
import type { SandboxRule } from '#browser/sandbox.ts'
import type { EngineSettings } from '#crawl/engine-settings.ts'
import type { FetchLimits } from '#fetch/fetch.ts'
import { engineData } from '#runtime/engine-data.ts'
import { apiSettings } from '#settings/api-settings.ts'
import { readSettings, type Settings } from '#settings/config.ts'

/**
 * The settings of tests: the product's defaults, so that a new setting needs no line here, and in place of some of them what keeps a
 * test short and the same on every machine.
 */

/** Root has no sandbox, and tests open no pages but their own. */
export const testSandbox: SandboxRule = process.getuid?.() === 0 ? 'off' : 'required'

/** No pauses between attempts, and no page measured unasked: tests wait for nothing but the work itself. */
export const fastSettings: Record<string, string> = {
  'confirm-pause-ms': '0',
  'server-error-pause-ms': '0',
  'external-pause-ms': '0',
  'max-retry-after-seconds': '0',
  pagespeed: 'off',
  // Only where several processes share a database: crawls of one that is gone.
  'claim-seconds': '5',
  port: '0',
  'chromium-sandbox': testSandbox,
}

export function testSettings(flags: Record<string, string> = {}): Settings {
  return readSettings({}, { ...fastSettings, ...flags })
}

/** What the engine's thread is started with. Few requests at once, no waiting for Crawl-delay, small bodies, short timeouts. */
export const testEngineData = engineData(
  testSettings({
    'requests-per-host': '4',
    'requests-per-loopback-host': '4',
    'max-crawl-delay-seconds': '0',
    'user-agent': 'Sitesounder-Test/1.0',
    'connect-timeout-ms': '2000',
    'first-byte-timeout-ms': '10000',
    'total-timeout-ms': '20000',
    'max-body-bytes': '1000000',
    'probe-body-bytes': '16384',
  }),
  { targets: 'any', allow: [] },
)

export const testEngineSettings: EngineSettings = testEngineData.engine

export const testLimits: FetchLimits = { ...testEngineData.limits, largeBodiesAtOnce: 2 }

/** Limits that a test can reach. */
export const testApiSettings: ApiSettings = {
  ...apiSettings(
    testSettings({
      'max-crawl-limit': '500',
      'max-page-speed-sample': '5',
      'max-active-crawls': '100',
      'max-active-crawls-per-visitor': '2',
      'crawls-at-once': '2',
      'max-storage-megabytes': '1000',
      'probe-external': 'false',
      pagespeed: 'auto',
    }),
    { demoUrl: null, ownChecks: [] },
  ),
  renderingObstacle: null,
  bodyLimitBytes: 64 * 1024,
}
