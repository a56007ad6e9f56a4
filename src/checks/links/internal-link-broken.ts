import { certaintyOfGone } from '#shared/certainty.ts'
import { isGone } from '#shared/http-status.ts'
import type { SiteFacts, Target } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { each } from '../each.ts'
import { statusLabels } from '../response-labels.ts'
import { linkingKinds, targetFindings } from '../targets/target-findings.ts'
import { failsItself, linkProblem } from './link-result.ts'
import { linksWithoutScheme } from './links-without-scheme.ts'

export const internalLinkBroken: SiteCheck = {
  id: 'internal-link-broken',
  scope: 'site',
  type: 'broken_link',
  severity: 'error',
  title: 'Broken internal link (404)',
  passedTitle: 'No internal link returns 404 or 410',
  why: 'Visitors who follow the link get an error page. Search engines stop there, and the link passes no value to any page.',
  fix: 'Correct the URL in the link, remove the link, or, if the page has moved, redirect its old URL to the new one with status 301. Restore or redirect a page that other sites still link to.',
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
      targets: missingTargets(site),
      kinds: linkingKinds,
      namedHow: 'linked from',
      findProblem: target => {
        if (!isGone(target.status) || !failsItself(target)) return null
        const statusCode = target.status ?? 404
        return linkProblem(target, { reason: statusLabels(statusCode), certainty: certaintyOfGone(target), statusCode })
      },
    }),
}

/** `link-scheme-missing` reports those that only lack the scheme. */
async function* missingTargets(site: SiteFacts): AsyncGenerator<Target, void, undefined> {
  const others = new Set([...(await linksWithoutScheme(site)).values()].flat().map(({ url }) => url))
  const choice = { scope: 'internal', kinds: linkingKinds, statusFrom: 404, statusTo: 410 } as const
  for await (const target of each(site.targets(choice))) if (!others.has(target.url)) yield target
}
