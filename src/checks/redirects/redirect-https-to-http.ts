import type { Hop } from '#shared/model.ts'
import type { Target } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { type RuleProblem, ruleFindings } from '../targets/rule-findings.ts'
import { linkingKinds, redirectingTargets } from '../targets/target-findings.ts'

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
  check: site =>
    ruleFindings(site, {
      checkId: 'redirect-https-to-http',
      targets: redirectingTargets(site),
      kinds: linkingKinds,
      namedHow: 'linked from',
      findProblem,
    }),
}

/** A server that leaves https does so for all its redirects: it does not know that the request came over https. */
function findProblem({ hops }: Target): RuleProblem | null {
  const step = hops.find(leavesHttps)
  if (!step) return null
  const [from, to] = [new URL(step.url), new URL(step.location, step.url)]
  return {
    message: `Redirect from HTTPS to HTTP: ${step.url} redirects to ${step.location}`,
    details: { statusCode: step.status },
    evidence: [{ kind: 'hops', label: 'Redirect', hops }],
    rule: `${from.origin} ${to.origin}`,
    manyMessage: urls => `Redirect from HTTPS to HTTP: ${urls} redirect from ${from.origin} to ${to.origin}`,
  }
}

/** A redirect that gives up the encryption that the visitor already had. */
export function leavesHttps({ url, location }: Hop): boolean {
  return URL.parse(url)?.protocol === 'https:' && URL.parse(location, url)?.protocol === 'http:'
}
