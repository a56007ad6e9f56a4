import type { Evidence } from '#shared/model.ts'
import type { SiteFacts, Target } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { urlEvidence } from '../evidence.ts'
import {
  linkingKinds,
  redirectingTargets,
  sharedCauseFinding,
  type TargetProblem,
  targetFindings,
} from '../targets/target-findings.ts'
import { declareThresholds } from '../thresholds.ts'
import { isHostCanonicalisation } from './redirect-cause.ts'
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
  check: findings,
}

/** URLs kept for one host. */
const MAX_FOLDED = 1_000

async function* findings(
  site: SiteFacts,
  { mostHops }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  const folds = new Map<string, Target[]>()
  yield* targetFindings(site, {
    targets: unfolded(site, folds),
    kinds: linkingKinds,
    namedHow: 'linked from',
    findProblem: target => findProblem(target, mostHops),
  })
  for (const targets of folds.values()) yield* foldedFindings(site, { targets, mostHops })
}

/** Yields chains with a cause of their own; chains that a host uses for every URL are collected by host: one cause. */
async function* unfolded(site: SiteFacts, folds: Map<string, Target[]>): AsyncGenerator<Target, void, undefined> {
  for await (const target of redirectingTargets(site)) {
    const isFolded =
      redirectResult(target)?.kind === 'chain' &&
      target.hops.every(({ url, location }) => isHostCanonicalisation(url, location))
    if (!isFolded) {
      yield target
      continue
    }
    const { origin } = new URL(target.url)
    const fold = folds.get(origin) ?? []
    if (fold.length < MAX_FOLDED) fold.push(target)
    folds.set(origin, fold)
  }
}

function findProblem(target: Target, mostHops: number): TargetProblem | null {
  const kind = redirectResult(target)?.kind
  if (kind !== 'chain' && kind !== 'endless') return null
  const hops = counted(target.hops.length, 'hop')
  return {
    message:
      kind === 'chain'
        ? `Redirect chain: ${hops} from ${target.url} to ${target.finalUrl}`
        : `Redirect chain: more than ${hops} from ${target.url} without an end`,
    severity: kind === 'endless' || target.hops.length > mostHops ? 'error' : 'warning',
    details: statusOf(target),
    evidence: evidenceOf(target),
  }
}

function statusOf(target: Target): { statusCode?: number } {
  const [first] = target.hops
  return first ? { statusCode: first.status } : {}
}

function evidenceOf(target: Target): Evidence[] {
  const direct: Evidence = urlEvidence('Link to this URL instead', target.finalUrl)
  const hops: Evidence = { kind: 'hops', label: 'Hops', hops: target.hops }
  return target.failure === null ? [hops, direct] : [hops]
}

async function* foldedFindings(
  site: SiteFacts,
  { targets, mostHops }: { targets: Target[]; mostHops: number },
): AsyncGenerator<SiteFinding, void, undefined> {
  const [first] = targets
  if (!first) return
  if (targets.length === 1) {
    const findProblemOf = (target: Target) => findProblem(target, mostHops)
    yield* targetFindings(site, { targets, kinds: linkingKinds, namedHow: 'linked from', findProblem: findProblemOf })
    return
  }
  const [from, to] = [new URL(first.url).origin, new URL(first.finalUrl).origin]
  const finding = await sharedCauseFinding(site, {
    urls: targets.map(target => target.url),
    kinds: linkingKinds,
    namedHow: 'linked from',
    problem: {
      message: `Redirect chain: ${counted(first.hops.length, 'hop')} from every URL of ${from} to ${to}`,
      severity: first.hops.length > mostHops ? 'error' : 'warning',
      details: statusOf(first),
      evidence: evidenceOf(first),
    },
  })
  if (finding) yield finding
}
