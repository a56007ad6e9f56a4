import { withoutIndexFile } from '#shared/canonical.ts'
import type { Evidence } from '#shared/model.ts'
import type { PageSummary, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { each } from '../each.ts'
import { textEvidence } from '../evidence.ts'
import { referrerDetails, referrerEvidence, referrersOf } from '../targets/referrers.ts'
import { linkingKinds } from '../targets/target-findings.ts'
import { declareThresholds } from '../thresholds.ts'
import { paginationUrl } from '../urls/pagination-url.ts'
import { carriesTracking } from '../urls/url-variant.ts'

const thresholds = declareThresholds({
  /** Pages nearer to the start are found without further links. */
  minDepth: {
    label: 'Minimum crawl depth',
    unit: 'clicks',
    default: 2,
    min: 1,
    max: 100,
    explanation: 'A page with a lower crawl depth is not reported.',
  },
})

export const pageSingleInlink: SiteCheck<typeof thresholds> = {
  id: 'page-single-inlink',
  scope: 'site',
  type: 'link_issue',
  severity: 'info',
  title: 'Page with only one internal inlink',
  passedTitle: 'Pages have more than one internal inlink',
  why: 'Visitors easily miss a page that only one other page links to, and search engines consider it unimportant. If that one link is removed, the page becomes an orphan page.',
  fix: 'Link to the page from other pages on the same topic, from its category or from a list of related pages.',
  example: {
    before: 'Only /blog/2019/ links to /guide',
    after: '/products and /help link to /guide, too',
  },
  sources: [
    {
      title: 'Google: Link best practices',
      url: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
    },
  ],
  thresholds,
  check(site, values) {
    if (site.crawl.isListOnly) {
      return { skipped: 'The crawl was limited to a list of URLs, so more links may exist.' }
    }
    if (!site.crawl.isComplete) {
      return { skipped: 'The crawl did not visit all pages, so more links may exist.' }
    }
    return findings(site, values)
  },
}

/** The page itself may be among the counted sources. */
const MOST_COUNTED_SOURCES = 2

async function* findings(
  site: SiteFacts,
  { minDepth }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  for await (const page of each(site.pages())) {
    const { url, depth, isEligible, isClosed, inlinkCount } = page
    if (!isEligible || isClosed || depth < minDepth || inlinkCount > MOST_COUNTED_SOURCES) continue
    // The second page of a list is rightly linked from the first alone, and that of a campaign best from nowhere.
    if (paginationUrl(url).isNumbered || carriesTracking(url)) continue
    const linked = await referrersOf(site, { url, kinds: linkingKinds })
    if (linked?.total !== 1 || (await isRedirectedTo(site, url)) || (await hasTwin(site, page))) continue
    const [source = ''] = linked.sources
    yield {
      url,
      message: `Only one page links to ${url}: ${source}`,
      affectedUrls: [url],
      details: { ...referrerDetails(linked), targetUrl: url },
      evidence: [...(await rankOf(site, source)), ...referrerEvidence(linked)],
    }
  }
}

/** How much the one link is worth; nothing of a page that has no rank, since search engines may not list it. */
async function rankOf(site: SiteFacts, source: string): Promise<Evidence[]> {
  const score = (await site.linkScores([source])).get(source)?.linkScore ?? null
  return score === null ? [] : [textEvidence('Link score of the linking page (0 to 100)', String(score))]
}

/** The page is the same as that of its folder, of a usual index file in it, or without parameters, and links lead there as well. */
async function hasTwin(site: SiteFacts, { url, textHash }: PageSummary): Promise<boolean> {
  const folder = withoutIndexFile(url)
  const others = [
    ...(folder === url && url.endsWith('/') ? INDEX_FILES.map(name => `${url}${name}`) : [folder]),
    ...(url.includes('?') ? [url.slice(0, url.indexOf('?'))] : []),
  ]
  for (const other of others) {
    const twin = other === url ? null : await site.page(other)
    if (twin?.textHash === textHash) return true
  }
  return false
}

const INDEX_FILES = ['index.html', 'index.htm', 'index.php']

/** Links to a URL that redirects here lead here as well. */
async function isRedirectedTo(site: SiteFacts, url: string): Promise<boolean> {
  const target = await site.target(url)
  return target?.kinds.includes('redirect') ?? false
}
