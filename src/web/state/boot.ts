/** What the server passes to this document in its JSON script element `#boot`. */
import { createContext, useContext } from 'react'
import { type Boot, bootSchema } from '#shared/api/boot.ts'
import { CRAWL_LIMIT_FROM_HEADER, CRAWL_LIMIT_MAX } from '#shared/constants.ts'

const defaultBoot: Boot = { maxCrawlLimit: CRAWL_LIMIT_MAX, demoUrl: null }

/** Returns the defaults when the element is missing or has another shape: a screen is better than an error. */
export function parseBoot(json: string | null | undefined): Boot {
  try {
    const boot = bootSchema.safeParse(JSON.parse(json ?? 'null'))
    return boot.success ? boot.data : defaultBoot
  } catch (cause) {
    console.warn('the boot data could not be read', cause)
    return defaultBoot
  }
}

export const BootContext = createContext<Boot>(defaultBoot)

export function useBoot(): Boot {
  return useContext(BootContext)
}

/** The page limit of a crawl whose form has no limit field. */
export function usualCrawlLimit({ maxCrawlLimit }: Pick<Boot, 'maxCrawlLimit'>): number {
  return Math.min(CRAWL_LIMIT_FROM_HEADER, maxCrawlLimit)
}
