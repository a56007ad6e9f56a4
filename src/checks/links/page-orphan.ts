import { isKnownDepth } from '#shared/crawl-depth.ts'
import type { HostFileTarget, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { each } from '../each.ts'
import { urlEvidence } from '../evidence.ts'
import { SITEMAPS_NOT_FETCHED } from '../host-file-messages.ts'
import { referrersOf } from '../targets/referrers.ts'
import { hyperlinkKinds } from '../targets/target-findings.ts'

export const pageOrphan: SiteCheck = {
  id: 'page-orphan',
  scope: 'site',
  type: 'link_issue',
  severity: 'warning',
  title: 'Orphan page',
  passedTitle: 'No orphan pages in the sitemap',
  why: 'Only a sitemap lists this page; no page links to it. Visitors cannot get there, and search engines consider a page without internal links unimportant.',
  fix: 'Link to the page from its category, from a list or from pages on the same topic, or remove it from the sitemap if it should not be indexed.',
  example: { before: 'Only sitemap.xml lists /guide', after: '/help links to /guide' },
  sources: [
    {
      title: 'Google: Link best practices',
      url: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
    },
  ],
  check(site) {
    if (site.crawl.sitemaps === undefined) return { skipped: SITEMAPS_NOT_FETCHED }
    if (site.crawl.isListOnly) {
      return { skipped: 'The crawl was limited to a list of URLs, so links may exist.' }
    }
    if (!site.crawl.isComplete) {
      return { skipped: 'The crawl did not visit all pages, so links may exist.' }
    }
    return findings(site)
  },
}

/** Enough to see that one of them may be followed. */
const MAX_SOURCES_CHECKED = 20

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const files = site.crawl.sitemaps?.files ?? []
  for await (const target of each(site.hostFileTargets('listed'))) {
    if (target.number === null || isKnownDepth(target.depth) || (await isLinked(site, target))) continue
    if (await isLinkedUnderAnotherUrl(site, target.url)) continue
    const page = await site.page(target.url)
    if (!page?.isEligible || page.isClosed) continue
    const file = files[target.sitemapNumber - 1]
    yield {
      url: page.url,
      message: `Orphan page: no page links to ${page.url}; only a sitemap lists it`,
      affectedUrls: [page.url],
      evidence: file ? [urlEvidence('Listed in', file.url)] : [],
    }
  }
}

/** By a followable link, or a link to a URL that redirects here. */
async function isLinked(site: SiteFacts, { url, kinds }: HostFileTarget): Promise<boolean> {
  if (kinds.includes('redirect')) return true
  const choice = { url, kinds: hyperlinkKinds, isFollowed: true, limit: MAX_SOURCES_CHECKED }
  return (await referrersOf(site, choice)) !== null
}

/** Pages link to a URL that is canonicalised to this one, such as `/en/` for `/en/index.html`. */
async function isLinkedUnderAnotherUrl(site: SiteFacts, url: string): Promise<boolean> {
  const { places } = await site.inlinks(url, { limit: MAX_SOURCES_CHECKED, kinds: ['canonical'] })
  for (const { sourceUrl } of places) {
    if (sourceUrl === url) continue
    const choice = { url: sourceUrl, kinds: hyperlinkKinds, isFollowed: true, limit: MAX_SOURCES_CHECKED }
    if ((await referrersOf(site, choice)) !== null) return true
  }
  return false
}
