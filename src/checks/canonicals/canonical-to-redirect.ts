import { isSuccess } from '#shared/http-status.ts'
import type { SiteFacts, Target } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { each } from '../each.ts'
import { urlEvidence } from '../evidence.ts'
import { causeSentence, redirectCausesOf, redirectRuleOf } from '../redirects/redirect-cause.ts'
import { referrersOf } from '../targets/referrers.ts'
import { type RuleProblem, ruleFindings } from '../targets/rule-findings.ts'
import { canonicalKinds, urlFinding } from '../targets/target-findings.ts'
import { isSameSite } from '../url-parts.ts'

export const canonicalToRedirect: SiteCheck = {
  id: 'canonical-to-redirect',
  scope: 'site',
  type: 'canonical_issue',
  severity: 'warning',
  title: 'Canonical points to a redirect',
  passedTitle: 'Canonicals point to final URLs',
  why: 'The canonical names one URL and the redirect another, so search engines get two contradictory signals. They may then choose one themselves.',
  fix: 'Use the final URL of the redirect as the canonical.',
  example: {
    before: '<link rel="canonical" href="http://example.com/chairs">',
    after: '<link rel="canonical" href="https://example.com/chairs/">',
  },
  sources: [
    {
      title: 'Google: How to specify a canonical URL',
      url: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    },
    { title: 'RFC 6596: The canonical link relation', url: 'https://www.rfc-editor.org/rfc/rfc6596.html' },
  ],
  check: findings,
}

/** On a smaller site a few pages are most of it. */
const LEAST_SITE_WIDE = 10

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  yield* ruleFindings(site, {
    checkId: 'canonical-to-redirect',
    targets: each(site.targets({ kinds: canonicalKinds, statusFrom: 300, statusTo: 399 })),
    kinds: canonicalKinds,
    namedHow: 'named by',
    findProblem,
    severityFor: async (_, urls) => ((await isSiteWide(site, urls)) ? 'error' : 'warning'),
  })
  yield* insecureFindings(site)
}

function findProblem(target: Target): RuleProblem | null {
  if (!endsWell(target)) return null
  const { url, finalUrl, hops } = target
  const cause = causeSentence(redirectCausesOf(url, finalUrl))
  const name = redirectRuleOf(hops)
  return {
    message: `Canonical points to a redirect: ${url} redirects to ${finalUrl}`,
    evidence: [{ kind: 'hops', label: 'Redirect', hops }, urlEvidence('Final URL', finalUrl)],
    ...(name !== null && {
      rule: name,
      manyMessage: urls => `Canonical points to a redirect at ${urls} for the same reason (${cause})`,
    }),
  }
}

function endsWell({ hops, finalStatus, isBotChallenge }: Target): boolean {
  return hops.length > 0 && isSuccess(finalStatus) && !isBotChallenge
}

/** Most pages of a site name such a canonical: then search engines choose the canonicals of the whole site. */
async function isSiteWide(site: SiteFacts, total: number): Promise<boolean> {
  if (total < LEAST_SITE_WIDE) return false
  let pages = 0
  for await (const batch of site.pages()) pages += batch.length
  return total * 2 >= pages
}

/** An https page with an http URL of its own host as canonical, which does not redirect to https. */
async function* insecureFindings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const { homeUrl } = site.crawl
  if (homeUrl === null || !homeUrl.startsWith('https:')) return
  const responding = site.targets({ scope: 'internal', kinds: canonicalKinds, statusFrom: 200, statusTo: 299 })
  for await (const target of each(responding)) {
    if (!target.url.startsWith('http:')) continue
    const referrers = await referrersOf(site, { url: target.url, kinds: canonicalKinds })
    if (!referrers?.sources.some(source => source.startsWith('https:') && isSameSite(source, target.url))) continue
    const message = `Canonical points from https to http: ${target.url} does not redirect back`
    yield urlFinding({
      url: target.url,
      referrers,
      namedHow: 'named by',
      problem: { message, severity: 'error' },
    })
  }
}
