import type { MeasuredSpeed, MeasurePageSpeed } from '#crawl/page-speed/measure-page-speed.ts'
import type { PageSpeedOptions } from '#pagespeed/open-page-speed.ts'
import type { PageSpeedQuestion, PageSpeedService } from '#pagespeed/page-speed.ts'
import type { PageSpeedFailureCode, PageSpeedResult } from '#pagespeed/result.ts'
import type { Settings } from '#settings/config.ts'
import { loadPatiently } from '#shared/load-patiently.ts'
import type { PageSpeedDevice } from '#shared/page-speed.ts'
import type { Store } from '#store/store.ts'

/** The function of the page speed part that is used. */
export interface PageSpeedMeasurer {
  measure(question: {
    url: string
    device: PageSpeedDevice
    ownerId: number
    /** Never a result from before. */
    isFresh: boolean
    signal: AbortSignal
  }): Promise<PageSpeedResult>
}

/** Failures that concern every page, or are due to other measurements. */
const causes: Partial<Record<PageSpeedFailureCode, 'everything' | 'busy'>> = {
  'browser-missing': 'everything',
  'key-invalid': 'everything',
  'key-restricted': 'everything',
  network: 'everything',
  'quota-exceeded': 'everything',
  'switched-off': 'everything',
  'queue-full': 'busy',
  'too-many-waiting': 'busy',
}

const CLEARED: MeasuredSpeed = { ok: false, cause: 'everything', message: 'the website has been cleared.' }

/**
 * Measures pages of crawls for their owners. Never uses a result from before the crawl: after a fix, the next crawl must show the
 * change.
 */
export function crawlPageSpeed(deps: {
  store: Pick<Store, 'reading' | 'operations'>
  pageSpeed: PageSpeedMeasurer
}): MeasurePageSpeed {
  const { reading, operations } = deps.store
  return async ({ url, device, crawlId, signal }) => {
    // Read each time: a visitor who signs in takes the crawls along.
    const crawl = await reading.crawl(crawlId)
    const website = crawl && (await operations.website(crawl.websiteId))
    if (!website) return CLEARED
    const result = await deps.pageSpeed.measure({ url, device, ownerId: website.ownerId, isFresh: true, signal })
    if (result.ok) return result
    const { code, message } = result.failure
    return { ok: false, message, cause: causes[code] ?? 'page' }
  }
}

/** The page speed part, loaded when it is first needed: most crawls never do. */
interface LazyPageSpeed extends AsyncDisposable {
  open(): Promise<PageSpeedService>
  measure(question: PageSpeedQuestion): Promise<PageSpeedResult>
}

export function lazyPageSpeed(options: () => Promise<PageSpeedOptions>): LazyPageSpeed {
  let opening: Promise<PageSpeedService> | null = null
  const open = () => {
    opening ??= openNow(options)
    return opening
  }
  return {
    open,
    measure: async question => (await open()).measure(question),
    [Symbol.asyncDispose]: async () => (await opening)?.[Symbol.asyncDispose](),
  }
}

async function openNow(options: () => Promise<PageSpeedOptions>): Promise<PageSpeedService> {
  const { openPageSpeed } = await loadPatiently(() => import('#pagespeed/open-page-speed.ts'))
  return openPageSpeed(await options())
}

const GOOGLE_URL = new URL('https://www.googleapis.com/')

/** The settings in the form that the page speed part takes. */
export function pageSpeedOptions(
  settings: Settings,
  given: Pick<PageSpeedOptions, 'policy' | 'results' | 'yieldsToCrawls' | 'log'>,
): PageSpeedOptions {
  return {
    ...given,
    choice: settings.pagespeed,
    key: settings.pagespeedKey,
    serviceUrl: settings.pagespeedUrl ?? GOOGLE_URL,
    maxWaiting: settings.pagespeedQueue,
    environment: process.env,
    sandbox: settings.chromiumSandbox,
  }
}
