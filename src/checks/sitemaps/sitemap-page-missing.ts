import { isKnownDepth } from '#shared/crawl-depth.ts'
import type { SitemapReading } from '#shared/host-facts.ts'
import type { PageSummary, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { directoryGroups } from '../directory-groups.ts'
import { each } from '../each.ts'
import { SITEMAPS_NOT_FETCHED } from '../host-file-messages.ts'
import { referrersOf } from '../targets/referrers.ts'
import { linkingKinds, sharedCauseFinding } from '../targets/target-findings.ts'
import { declareThresholds } from '../thresholds.ts'
import { paginationUrl } from '../urls/pagination-url.ts'
import { carriesTracking } from '../urls/url-variant.ts'

const thresholds = declareThresholds({
  /** Sitemaps of which less than this share of the pages are known speak of another site, or of a copy of this one. */
  minKnownPercent: {
    label: 'Minimum share in sitemaps',
    unit: '%',
    default: 10,
    min: 0,
    max: 100,
    explanation: 'A site whose sitemaps list a smaller share of its pages is not checked.',
  },
})

export const sitemapPageMissing: SiteCheck<typeof thresholds> = {
  id: 'sitemap-page-missing',
  scope: 'site',
  pages: 'eligible',
  type: 'sitemap_issue',
  severity: 'info',
  title: 'Indexable page not in the sitemap',
  passedTitle: 'Sitemaps list all indexable pages',
  why: 'The page is indexable and other pages link to it, but no sitemap lists it. Search engines may learn late about it and its changes.',
  fix: 'Let your CMS add the page to the sitemap, or make it noindex if it should not be found.',
  example: { before: '(not listed)', after: '<url><loc>https://www.example.com/chairs/</loc></url>' },
  sources: [
    {
      title: 'Google: Learn about sitemaps',
      url: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/overview',
    },
  ],
  thresholds,
  check(site, values) {
    const { sitemaps, isComplete, isListOnly } = site.crawl
    if (sitemaps === undefined) return { skipped: SITEMAPS_NOT_FETCHED }
    if (isListOnly) return { skipped: 'The crawl was limited to a list of URLs.' }
    if (!isComplete) return { skipped: 'The crawl did not visit all pages.' }
    if (!sitemaps.isWhole) return { skipped: 'Not every sitemap was read completely.' }
    if (!listsPages(sitemaps)) return { skipped: 'The site has no sitemap that lists pages.' }
    return findings(site, values)
  },
}

function listsPages({ files }: SitemapReading): boolean {
  return files.some(file => (file.kind === 'urls' || file.kind === 'text') && file.entries > 0 && !file.isNews)
}

async function* findings(
  site: SiteFacts,
  { minKnownPercent }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  let listed = 0
  let missing = 0
  for await (const page of each(site.pages())) {
    if (page.isInSitemap) listed++
    else if (isWanted(page)) missing++
  }
  if (listed === 0 || listed * 100 < (listed + missing) * minKnownPercent) return
  for (const urls of await directoryGroups(missingPages(site))) {
    const [first = ''] = urls
    const subject = urls.length === 1 ? first : `${roughCount(urls.length, 'page')} of one directory, such as ${first}`
    const message = `Indexable page not in the sitemap: ${subject}`
    const finding = await sharedCauseFinding(site, {
      urls,
      kinds: linkingKinds,
      namedHow: 'linked from',
      problem: { message },
    })
    if (finding) yield { ...finding, affectedUrls: urls, affectedCount: urls.length }
  }
}

async function* missingPages(site: SiteFacts): AsyncGenerator<string, void, undefined> {
  for await (const page of each(site.pages())) {
    if (!isWanted(page) || (await isListedWithIndexFile(site, page))) continue
    if (await referrersOf(site, { url: page.url, kinds: linkingKinds, limit: 1 })) yield page.url
  }
}

/** The sitemap lists the same page with or without its index file; another check reports the two URLs. */
async function isListedWithIndexFile(site: SiteFacts, { url, textHash }: PageSummary): Promise<boolean> {
  const twinUrl = url.endsWith('/') ? `${url}index.html` : url.replace(/\/index\.html?$/, '/')
  const twin = twinUrl === url ? null : await site.page(twinUrl)
  return twin?.isInSitemap === true && twin.textHash === textHash
}

/** Linked, indexable and not blocked, and neither a paginated page nor a URL with tracking parameters. */
function isWanted({ url, depth, isEligible, isInSitemap, isClosed }: PageSummary): boolean {
  return (
    isEligible &&
    !isInSitemap &&
    !isClosed &&
    isKnownDepth(depth) &&
    !paginationUrl(url).isNumbered &&
    !carriesTracking(url)
  )
}
