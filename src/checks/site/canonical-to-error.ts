import type { Target } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { canonicalKinds } from './canonical-kinds.ts'
import { certaintyOf, isConfirmedLoss, isGone } from './certainty.ts'
import { each } from './each.ts'
import { type TargetVerdict, targetFindings } from './target-findings.ts'

export const canonicalToError: SiteCheck = {
  id: 'canonical-to-error',
  scope: 'site',
  type: 'canonical_issue',
  severity: 'error',
  title: 'Canonical leads to an error',
  passedTitle: 'Every canonical leads to an existing page',
  why: 'The page asks search engines to show another address in its place, and that address answers with an error. Either the wish is ignored or both drop out of the results.',
  fix: 'Name an address that answers 200, most often that of the page itself.',
  example: {
    before: '<link rel="canonical" href="https://example.com/chair"> (gone)',
    after: '<link rel="canonical" href="https://example.com/chairs">',
  },
  sources: [
    {
      title: 'Google: How to specify a canonical URL',
      url: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    },
    { title: 'RFC 6596: The canonical link relation', url: 'https://www.rfc-editor.org/rfc/rfc6596.html' },
  ],
  check: site =>
    targetFindings(site, {
      targets: each(site.targets({ kinds: canonicalKinds, statusFrom: 300 })),
      kinds: canonicalKinds,
      namedHow: 'named by',
      judge,
    }),
}

/** Say nothing about the page: a login, a refusal of crawlers, a proxy on the way, a crawler that was too fast. */
const saysNothing: ReadonlySet<number> = new Set([401, 403, 407, 429])

function judge(target: Target): TargetVerdict | null {
  const { finalStatus: status } = target
  if (status === null || !(isConfirmedLoss(target) ? isJudged(target) : isRefused(target))) return null
  return {
    message: `Canonical leads to an error (status ${status}): ${target.url}`,
    details: { statusCode: status },
  }
}

/** A foreign server that fails may only have failed for this crawler; what it says is gone, is gone. */
function isJudged({ scope, finalStatus }: Target): boolean {
  return scope === 'internal' || isGone(finalStatus)
}

function isRefused(target: Target): boolean {
  const { scope, finalStatus: status, isBotChallenge, failure } = target
  if (scope === 'external' || isBotChallenge || failure !== null || status === null) return false
  if (status < 400 || status > 499 || isGone(status) || saysNothing.has(status)) return false
  return certaintyOf(target, { attempts: 2, isAgreeing: attempt => attempt.status === status }) === 'confirmed'
}
