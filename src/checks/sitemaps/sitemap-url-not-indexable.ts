import type { HostFileTarget, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { hasForeignCanonical } from '../eligible.ts'
import { isClosedWithSite, SITEMAPS_NOT_ASKED } from '../host-file-messages.ts'
import { type ListedVerdict, listedFindings } from './listed-urls.ts'

export const sitemapUrlNotIndexable: SiteCheck = {
  id: 'sitemap-url-not-indexable',
  scope: 'site',
  type: 'sitemap_issue',
  severity: 'warning',
  title: 'A sitemap lists a page that is kept out of search',
  passedTitle: 'Pages in sitemaps may be shown in search',
  why: 'The sitemap asks for the page to be found, and the page, its canonical or robots.txt asks for the opposite. One of the two is a slip.',
  fix: 'Where the page should be found, take noindex, the foreign canonical or the rule of robots.txt away. Where it should not, take it out of the sitemap.',
  example: { before: 'listed, and <meta name="robots" content="noindex">', after: 'listed, and no noindex' },
  sources: [
    {
      title: 'Google: Build and submit a sitemap',
      url: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
    },
    {
      title: 'Google: Block indexing with noindex',
      url: 'https://developers.google.com/search/docs/crawling-indexing/block-indexing',
    },
  ],
  check(site) {
    if (site.crawl.sitemaps === undefined) return { skipped: SITEMAPS_NOT_ASKED }
    return listedFindings(site, target => judge(site, target))
  },
}

async function judge(site: SiteFacts, target: HostFileTarget): Promise<ListedVerdict | null> {
  const { url, number, googlebotLine } = target
  if (googlebotLine > 0) {
    if (isClosedWithSite(site, target)) return null
    const one = 'robots.txt closes to Googlebot'
    return { one, many: one, note: `robots.txt, line ${googlebotLine}` }
  }
  const page = number === null ? null : await site.page(url)
  if (page === null) return null
  if (page.isNoindex) return { one: 'asks not to be indexed', many: 'ask not to be indexed', note: 'noindex' }
  if (!hasForeignCanonical({ ...page, isPrivateHost: site.crawl.isPrivateHost })) return null
  return {
    one: 'names another address as its canonical',
    many: 'name other addresses as their canonicals',
    note: `canonical: ${page.canonicalUrl}`,
  }
}
