import type { Hop } from '#shared/model.ts'
import type { SiteFacts, Target } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { linkingKinds, redirectingTargets, type TargetProblem, targetFindings } from '../targets/target-findings.ts'

export const redirectHttpsToHttp: SiteCheck = {
  id: 'redirect-https-to-http',
  scope: 'site',
  type: 'redirect',
  severity: 'error',
  title: 'Redirect from https to http',
  passedTitle: 'No redirect leaves https',
  why: 'The connection was encrypted and the redirect gives that up, so anyone on the way can read and change what follows. Browsers mark the page as not secure.',
  fix: 'Let the redirect name an https address. Look for a hard-coded http:// in the server configuration, or a proxy that does not tell the application that it was asked by https.',
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
  /** Steps already reported: several linked addresses may pass through the same one. */
  const reported = new Set<string>()
  const judge = (target: Target): TargetProblem | null => {
    const step = target.hops.find(leavesHttps)
    if (!step || reported.has(step.url)) return null
    reported.add(step.url)
    return {
      message: `Redirect from https to http: ${step.url} leads to ${step.location}`,
      details: { statusCode: step.status },
      evidence: [{ kind: 'hops', label: 'Redirect', hops: target.hops }],
    }
  }
  return targetFindings(site, {
    targets: redirectingTargets(site),
    kinds: linkingKinds,
    namedHow: 'linked from',
    judge,
  })
}

/** A redirect that gives up the encryption that the visitor already had. */
export function leavesHttps({ url, location }: Hop): boolean {
  return URL.parse(url)?.protocol === 'https:' && URL.parse(location, url)?.protocol === 'http:'
}
