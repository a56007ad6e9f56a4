import type { PageSpeedOptions } from '#pagespeed/open-page-speed.ts'
import type { PageSpeedQuestion, PageSpeedService } from '#pagespeed/page-speed.ts'
import type { PageSpeedResult } from '#pagespeed/result.ts'
import { loadPatiently } from '#shared/load-patiently.ts'

/** The part that measures page speed, opened when it is first needed: most crawls never read its code. */
export interface LazyPageSpeed extends AsyncDisposable {
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
