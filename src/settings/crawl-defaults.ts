import { type CrawlOptions, defaultCrawlOptions } from '#shared/crawl-options.ts'
import type { Settings } from './config.ts'

/** Options of a crawl as the operator has set them. A setting has the name of its option. */
export function crawlDefaults(settings: Settings): CrawlOptions {
  const { obeysRobots, probesResources, probesExternal, readsSitemaps, dropParameters } = settings
  return {
    ...defaultCrawlOptions,
    obeysRobots,
    probesResources,
    probesExternal,
    readsSitemaps,
    dropParameters: [...dropParameters],
  }
}
