import type { Hop } from '#shared/model.ts'
import type { SiteFacts, Target } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { linkingKinds, redirectingTargets, type TargetProblem, targetFindings } from '../targets/target-findings.ts'

export const redirectHttpsToHttp: SiteCheck = {
  id: 'redirect-https-to-http',
  scope: 'site',
  type: 'redirect',
  severity: 'error',
  title: 'Redirect from HTTPS to HTTP',
  passedTitle: 'No redirect from HTTPS to HTTP',
  why: 'The redirect leaves the encrypted connection, so others on the network can read and change what follows. Browsers mark the page as not secure.',
  fix: 'Redirect to an https URL. Look for a hard-coded http:// in the server configuration, or a proxy that does not pass on to the application that the request came over https.',
  example: { before: 'Location: http://example.com/login', after: 'Location: https://example.com/login' },
  sources: [
    { title: 'RFC 9110, 15.4: Redirection 3xx', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15.4' },
    {
      title: 'Google: Secure your site with HTTPS',
      url: 'https://developers.google.com/search/docs/crawling-indexing/https',
    },
  ],
  check: findings,
}

function findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  /** Hops already reported: several linked URLs may pass through the same one. */
  const reported = new Set<string>()
  const findProblem = (target: Target): TargetProblem | null => {
    const step = target.hops.find(leavesHttps)
    if (!step || reported.has(step.url)) return null
    reported.add(step.url)
    return {
      message: `Redirect from HTTPS to HTTP: ${step.url} redirects to ${step.location}`,
      details: { statusCode: step.status },
      evidence: [{ kind: 'hops', label: 'Redirect', hops: target.hops }],
    }
  }
  return targetFindings(site, {
    targets: redirectingTargets(site),
    kinds: linkingKinds,
    namedHow: 'linked from',
    findProblem,
  })
}

/** A redirect that gives up the encryption that the visitor already had. */
export function leavesHttps({ url, location }: Hop): boolean {
  return URL.parse(url)?.protocol === 'https:' && URL.parse(location, url)?.protocol === 'http:'
}
