import type { CrawlRow } from '#store/store.ts'

/** Host names are shorter by their own rules; IPv6 addresses with a port come near. */
const MAX_HOST_LENGTH = 100
const NOT_SAFE = /[^a-z0-9.-]+/g

/** `sitesounder-example.com-issues-2026-01-31.csv`: the day is that of the crawl, in UTC. */
export function exportFileName(
  crawl: Pick<CrawlRow, 'seedUrl' | 'startedMs' | 'createdMs'>,
  { part, extension }: { part: string; extension: string },
): string {
  const host = URL.parse(crawl.seedUrl)?.host ?? ''
  const safe =
    host
      .replace(NOT_SAFE, '-')
      .slice(0, MAX_HOST_LENGTH)
      .replace(/^[.-]+|[.-]+$/g, '') || 'website'
  const day = new Date(crawl.startedMs ?? crawl.createdMs).toISOString().slice(0, 10)
  return `sitesounder-${safe}-${part}-${day}.${extension}`
}
