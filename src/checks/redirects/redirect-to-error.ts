import type { Target } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { counted } from '../counted.ts'
import { urlEvidence } from '../evidence.ts'
import { linkingKinds, type TargetProblem, targetFindings, troubledTargets } from '../targets/target-findings.ts'
import { redirectResult } from './redirect-result.ts'

export const redirectToError: SiteCheck = {
  id: 'redirect-to-error',
  scope: 'site',
  type: 'redirect',
  severity: 'error',
  title: 'Broken redirect',
  passedTitle: 'No broken redirects',
  why: 'The redirect leads to an error instead of the new page. Visitors and search engines lose the page exactly where the redirect should have preserved it.',
  fix: 'Redirect to an existing page on the same topic, or remove the redirect. Also correct the links to the old URL.',
  example: { before: 'Redirect 301 /old /new-page-that-was-deleted', after: 'Redirect 301 /old /current-page' },
  sources: [
    {
      title: 'Google: Redirects and Google Search',
      url: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
    },
    { title: 'RFC 9110, 15.4: Redirection 3xx', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15.4' },
  ],
  check: site =>
    targetFindings(site, {
      targets: troubledTargets(site, 'internal'),
      kinds: linkingKinds,
      namedHow: 'linked from',
      findProblem,
    }),
}

function findProblem(target: Target): TargetProblem | null {
  const result = redirectResult(target)
  if (result?.kind !== 'to-error') return null
  const isCertain = result.certainty === 'confirmed'
  const where = target.hops.length === 0 ? '' : ` at ${target.finalUrl}, after ${counted(target.hops.length, 'hop')}`
  return {
    message: `${isCertain ? 'Broken redirect' : 'Redirect could not be verified'}: ${target.url} ends in an error (${result.reason})${where}`,
    severity: isCertain ? result.severity : 'info',
    ...(result.statusCode === null ? {} : { details: { statusCode: result.statusCode } }),
    evidence: [{ kind: 'hops', label: 'Redirect', hops: target.hops }, urlEvidence('Final URL', target.finalUrl)],
  }
}
