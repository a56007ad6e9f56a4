import type { Severity } from '#shared/model.ts'
import type { Target } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { textEvidence, urlEvidence } from '../evidence.ts'
import type { Referrers } from '../targets/referrers.ts'
import { type RuleProblem, ruleFindings } from '../targets/rule-findings.ts'
import { linkingKinds, redirectingTargets } from '../targets/target-findings.ts'
import { declareThresholds } from '../thresholds.ts'
import { causeSentence, redirectCausesOf, redirectRuleOf } from './redirect-cause.ts'
import { leavesHttps } from './redirect-https-to-http.ts'
import { redirectResult } from './redirect-result.ts'

const thresholds = declareThresholds({
  /** From so many pages on, or from a place that everyone sees, the detour is worth fixing. */
  manyPages: {
    label: 'Warning from',
    unit: 'pages',
    default: 10,
    min: 1,
    max: 100_000,
    explanation:
      'The severity is warning if at least this many pages have the link, or if it is in the navigation, header or footer, or on one of the most important pages; otherwise info.',
  },
})

export const redirectInternalLink: SiteCheck<typeof thresholds> = {
  id: 'redirect-internal-link',
  scope: 'site',
  type: 'redirect',
  severity: 'info',
  title: '301 redirect: internal link to a redirect',
  passedTitle: 'Internal links point to final URLs',
  why: 'Each visit through the link costs an extra request before the page loads, and search engines spend crawl budget on it. The link works, but uses an outdated URL.',
  fix: 'Replace the URL in the link with the final URL of the redirect. Keep the redirect itself for bookmarks and other sites.',
  example: {
    before: '<a href="http://example.com/about">About</a>',
    after: '<a href="https://example.com/about/">About</a>',
  },
  sources: [
    {
      title: 'Google: Redirects and Google Search',
      url: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
    },
    { title: 'RFC 9110, 15.4: Redirection 3xx', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15.4' },
  ],
  thresholds,
  check: (site, { manyPages }) =>
    ruleFindings(site, {
      checkId: 'redirect-internal-link',
      targets: redirectingTargets(site),
      kinds: linkingKinds,
      namedHow: 'linked from',
      findProblem,
      severityFor: referrers => severityFor(referrers, manyPages),
    }),
}

function severityFor({ total, isHighPriority }: Referrers, manyPages: number): Severity {
  return total >= manyPages || isHighPriority ? 'warning' : 'info'
}

function findProblem(target: Target): RuleProblem | null {
  const { url, finalUrl, hops } = target
  const result = redirectResult(target)
  // A step from https to http is an error of its own, reported there.
  if (result?.kind !== 'permanent' || hops.some(leavesHttps)) return null
  const cause = causeSentence(redirectCausesOf(url, finalUrl))
  const name = redirectRuleOf(hops)
  return {
    message: `${result.status} redirect: ${url} redirects to ${finalUrl}`,
    details: { statusCode: result.status },
    evidence: [
      urlEvidence('Link to this URL instead', finalUrl),
      ...(cause === '' ? [] : [textEvidence('Cause', cause)]),
      { kind: 'hops', label: 'Redirect', hops },
    ],
    ...(name !== null && {
      rule: name,
      manyMessage: urls => `${result.status} redirect: ${urls} for the same reason (${cause})`,
    }),
  }
}
