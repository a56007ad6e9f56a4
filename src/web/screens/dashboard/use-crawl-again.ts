import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { hrefTo } from '#shared/routes.ts'
import { crawlAgain, useStartCrawl } from '../../queries/crawls.ts'
import { useActiveCrawl } from '../../queries/websites.ts'
import { useBoot } from '../../state/boot.ts'

/** Repeats a crawl with its options, and opens the dashboard of the new one. */
export function useCrawlAgain(crawl: CrawlResultResponse | undefined): { start: () => void; isPending: boolean } {
  const boot = useBoot()
  const { website } = useActiveCrawl()
  const { mutate, isPending } = useStartCrawl()
  const start = () => {
    if (!crawl) return
    mutate(crawlAgain({ ...crawl, website }, boot), {
      onSuccess: ({ websiteId }) => location.assign(hrefTo('dashboard', websiteId)),
    })
  }
  return { start, isPending }
}
