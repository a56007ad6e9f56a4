import type { SiteCheck } from '../check.ts'
import { each } from '../each.ts'
import { statusLabels } from '../response-labels.ts'
import { certaintyOfGone, isGone } from '../targets/certainty.ts'
import { linkingKinds, targetFindings } from '../targets/target-findings.ts'
import { failsItself, linkProblem } from './link-result.ts'

export const internalLinkBroken: SiteCheck = {
  id: 'internal-link-broken',
  scope: 'site',
  type: 'broken_link',
  severity: 'error',
  title: 'Broken link',
  passedTitle: 'Internal links lead to existing pages',
  why: 'A visitor who follows the link meets an error page instead of what was promised. Search engines stop there, and whatever the link was meant to strengthen gains nothing.',
  fix: 'Correct the address in the link, remove the link, or, when the page has moved, redirect its old address to the new one with status 301. A page that others still link to is better restored or redirected than left missing.',
  example: { before: '<a href="/produts/chair">Chairs</a>', after: '<a href="/products/chair">Chairs</a>' },
  sources: [
    { title: 'RFC 9110, 15.5.5: 404 Not Found', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.5' },
    { title: 'RFC 9110, 15.5.11: 410 Gone', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.11' },
    {
      title: 'Google: How HTTP status codes affect crawlers',
      url: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
    },
  ],
  check: site =>
    targetFindings(site, {
      targets: each(site.targets({ scope: 'internal', kinds: linkingKinds, statusFrom: 404, statusTo: 410 })),
      kinds: linkingKinds,
      namedHow: 'linked from',
      judge: target => {
        if (!isGone(target.status) || !failsItself(target)) return null
        const statusCode = target.status ?? 404
        return linkProblem(target, { reason: statusLabels(statusCode), certainty: certaintyOfGone(target), statusCode })
      },
    }),
}
