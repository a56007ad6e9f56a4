import type { KeptFacts, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { isSentOn } from '../eligible.ts'
import { robotsEvidence } from './robots-evidence.ts'

export const homepageNoindex: SiteCheck = {
  id: 'homepage-noindex',
  scope: 'site',
  type: 'indexability_issue',
  severity: 'error',
  points: 20,
  title: 'Home page has noindex',
  passedTitle: 'The home page is indexable',
  why: 'The home page has noindex, so search engines drop it from their results, and with it the page that most people find by the name of the site.',
  fix: 'Remove noindex from the robots meta tag or the X-Robots-Tag header of the home page. Often it is left over from a staging server or from a setting such as "Discourage search engines".',
  example: {
    before: '<meta name="robots" content="noindex, nofollow">',
    after: '<meta name="robots" content="index, follow">',
  },
  sources: [
    {
      title: 'Google: Robots meta tag and X-Robots-Tag',
      url: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
    },
    {
      title: 'Lighthouse: Page is blocked from indexing',
      url: 'https://developer.chrome.com/docs/lighthouse/seo/is-crawlable',
    },
  ],
  check: findings,
}

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const { homeUrl } = site.crawl
  const home = homeUrl === null ? null : await landingPage(site, homeUrl)
  if (!home?.isNoindex || home.isBotChallenge) return
  yield {
    url: home.url,
    message: `Home page has noindex: ${home.url}`,
    affectedUrls: [home.url],
    evidence: robotsEvidence(home),
  }
}

/** If the start page redirects at once, its target is the home page. */
async function landingPage(site: SiteFacts, homeUrl: string): Promise<KeptFacts | null> {
  const start = await site.factsOf(homeUrl)
  if (start === null || !isSentOn(start)) return start
  const { refresh, rendering } = start
  const target = refresh?.url ?? (rendering?.isRendered ? rendering.redirectUrl : null)
  return target === null ? null : await site.factsOf(target)
}
