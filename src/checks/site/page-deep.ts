import type { PageSummary, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { each } from './each.ts'
import { linkingKinds } from './targets.ts'

export const pageDeep: SiteCheck = {
  id: 'page-deep',
  scope: 'site',
  type: 'link_issue',
  severity: 'info',
  title: 'Page many clicks from the start',
  passedTitle: 'Pages are within three clicks of the start',
  why: 'Few visitors click that far, and search engines take pages far from the start for less important and visit them less often.',
  fix: 'Link to the page from one nearer to the start: a category, a hub page, a list of the best or newest.',
  example: {
    before: 'Start → Archive → 2019 → May → Page 4 → the page',
    after: 'Start → Guides → the page',
  },
  sources: [
    {
      title: 'Google: Link best practices',
      url: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
    },
    {
      title: 'Google: Site structure of e-commerce sites',
      url: 'https://developers.google.com/search/docs/specialty/ecommerce/help-google-understand-your-ecommerce-site-structure',
    },
  ],
  check: findings,
}

/** The usual advice, which the site structure screen gives, too. */
const MOST_CLICKS = 3
const WARNING_FROM_CLICKS = 6

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  for await (const page of each(site.pages())) {
    if (!page.isEligible || page.depth <= MOST_CLICKS) continue
    const path = await shortestPath(site, page)
    const source = path.at(-2)
    if (source === undefined) continue
    yield {
      url: page.url,
      message: `${counted(page.depth, 'click')} from the start to ${page.url}`,
      severity: page.depth >= WARNING_FROM_CLICKS ? 'warning' : 'info',
      affectedUrls: [page.url],
      details: {
        sourceUrl: source,
        directReferrer: source,
        referringSources: [source],
        highPrioritySource: false,
        targetUrl: page.url,
      },
      evidence: [{ kind: 'urls', label: 'Shortest path', urls: path, total: path.length }],
    }
  }
}

/**
 * From the start to the page. Pages are numbered in order of their distance from the start, so the first source of a page is
 * one of the nearest; a path that comes in by a redirect begins where it can be followed no further.
 */
async function shortestPath(site: SiteFacts, { url, depth }: PageSummary): Promise<string[]> {
  const path = [url]
  for (let distance = depth; distance > 0; distance--) {
    const [current = url] = path
    const { places } = await site.inlinks(current, { limit: 1, kinds: linkingKinds })
    const [nearest] = places
    if (!nearest || nearest.sourceDepth >= distance) break
    path.unshift(nearest.sourceUrl)
  }
  return path
}
