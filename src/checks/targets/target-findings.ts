import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import { type Evidence, type IssueDetails, type LinkKind, resourceLinkKinds, type Severity } from '#shared/model.ts'
import type { SiteFacts, Target } from '#shared/site-facts.ts'
import type { SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { each } from '../each.ts'
import { type Referrers, referrerDetails, referrerEvidence, referrersOf, referrersOfAll } from './referrers.ts'

/** What a check says of one URL, before it is known who names it. */
export interface TargetProblem {
  /** Without the number of pages, which is added. */
  message: string
  severity?: Severity
  /** Beside the fields about who names it. */
  details?: Pick<IssueDetails, 'statusCode' | 'imageData' | 'resourceType'>
  /** Comes before the places. */
  evidence?: Evidence[]
}

interface TargetRule {
  targets: AsyncIterable<Target> | Iterable<Target>
  /** Links of these kinds count as naming the target. */
  kinds: readonly LinkKind[]
  /** How pages name it: `linked from`, `loaded by`. */
  namedHow: string
  judge: (target: Target) => TargetProblem | null
  /** Severity where it depends on who names the target. */
  severityFor?: (referrers: Referrers) => Severity
}

/** One finding per target that the rule objects to and that a page names; never one per link. */
export async function* targetFindings(site: SiteFacts, rule: TargetRule): AsyncGenerator<SiteFinding, void, undefined> {
  const { kinds, namedHow } = rule
  for await (const target of rule.targets) {
    const verdict = rule.judge(target)
    const referrers = verdict && (await referrersOf(site, { url: target.url, kinds }))
    if (!verdict || !referrers) continue
    const severity = verdict.severity ?? rule.severityFor?.(referrers)
    yield urlFinding({
      url: target.url,
      referrers,
      namedHow,
      verdict: {
        ...verdict,
        ...(severity ? { severity } : {}),
        details: { ...verdict.details, ...resourceTypeOf(target, kinds) },
        evidence: [...(verdict.evidence ?? []), ...attemptsOf(target)],
      },
    })
  }
}

interface NamedUrl {
  url: string
  verdict: TargetProblem
  referrers: Referrers
  namedHow: string
}

/** The finding about one URL that pages name. */
export function urlFinding({ url, verdict, referrers, namedHow }: NamedUrl): SiteFinding {
  return {
    url,
    message: `${verdict.message} (${namedHow} ${roughCount(referrers.total, 'page')})`,
    affectedUrls: referrers.sources,
    affectedCount: referrers.total,
    ...(verdict.severity ? { severity: verdict.severity } : {}),
    details: { ...referrerDetails(referrers), targetUrl: url, ...verdict.details },
    evidence: [...(verdict.evidence ?? []), ...referrerEvidence(referrers)],
  }
}

interface SharedCause {
  /** The first of them is the one that the finding is shown under. */
  urls: readonly string[]
  kinds: readonly LinkKind[]
  namedHow: string
  verdict: TargetProblem
}

/** One finding about several URLs that fail for one cause; null when no page names any of them. */
export async function sharedCauseFinding(site: SiteFacts, cause: SharedCause): Promise<SiteFinding | null> {
  const { urls, kinds, namedHow, verdict } = cause
  const referrers = await referrersOfAll(site, { urls, kinds })
  return urls.length === 0 || referrers === null
    ? null
    : sharedFinding({ urls, total: urls.length, referrers, namedHow, verdict })
}

interface SharedByUrls extends Omit<SharedCause, 'kinds'> {
  /** Of those addresses, also where not all are given. */
  total: number
  referrers: Referrers
}

/** The same where it is known who names them. */
export function sharedFinding({ urls, total, referrers, namedHow, verdict }: SharedByUrls): SiteFinding {
  const shown: Evidence = { kind: 'urls', label: 'URLs', urls: urls.slice(0, MAX_EVIDENCE_URLS), total }
  return urlFinding({
    url: urls[0] ?? '',
    referrers,
    namedHow,
    verdict: { ...verdict, evidence: [...(verdict.evidence ?? []), shown] },
  })
}

/** Tells a frame, script or image from a hyperlink; empty as soon as a hyperlink names it, too. */
function resourceTypeOf({ kinds }: Target, counting: readonly LinkKind[]): { resourceType?: LinkKind } {
  const relevant = kinds.filter(kind => counting.includes(kind))
  const [first] = relevant
  const isResource = relevant.every(kind => kind === 'frame' || resourceLinkKinds.includes(kind))
  return first !== undefined && isResource ? { resourceType: first } : {}
}

export function attemptsOf({ attempts }: Target): Evidence[] {
  return attempts.length === 0 ? [] : [{ kind: 'attempts', label: 'Attempts', attempts }]
}

/**
 * Kinds that a visitor follows to another page. A redirect is no link by itself: its first address is linked, or nobody
 * meets it.
 */
export const linkingKinds: readonly LinkKind[] = ['anchor', 'area', 'frame', 'refresh', 'next', 'prev']

/** Kinds that a page needs to look and work as meant. Icons have their own check, images theirs. */
export const neededKinds: readonly LinkKind[] = ['script', 'stylesheet', 'font', 'media']

/** Internal targets of links that redirect. */
export function redirectingTargets(site: SiteFacts): AsyncGenerator<Target, void, undefined> {
  return each(site.targets({ scope: 'internal', kinds: linkingKinds, statusFrom: 300, statusTo: 399 }))
}

/** Targets of links that redirect, answer 400 or above, or do not answer, in stable order within each of the two parts. */
export async function* troubledTargets(
  site: SiteFacts,
  scope: 'internal' | 'external',
): AsyncGenerator<Target, void, undefined> {
  const choice = { scope, kinds: linkingKinds }
  yield* each(site.targets({ ...choice, statusFrom: 300 }))
  for await (const target of each(site.targets({ ...choice, outcome: 'failed' }))) {
    if (target.status === null) yield target
  }
}

/** What names a canonical: the link element and the Link header, one kind for both. */
export const canonicalKinds: readonly LinkKind[] = ['canonical']
