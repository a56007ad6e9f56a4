/**
 * Updates the cache with each poll of a running crawl, once per document however many widgets poll: the counts in the sidebar at once,
 * the lists whenever the crawl has progressed, and everything again shortly after the end.
 */
import type { QueryClient } from '@tanstack/react-query'
import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import type { WebsiteResponse } from '#shared/api/websites.ts'
import { REFETCH_AFTER_COMPLETION_MS } from '#shared/constants.ts'
import { isCrawlActive } from './crawls.ts'
import { queryKeys } from './query-client.ts'

interface Snapshot {
  /** Two results with the same progress have the same lists. */
  progress: string
  isActive: boolean
}

function snapshotOf(crawl: CrawlResultResponse): Snapshot {
  const { crawlId, status, phase, pagesCrawled, errorCount, warningCount, infoCount } = crawl
  const progress = [crawlId, status, phase, pagesCrawled, errorCount, warningCount, infoCount].join(' ')
  return { progress, isActive: isCrawlActive(crawl) }
}

/** Returns a function that ends the watch. */
export function watchCrawls(client: QueryClient): () => void {
  const seen = new Map<number, Snapshot>()
  // Results restored from the last document count as seen: their lists are as old, and the crawl has progressed since.
  for (const [[, , crawlId], crawl] of client.getQueriesData<CrawlResultResponse>({ queryKey: ['crawl'] }))
    if (crawl && crawlId === null) seen.set(crawl.websiteId, snapshotOf(crawl))
  const refetch = (kind: string, websiteId: number): void => {
    // The cache reports a failing query itself; the rejected invalidation adds nothing.
    client.invalidateQueries({ queryKey: [kind, websiteId] }).catch(() => {})
  }
  return client.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const [kind, , crawlId] = event.query.queryKey
    if (kind !== 'crawl' || crawlId !== null) return
    const crawl: CrawlResultResponse = event.query.state.data
    const { websiteId } = crawl
    const before = seen.get(websiteId)
    const now = snapshotOf(crawl)
    seen.set(websiteId, now)
    mergeIntoWebsites(client, crawl)
    if (!before || before.progress === now.progress) return
    refetch('pages', websiteId)
    refetch('issues', websiteId)
    if (before.isActive && !now.isActive)
      setTimeout(() => {
        client.invalidateQueries({ queryKey: queryKeys.websites }).catch(() => {})
        for (const list of ['crawl', 'pages', 'issues']) refetch(list, websiteId)
      }, REFETCH_AFTER_COMPLETION_MS)
  })
}

function mergeIntoWebsites(client: QueryClient, crawl: CrawlResultResponse): void {
  const { status, lastCrawled, pagesCrawled, errorCount, warningCount, passedCount } = crawl
  client.setQueryData<WebsiteResponse[]>(queryKeys.websites, websites =>
    websites?.map(website =>
      website.id === crawl.websiteId
        ? { ...website, status, lastCrawled, pagesCrawled, errorCount, warningCount, passedCount }
        : website,
    ),
  )
}
