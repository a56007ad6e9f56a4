import type { PageOfCrawl } from '../../queries/page-detail.ts'

/** Why a page has no links in a direction, as a sentence. */
export function noLinksText(direction: 'in' | 'out', { isCrawlActive }: Pick<PageOfCrawl, 'isCrawlActive'>): string {
  if (direction === 'out') return 'This page has no links.'
  return isCrawlActive ? 'Links to a page are counted at the end of the crawl.' : 'No other page links here.'
}
