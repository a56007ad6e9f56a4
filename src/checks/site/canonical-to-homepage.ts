import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import type { PageSummary, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { tableEvidence } from '../evidence.ts'
import { isSameSite } from '../same-site.ts'
import { each } from './each.ts'
import { namesFirstPage } from './paginated-canonical.ts'
import { roughCount } from './rough-count.ts'
import { jaccard, shinglesOf } from './shingles.ts'

export const canonicalToHomepage: SiteCheck = {
  id: 'canonical-to-homepage',
  scope: 'site',
  type: 'canonical_issue',
  severity: 'error',
  title: 'Pages name the home page as canonical',
  passedTitle: 'Pages do not give themselves out as the home page',
  why: 'These pages have a text of their own and yet ask search engines to show the home page in their place. Whoever believes it drops them from the results.',
  fix: 'Let every page name its own address. Mostly a template writes the address of the site where that of the page belongs.',
  example: {
    before: '/chairs with <link rel="canonical" href="https://example.com/">',
    after: '/chairs with <link rel="canonical" href="https://example.com/chairs">',
  },
  sources: [
    {
      title: 'Google: Five common mistakes with rel=canonical',
      url: 'https://developers.google.com/search/blog/2013/04/5-common-mistakes-with-relcanonical',
    },
    {
      title: 'Lighthouse: Document has a valid rel=canonical',
      url: 'https://developer.chrome.com/docs/lighthouse/seo/canonical',
    },
  ],
  check: findings,
}

const LEAST_PAGES = 3
/** Shorter texts say too little to be called different. */
const LEAST_WORDS = 50
const MOST_SIMILAR = 0.5
/** Texts that are compared with that of the home page. */
const MAX_COMPARED = 200

interface Compared {
  url: string
  similarity: number
}

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const { homeUrl } = site.crawl
  if (homeUrl === null) return
  const home = shinglesOf(await site.mainText(homeUrl))
  const different: Compared[] = []
  let compared = 0
  for await (const page of each(site.pages())) {
    if (!namesHome(page, site) || compared >= MAX_COMPARED) continue
    compared++
    const similarity = jaccard(home, shinglesOf(await site.mainText(page.url)))
    if (similarity < MOST_SIMILAR) different.push({ url: page.url, similarity })
  }
  if (different.length < LEAST_PAGES) return
  const urls = different.map(page => page.url)
  yield {
    url: urls[0] ?? homeUrl,
    message: `Pages name the home page as canonical: ${roughCount(urls.length, 'page')} with a text of their own`,
    affectedUrls: urls.slice(0, MAX_EVIDENCE_URLS),
    affectedCount: urls.length,
    details: { targetUrl: homeUrl },
    evidence: [
      tableEvidence({
        label: 'Pages and how much of their text is that of the home page',
        columns: ['Page', 'Common'],
        items: different,
        row: ({ url, similarity }) => [url, `${Math.round(similarity * 100)} %`],
      }),
    ],
  }
}

function namesHome(page: PageSummary, { crawl }: SiteFacts): boolean {
  const { url, canonicalUrl, wordCount } = page
  if (canonicalUrl === null || url === crawl.homeUrl || isRoot(url) || wordCount < LEAST_WORDS) return false
  if (namesFirstPage(page)) return false
  // A copy on a private host names the public address.
  if (!crawl.isPrivateHost && !isSameSite(url, canonicalUrl)) return false
  return canonicalUrl === crawl.homeUrl || (isRoot(canonicalUrl) && new URL(canonicalUrl).search === '')
}

function isRoot(url: string): boolean {
  return URL.parse(url)?.pathname === '/'
}
