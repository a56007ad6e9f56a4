import { browsers } from '#browser/find-browser.ts'
import type { SandboxRule } from '#browser/sandbox.ts'
import { checkHost } from '#fetch/address-guard.ts'
import type { TargetPolicy } from '#fetch/fetch.ts'
import type { After } from '#shared/wait.ts'
import type { PageSpeedStore } from '#store/store.ts'
import { createGooglePageSpeed } from './google-page-speed.ts'
import { createLocalLighthouse } from './local-lighthouse.ts'
import { createPageSpeed, type PageSpeedChoice, type PageSpeedService } from './page-speed.ts'

export interface PageSpeedOptions {
  choice: PageSpeedChoice
  /** Of Google's PageSpeed Insights; null: it is not used. */
  key: string | null
  serviceUrl: URL
  maxWaiting: number
  /** Which IP addresses may be reached: the policy of crawls. */
  policy: TargetPolicy
  /** Earlier results; null: none is kept. */
  results: PageSpeedStore | null
  environment: Readonly<Record<string, string | undefined>>
  sandbox: SandboxRule
  /** Crawls and responses come before measuring. */
  yieldsToCrawls: boolean
  log: (event: string, details: Record<string, unknown>) => void
}

/** The part with its real clock, browser and network. */
export function openPageSpeed(options: PageSpeedOptions): PageSpeedService {
  const { choice, key, serviceUrl, maxWaiting, policy, results, environment, sandbox, yieldsToCrawls, log } = options
  const check = async (url: string, by: TargetPolicy) => {
    const checked = await checkHost({ url, policy: by })
    return checked.ok ? checked : { ok: false as const, message: checked.detail }
  }
  return createPageSpeed({
    choice,
    google: key === null ? null : createGooglePageSpeed({ serviceUrl, key, now: Date.now, after, random: Math.random }),
    local: createLocalLighthouse({ policy, browsers, environment, sandbox, yieldsToCrawls, after, log }),
    results,
    checkTarget: url => check(url, policy),
    // The operator's exceptions can be reached from this server only.
    isPublic: async url => (await check(url, { targets: 'public', allow: [] })).ok,
    maxWaiting,
    now: Date.now,
  })
}

const after: After = (ms, callback) => {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}
