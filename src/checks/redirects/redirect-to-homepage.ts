import type { SiteFacts, Target } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { urlEvidence } from '../evidence.ts'
import { linkingKinds, redirectingTargets, sharedCauseFinding } from '../targets/target-findings.ts'
import { declareThresholds } from '../thresholds.ts'

const thresholds = declareThresholds({
  minPages: {
    label: 'Minimum URLs',
    unit: 'pages',
    default: 3,
    min: 1,
    max: 1_000,
    explanation: 'Fewer URLs that redirect to the home page are not reported.',
  },
})

export const redirectToHomepage: SiteCheck<typeof thresholds> = {
  id: 'redirect-to-homepage',
  scope: 'site',
  type: 'redirect',
  severity: 'warning',
  title: 'Linked pages redirect to the home page',
  passedTitle: 'Linked pages do not redirect to the home page',
  why: 'Visitors who follow the link look for a certain page and land on the home page without a word. Google treats such redirects as soft 404 errors: links to the old pages count for nothing.',
  fix: 'Redirect each old URL to the page that replaces it. If there is none, respond with 404 or 410, and remove the links.',
  example: { before: '/lamps/brass → 301 → /', after: '/lamps/brass → 301 → /lamps/' },
  sources: [
    {
      title: 'Google: Site moves with URL changes',
      url: 'https://developers.google.com/search/docs/crawling-indexing/site-move-with-url-changes',
    },
  ],
  thresholds,
  check: (site, { minPages }) => findings(site, minPages),
}

async function* findings(site: SiteFacts, minPages: number): AsyncGenerator<SiteFinding, void, undefined> {
  const { homeUrl } = site.crawl
  if (homeUrl === null) return
  const urls: string[] = []
  for await (const target of redirectingTargets(site)) {
    if (urls.length < MAX_URLS && target.finalUrl === homeUrl && isOldPage(target)) urls.push(target.url)
  }
  if (urls.length < minPages) return
  const finding = await sharedCauseFinding(site, {
    urls,
    kinds: linkingKinds,
    namedHow: 'linked from',
    problem: {
      message: `Linked pages redirect to the home page: ${roughCount(urls.length, 'URL')}, such as ${urls[0]}`,
      evidence: [urlEvidence('Home page', homeUrl)],
    },
  })
  if (finding) yield finding
}

const MAX_URLS = 1_000
/** Other names of the home page itself, and pages that send visitors home once they have done what they are for. */
const HOME_NAME = /^\/(?:(?:index|default|home|start|main|startseite|accueil)(?:\.[a-z]+)?\/?)?$/i
const PASSING_PAGE =
  /(?:log-?(?:in|out)|sign-?(?:in|out|up)|account|auth|session|cart|checkout|lang|locale|redirect|share)/i

function isOldPage({ url, finalStatus }: Target): boolean {
  const parsed = URL.parse(url)
  if (finalStatus !== 200 || parsed === null || parsed.search !== '') return false
  // `/de` and `/en/` are the home page of a language.
  const { pathname } = parsed
  return !HOME_NAME.test(pathname) && !PASSING_PAGE.test(pathname) && !/^\/[a-z]{2}(?:-[a-z]{2})?\/?$/i.test(pathname)
}
