import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import type { PageSummary, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { jaccard, shinglesOf } from '../duplicates/shingles.ts'
import { each } from '../each.ts'
import { tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'
import { isSameSite } from '../url-parts.ts'
import { namesFirstPage } from './paginated-canonical.ts'

const thresholds = declareThresholds({
  minPages: {
    label: 'Minimum pages',
    unit: 'pages',
    default: 3,
    min: 1,
    max: 1_000,
    explanation: 'Fewer pages with the home page as canonical are not reported.',
  },
  /** Shorter texts say too little to be called different. */
  minWords: {
    label: 'Minimum words',
    unit: 'words',
    default: 50,
    min: 1,
    max: 5_000,
    explanation: 'Pages with fewer words in the main content are not compared with the home page.',
  },
  maxPercent: {
    label: 'Similarity to the home page',
    unit: '%',
    default: 50,
    min: 1,
    max: 100,
    explanation: 'A page that is at least this similar to the home page counts as a copy of it and is not reported.',
  },
})

export const canonicalToHomepage: SiteCheck<typeof thresholds> = {
  id: 'canonical-to-homepage',
  scope: 'site',
  type: 'canonical_issue',
  severity: 'error',
  title: 'Pages canonicalised to the home page',
  passedTitle: 'No pages are canonicalised to the home page',
  why: 'These pages have their own content, yet ask search engines to show the home page in their place. Search engines that follow the canonical drop them from the results.',
  fix: 'Let every page name its own URL. Usually a template writes the base URL of the site instead of the URL of the page.',
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
  thresholds,
  check: findings,
}

/** Texts that are compared with that of the home page. */
const MAX_COMPARED = 200

interface Compared {
  url: string
  similarity: number
}

async function* findings(
  site: SiteFacts,
  values: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  const { minPages, minWords, maxPercent } = values
  const { homeUrl } = site.crawl
  if (homeUrl === null) return
  const home = shinglesOf(await site.mainText(homeUrl))
  const different: Compared[] = []
  let compared = 0
  for await (const page of each(site.pages())) {
    if (page.wordCount < minWords || !namesHome(page, site) || compared >= MAX_COMPARED) continue
    compared++
    const similarity = jaccard(home, shinglesOf(await site.mainText(page.url)))
    if (similarity * 100 < maxPercent) different.push({ url: page.url, similarity })
  }
  if (different.length < minPages) return
  const urls = different.map(page => page.url)
  yield {
    url: urls[0] ?? homeUrl,
    message: `Pages canonicalised to the home page: ${roughCount(urls.length, 'page')} with their own content`,
    affectedUrls: urls.slice(0, MAX_EVIDENCE_URLS),
    affectedCount: urls.length,
    details: { targetUrl: homeUrl },
    evidence: [
      tableEvidence({
        label: 'Similarity to the home page',
        columns: ['Page', 'Similarity'],
        items: different,
        row: ({ url, similarity }) => [url, `${Math.round(similarity * 100)} %`],
      }),
    ],
  }
}

function namesHome(page: PageSummary, { crawl }: SiteFacts): boolean {
  const { url, canonicalUrl } = page
  if (canonicalUrl === null || url === crawl.homeUrl || isRoot(url)) return false
  if (namesFirstPage(page)) return false
  // A copy on a private host has the public URL as canonical.
  if (!crawl.isPrivateHost && !isSameSite(url, canonicalUrl)) return false
  return canonicalUrl === crawl.homeUrl || (isRoot(canonicalUrl) && new URL(canonicalUrl).search === '')
}

function isRoot(url: string): boolean {
  return URL.parse(url)?.pathname === '/'
}
