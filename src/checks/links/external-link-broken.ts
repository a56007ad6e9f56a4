import { certaintyOfOutsideLoss } from '#shared/certainty.ts'
import type { SiteFacts, Target } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { failureLabels, statusLabels } from '../response-labels.ts'
import { linkingKinds, type TargetProblem, targetFindings, troubledTargets } from '../targets/target-findings.ts'
import { linkProblem } from './link-result.ts'
import { outsideNetwork } from './outside-network.ts'

export const externalLinkBroken: SiteCheck = {
  id: 'external-link-broken',
  scope: 'site',
  type: 'broken_link',
  severity: 'warning',
  title: 'Broken external link',
  passedTitle: 'No broken external links',
  why: 'The page on the other site no longer exists, so visitors who follow the link get an error. Pages with dead links also look neglected.',
  fix: 'Link to the new URL of the content or to an archived copy, or remove the link. A search for the title of the old page usually finds its new URL.',
  example: {
    before: '<a href="https://example.org/2012/report.pdf">report</a>',
    after: '<a href="https://example.org/archive/report-2012.pdf">report</a>',
  },
  sources: [
    { title: 'RFC 9110, 15.5.5: 404 Not Found', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.5' },
    {
      title: 'Google: Link best practices',
      url: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
    },
  ],
  check: findings,
}

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const { isReachable } = await outsideNetwork(site)
  yield* targetFindings(site, {
    targets: troubledTargets(site, 'external'),
    kinds: linkingKinds,
    namedHow: 'linked from',
    findProblem: target => (isReachable || target.failure === null ? findProblem(target) : null),
  })
}

function findProblem(target: Target): TargetProblem | null {
  const certainty = certaintyOfOutsideLoss(target)
  if (certainty !== 'confirmed') return null
  if (target.failure !== null) return linkProblem(target, { reason: failureLabels(target.failure), certainty })
  const statusCode = target.finalStatus ?? 404
  return linkProblem(target, { reason: statusLabels(statusCode), certainty, statusCode })
}
