import type { TargetPolicy } from '#fetch/fetch.ts'
import type { PageSpeedOptions } from '#pagespeed/open-page-speed.ts'
import type { Settings } from '#settings/config.ts'
import type { PageSpeedStore } from '#store/store.ts'
import type { Log } from './operator-log.ts'

const GOOGLE_URL = new URL('https://www.googleapis.com/')

/** The settings as the part that measures page speed takes them. */
export function pageSpeedOptions(
  settings: Settings,
  given: { policy: TargetPolicy; results: PageSpeedStore | null; log: Log },
): PageSpeedOptions {
  return {
    ...given,
    choice: settings.pagespeed,
    key: settings.pagespeedKey,
    serviceUrl: settings.pagespeedUrl ?? GOOGLE_URL,
    maxWaiting: settings.pagespeedQueue,
    environment: process.env,
  }
}
