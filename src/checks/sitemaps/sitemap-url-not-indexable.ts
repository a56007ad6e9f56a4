import type { HostFileTarget, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { isBlockedWithSite, SITEMAPS_NOT_FETCHED } from '../host-file-messages.ts'
import { type ListedProblem, listedFindings } from './listed-urls.ts'

export const sitemapUrlNotIndexable: SiteCheck = {
  id: 'sitemap-url-not-indexable',
  scope: 'site',
  type: 'sitemap_issue',
  severity: 'warning',
  title: 'Non-indexable URL in sitemap',
  passedTitle: 'All URLs in sitemaps are indexable',
  why: 'The sitemap says that the page should be indexed, but noindex, its canonical or robots.txt says the opposite. One of the two is a mistake.',
  fix: 'If the page should be indexed, remove noindex, the canonical to another page or the robots.txt rule. Otherwise remove it from the sitemap.',
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
    if (site.crawl.sitemaps === undefined) return { skipped: SITEMAPS_NOT_FETCHED }
    return listedFindings(site, target => findProblem(site, target))
  },
}

async function findProblem(site: SiteFacts, target: HostFileTarget): Promise<ListedProblem | null> {
  const { url, number, googlebotLine } = target
  if (googlebotLine > 0) {
    if (isBlockedWithSite(site, target)) return null
    const one = 'robots.txt blocks for Googlebot'
    return { one, many: one, note: `robots.txt, line ${googlebotLine}` }
  }
  const page = number === null ? null : await site.page(url)
  if (page === null) return null
  if (page.isNoindex) return { one: 'has noindex', many: 'have noindex', note: 'noindex', severity: 'error' }
  if (page.indexability !== 'canonicalised') return null
  return {
    one: 'is canonicalised to another URL',
    many: 'are canonicalised to other URLs',
    note: `canonical: ${page.canonicalUrl}`,
  }
}
