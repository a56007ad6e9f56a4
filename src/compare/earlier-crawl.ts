import type { CrawlRow } from '#store/store.ts'

type Crawl = Pick<CrawlRow, 'id' | 'status' | 'counts'>

/** The crawl that a crawl is compared with. `crawls` are the website's, newest first. */
export function earlierCrawl<Row extends Crawl>({ id }: Pick<Crawl, 'id'>, crawls: readonly Row[]): Row | null {
  return earlierCrawls({ id }, crawls)[0] ?? null
}

/** The complete crawls before it that read a page, in the order of `crawls`. */
export function earlierCrawls<Row extends Crawl>({ id }: Pick<Crawl, 'id'>, crawls: readonly Row[]): Row[] {
  return crawls.filter(each => each.id < id && each.status === 'complete' && each.counts.pagesCrawled > 0)
}
