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
    label: 'Fewest pages',
    unit: 'pages',
    default: 3,
    min: 1,
    max: 1_000,
    explanation: 'Fewer pages that name the home page are not reported.',
  },
  /** Shorter texts say too little to be called different. */
  minWords: {
    label: 'Fewest words',
    unit: 'words',
    default: 50,
    min: 1,
    max: 5_000,
    explanation: 'Pages whose main text has fewer are not compared with the home page.',
  },
  maxPercent: {
    label: 'Likeness to the home page',
    unit: '%',
    default: 50,
    min: 1,
    max: 100,
    explanation: 'A page that is as much like the home page, or more, is its copy and not reported.',
  },
})

export const canonicalToHomepage: SiteCheck<typeof thresholds> = {
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
  const { url, canonicalUrl } = page
  if (canonicalUrl === null || url === crawl.homeUrl || isRoot(url)) return false
  if (namesFirstPage(page)) return false
  // A copy on a private host names the public address.
  if (!crawl.isPrivateHost && !isSameSite(url, canonicalUrl)) return false
  return canonicalUrl === crawl.homeUrl || (isRoot(canonicalUrl) && new URL(canonicalUrl).search === '')
}

function isRoot(url: string): boolean {
  return URL.parse(url)?.pathname === '/'
}
