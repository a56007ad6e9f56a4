import type { Evidence, Hop } from '#shared/model.ts'
import type { Target } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { counted } from '../counted.ts'
import { urlEvidence } from '../evidence.ts'
import { type RuleProblem, ruleFindings } from '../targets/rule-findings.ts'
import { linkingKinds, redirectingTargets } from '../targets/target-findings.ts'
import { declareThresholds } from '../thresholds.ts'
import { causeSentence, redirectCausesOf, redirectRuleOf } from './redirect-cause.ts'
import { redirectResult } from './redirect-result.ts'

const thresholds = declareThresholds({
  /** RFC 9309, 2.3.1.2: crawlers should follow at least five hops, so more may be too many. */
  mostHops: {
    label: 'Maximum hops for a warning',
    unit: 'hops',
    default: 5,
    min: 1,
    max: 20,
    explanation: 'A chain with more hops is an error; a chain with at least two hops is a warning.',
  },
})

export const redirectChain: SiteCheck<typeof thresholds> = {
  id: 'redirect-chain',
  scope: 'site',
  type: 'redirect',
  severity: 'warning',
  title: 'Redirect chain',
  passedTitle: 'No redirect chains',
  why: 'Each hop costs the visitor another round trip before anything loads. Crawlers follow only a limited number of hops, so they may never reach the page behind a long chain.',
  fix: 'Link to the final URL directly, and redirect every older URL to it in one hop.',
  example: { before: '/a → /b → /c', after: '/a → /c and /b → /c' },
  sources: [
    {
      title: 'Google: Redirects and Google Search',
      url: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
    },
    { title: 'RFC 9309, 2.3.1.2: five redirects', url: 'https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3.1.2' },
  ],
  thresholds,
  check: (site, { mostHops }) =>
    ruleFindings(site, {
      checkId: 'redirect-chain',
      targets: redirectingTargets(site),
      kinds: linkingKinds,
      namedHow: 'linked from',
      findProblem: target => findProblem(target, mostHops),
    }),
}

function findProblem(target: Target, mostHops: number): RuleProblem | null {
  const { url, finalUrl, hops, failure } = target
  const kind = redirectResult(target)?.kind
  if (kind !== 'chain' && kind !== 'endless') return null
  const length = counted(hops.length, 'hop')
  const name = kind === 'chain' ? redirectRuleOf(hops) : null
  const shown: Evidence = { kind: 'hops', label: 'Hops', hops }
  const [first] = hops
  return {
    message:
      kind === 'chain'
        ? `Redirect chain: ${length} from ${url} to ${finalUrl}`
        : `Redirect chain: more than ${length} from ${url} without an end`,
    severity: kind === 'endless' || hops.length > mostHops ? 'error' : 'warning',
    details: first ? { statusCode: first.status } : {},
    evidence: failure === null ? [shown, urlEvidence('Link to this URL instead', finalUrl)] : [shown],
    ...(name !== null && {
      rule: name,
      manyMessage: urls => `Redirect chain: ${length} from ${urls} for the same reason (${causesOf(hops)})`,
    }),
  }
}

function causesOf(hops: readonly Hop[]): string {
  return causeSentence(hops.flatMap(({ url, location }) => redirectCausesOf(url, location)))
}
