import type { Severity } from '#shared/model.ts'
import type { Target } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { textEvidence, urlEvidence } from '../evidence.ts'
import type { Referrers } from '../targets/referrers.ts'
import { linkingKinds, redirectingTargets, type TargetProblem, targetFindings } from '../targets/target-findings.ts'
import { declareThresholds } from '../thresholds.ts'
import { causeSentence, redirectCausesOf } from './redirect-cause.ts'
import { leavesHttps } from './redirect-https-to-http.ts'
import { redirectVerdict } from './redirect-result.ts'

const thresholds = declareThresholds({
  /** From so many pages on, or from a place that everyone sees, the detour is worth fixing. */
  manyPages: {
    label: 'Warning from',
    unit: 'pages',
    default: 10,
    min: 1,
    max: 100_000,
    explanation: 'A warning when so many pages carry the link; fewer are information, unless the place is prominent.',
  },
})

export const redirectInternalLink: SiteCheck<typeof thresholds> = {
  id: 'redirect-internal-link',
  scope: 'site',
  type: 'redirect',
  severity: 'info',
  title: '301 redirect behind an internal link',
  passedTitle: 'Internal links lead straight to their pages',
  why: 'Each visit through the link costs an extra request before the page appears, and search engines spend requests on it, too. The link works, but names an old spelling of the address.',
  fix: 'Replace the address in the link by the one that the redirect ends at. Leave the redirect itself in place for bookmarks and other sites.',
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
    targetFindings(site, {
      targets: redirectingTargets(site),
      kinds: linkingKinds,
      namedHow: 'linked from',
      judge,
      severityFor: referrers => severityFor(referrers, manyPages),
    }),
}

function severityFor({ total, isHighPriority }: Referrers, manyPages: number): Severity {
  return total >= manyPages || isHighPriority ? 'warning' : 'info'
}

function judge(target: Target): TargetProblem | null {
  const verdict = redirectVerdict(target)
  // A step from https to http is an error of its own, reported there.
  if (verdict?.kind !== 'permanent' || target.hops.some(leavesHttps)) return null
  const causes = redirectCausesOf(target.url, target.finalUrl)
  return {
    message: `${verdict.status} redirect: ${target.url} leads to ${target.finalUrl}`,
    details: { statusCode: verdict.status },
    evidence: [
      urlEvidence('Link to this address instead', target.finalUrl),
      ...(causes.length === 0 ? [] : [textEvidence('Cause', causeSentence(causes))]),
      { kind: 'hops', label: 'Redirect', hops: target.hops },
    ],
  }
}
