import type { Boot } from '#shared/api/boot.ts'
import type { StartCrawl } from '#shared/api/crawls.ts'
import type { ChosenOptions } from '#shared/crawl-options.ts'

interface Before {
  url: string
  crawlLimit: number
  options: ChosenOptions
}

/** The request that repeats a crawl with its options, as far as the server still allows them. */
export function crawlAgain({ url, crawlLimit, options }: Before, boot: Boot): StartCrawl {
  const { maxCrawlLimit, maxPageSpeedSample = 0, canRenderJavaScript = false } = boot
  const { pageSpeedSample = 0, rendersJavaScript = false } = options
  return {
    url,
    crawlLimit: Math.min(crawlLimit, maxCrawlLimit),
    ...options,
    rendersJavaScript: rendersJavaScript && canRenderJavaScript,
    pageSpeedSample: Math.min(pageSpeedSample, maxPageSpeedSample),
  }
}
