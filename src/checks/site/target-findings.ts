import { type Evidence, type IssueDetails, type LinkKind, resourceLinkKinds, type Severity } from '#shared/model.ts'
import type { SiteFacts, Target } from '#shared/site-facts.ts'
import type { SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { type Referrers, referrerDetails, referrerEvidence, referrersOf } from './referrers.ts'

/** What a check says of one target, before it is known who names it. */
export interface TargetVerdict {
  /** Without the number of pages, which is added. */
  message: string
  severity?: Severity
  /** Beside the fields about who names it. */
  details?: Pick<IssueDetails, 'statusCode' | 'imageData'>
  /** Comes before the attempts and places. */
  evidence?: Evidence[]
}

export interface TargetRule {
  targets: AsyncIterable<Target> | Iterable<Target>
  /** Links of these kinds count as naming the target. */
  kinds: readonly LinkKind[]
  /** How pages name it: `linked from`, `loaded by`. */
  namedHow: string
  judge: (target: Target) => TargetVerdict | null
  /** Severity where it depends on who names the target. */
  severityFor?: (referrers: Referrers) => Severity
}

/** One finding per target that the rule objects to and that a page names; never one per link. */
export async function* targetFindings(site: SiteFacts, rule: TargetRule): AsyncGenerator<SiteFinding, void, undefined> {
  for await (const target of rule.targets) {
    const verdict = rule.judge(target)
    const referrers = verdict && (await referrersOf(site, target.url, rule.kinds))
    if (verdict && referrers) yield targetFinding(target, verdict, { referrers, rule })
  }
}

function targetFinding(
  target: Target,
  verdict: TargetVerdict,
  { referrers, rule }: { referrers: Referrers; rule: TargetRule },
): SiteFinding {
  const severity = verdict.severity ?? rule.severityFor?.(referrers)
  const resourceType = soleResourceKind(target.kinds, rule.kinds)
  return {
    url: target.url,
    message: `${verdict.message} (${rule.namedHow} ${counted(referrers.total, 'page')})`,
    affectedUrls: referrers.sources,
    affectedCount: referrers.total,
    ...(severity ? { severity } : {}),
    details: {
      ...referrerDetails(referrers),
      targetUrl: target.url,
      ...verdict.details,
      ...(resourceType ? { resourceType } : {}),
    },
    evidence: [
      ...(verdict.evidence ?? []),
      ...(target.attempts.length > 0
        ? [{ kind: 'attempts' as const, label: 'Attempts', attempts: target.attempts }]
        : []),
      ...referrerEvidence(referrers),
    ],
  }
}

/** Tells a frame, script or image from a hyperlink; undefined as soon as a hyperlink names it, too. */
function soleResourceKind(kinds: readonly LinkKind[], counting: readonly LinkKind[]): LinkKind | undefined {
  const relevant = kinds.filter(kind => counting.includes(kind))
  return relevant.every(kind => kind === 'frame' || resourceLinkKinds.includes(kind)) ? relevant[0] : undefined
}
