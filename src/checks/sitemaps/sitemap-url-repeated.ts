import type { SitemapOverlap, SitemapReading } from '#shared/host-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'
import { SITEMAPS_NOT_FETCHED } from '../host-file-messages.ts'

export const sitemapUrlRepeated: SiteCheck = {
  id: 'sitemap-url-repeated',
  scope: 'site',
  type: 'sitemap_issue',
  severity: 'info',
  title: 'URL in multiple sitemaps',
  passedTitle: 'No URL is in multiple sitemaps',
  why: 'Search engines accept it, but the figures that they report for each sitemap overlap, and two files may give two dates of the last change for one page.',
  fix: 'List each URL in one sitemap. Often an old file is still named in robots.txt or in the index beside the one that replaced it.',
  sources: [
    { title: 'sitemaps.org: Protocol', url: 'https://www.sitemaps.org/protocol.html' },
    {
      title: 'Google: Manage your sitemaps with a sitemap index file',
      url: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps',
    },
  ],
  check: ({ crawl }) => (crawl.sitemaps === undefined ? { skipped: SITEMAPS_NOT_FETCHED } : findings(crawl.sitemaps)),
}

async function* findings(sitemaps: SitemapReading): AsyncGenerator<SiteFinding, void, undefined> {
  for (const overlap of sitemaps.overlaps ?? []) {
    const finding = findingOf(overlap, sitemaps)
    if (finding !== null) yield finding
  }
}

/** Lists of news, images and videos repeat pages of the other sitemaps on purpose. */
const SPECIAL_NAME = /news|image|video/i

function findingOf({ sitemapNumbers, total, urls }: SitemapOverlap, { files }: SitemapReading): SiteFinding | null {
  const [one, other] = sitemapNumbers.map(number => files[number - 1])
  const [url] = urls
  if (!one || !other || url === undefined) return null
  if ([one, other].some(file => file.isNews || SPECIAL_NAME.test(URL.parse(file.url)?.pathname ?? ''))) return null
  const subject = total === 1 ? url : `${roughCount(total, 'URL')}, such as ${url}`
  return {
    url,
    message: `Two sitemaps, ${one.url} and ${other.url}, list ${subject}`,
    affectedUrls: urls,
    affectedCount: total,
    evidence: [
      tableEvidence({
        label: 'Sitemaps',
        columns: ['Sitemap', 'Listed URLs'],
        items: [one, other],
        row: file => [file.url, file.entries],
      }),
      { kind: 'urls', label: 'URLs in both', urls, total },
    ],
  }
}
