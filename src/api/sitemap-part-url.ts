import { streams } from '#shared/api/streams.ts'

interface SitemapPart {
  server: URL
  websiteId: number
  /** Named, so that a newer crawl does not change the parts while they are fetched. */
  crawlId: number
  /** From 1. */
  part: number
  isCompressed: boolean
}

/** The absolute address under which an index of sitemaps names one of its parts. */
export function sitemapPartUrl({ server, websiteId, crawlId, part, isCompressed }: SitemapPart): string {
  const url = new URL(streams.sitemap.path.replace(':id', String(websiteId)), server)
  url.searchParams.set('crawl', String(crawlId))
  url.searchParams.set('part', String(part))
  if (isCompressed) url.searchParams.set('gzip', 'true')
  return url.href
}
