import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import { type Evidence, type IssueDetails, type LinkKind, resourceLinkKinds, type Severity } from '#shared/model.ts'
import type { SiteFacts, Target } from '#shared/site-facts.ts'
import type { SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { each } from '../each.ts'
import { type Referrers, referrerDetails, referrerEvidence, referrersOf, referrersOfAll } from './referrers.ts'

/** The problem of one URL, without its referrers. */
export interface TargetProblem {
  /** Without the number of pages, which is added. */
  message: string
  /** The message for several URLs with one cause, given `12 URLs`, or `12 URLs of one template element`. */
  manyMessage?: (urls: string) => string
  severity?: Severity
  /** In addition to the fields about the referrers. */
  details?: Pick<IssueDetails, 'statusCode' | 'imageData' | 'resourceType'>
  /** Comes before the places. */
  evidence?: Evidence[]
}

export interface TargetRule {
  targets: AsyncIterable<Target> | Iterable<Target>
  /** Links of these kinds count as naming the target. */
  kinds: readonly LinkKind[]
  /** How pages refer to it: `linked from`, `loaded by`. */
  namedHow: string | ((referrers: Referrers) => string)
  findProblem: (target: Target) => TargetProblem | null
  /** Severity if it depends on the referring pages, or on the number of URLs with the problem. */
  severityFor?: (referrers: Referrers, urls: number) => Severity | Promise<Severity>
}

/** One finding per target with a problem that a page links to; never one per link. */
export async function* targetFindings(site: SiteFacts, rule: TargetRule): AsyncGenerator<SiteFinding, void, undefined> {
  for await (const named of namedTargets(site, rule)) yield urlFinding(named)
}

/** The targets with a problem that pages link to, one after the other. */
export async function* namedTargets(site: SiteFacts, rule: TargetRule): AsyncGenerator<NamedUrl, void, undefined> {
  const { kinds } = rule
  for await (const target of rule.targets) {
    const problem = rule.findProblem(target)
    const referrers = problem && (await referrersOf(site, { url: target.url, kinds }))
    if (!problem || !referrers) continue
    const severity = problem.severity ?? (await rule.severityFor?.(referrers, 1))
    yield {
      url: target.url,
      referrers,
      namedHow: namedHowOf(rule, referrers),
      problem: {
        ...problem,
        ...(severity ? { severity } : {}),
        details: { ...problem.details, ...resourceTypeOf(target, kinds) },
        evidence: [...(problem.evidence ?? []), ...attemptsOf(target)],
      },
    }
  }
}

export function namedHowOf({ namedHow }: Pick<TargetRule, 'namedHow'>, referrers: Referrers): string {
  return typeof namedHow === 'string' ? namedHow : namedHow(referrers)
}

export interface NamedUrl {
  url: string
  problem: TargetProblem
  referrers: Referrers
  namedHow: string
  /** The pages are those of other URLs, too. */
  isExample?: boolean
}

/** The finding about one URL that pages name, or several of which the message gives this one as an example. */
export function urlFinding({ url, problem, referrers, namedHow, isExample = false }: NamedUrl): SiteFinding {
  const named = `${namedHow} ${roughCount(referrers.total, 'page')}`
  return {
    url,
    message: isExample ? `${problem.message}; together ${named}` : `${problem.message} (${named})`,
    affectedUrls: referrers.sources,
    affectedCount: referrers.total,
    ...(problem.severity ? { severity: problem.severity } : {}),
    details: { ...referrerDetails(referrers), targetUrl: url, ...problem.details },
    evidence: [...(problem.evidence ?? []), ...referrerEvidence(referrers)],
  }
}

interface SharedCause {
  /** The first of them is the one that the finding is shown under. */
  urls: readonly string[]
  kinds: readonly LinkKind[]
  namedHow: string
  problem: TargetProblem
}

/** One finding about several URLs that fail for one cause; null when no page names any of them. */
export async function sharedCauseFinding(site: SiteFacts, cause: SharedCause): Promise<SiteFinding | null> {
  const { urls, kinds, namedHow, problem } = cause
  const referrers = await referrersOfAll(site, { urls, kinds })
  return urls.length === 0 || referrers === null
    ? null
    : sharedFinding({ urls, total: urls.length, referrers, namedHow, problem })
}

interface SharedByUrls extends Omit<SharedCause, 'kinds'> {
  /** Number of URLs, also if not all are given. */
  total: number
  referrers: Referrers
}

/** The same with known referrers. */
export function sharedFinding({ urls, total, referrers, namedHow, problem }: SharedByUrls): SiteFinding {
  const shown: Evidence = { kind: 'urls', label: 'URLs', urls: urls.slice(0, MAX_EVIDENCE_URLS), total }
  const [url = ''] = urls
  return urlFinding({
    url,
    referrers,
    namedHow,
    isExample: problem.message.endsWith(`, such as ${url}`),
    problem: { ...problem, evidence: [...(problem.evidence ?? []), shown] },
  })
}

/** Marks a frame, script or image; empty if a hyperlink leads to it as well. */
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
 * Kinds of links that lead a visitor to another page. A redirect is not one of them: its first URL has to be linked.
 */
export const linkingKinds: readonly LinkKind[] = ['anchor', 'area', 'frame', 'refresh', 'next', 'prev']

/** Links that a visitor clicks. */
export const hyperlinkKinds: readonly LinkKind[] = ['anchor', 'area']

export const imageKinds: readonly LinkKind[] = ['image']

/** An image that only the head names, in a style or to be loaded early, may be shown on none of the pages. */
export function shownHow({ places }: Referrers): string {
  return places.every(({ region }) => region === 'head') ? 'named in the head of' : 'shown on'
}

/** Kinds that a page needs to look and work as meant. Icons have their own check, images theirs. */
export const neededKinds: readonly LinkKind[] = ['script', 'stylesheet', 'font', 'media']

/** Internal targets of links that redirect. */
export function redirectingTargets(site: SiteFacts): AsyncGenerator<Target, void, undefined> {
  return each(site.targets({ scope: 'internal', kinds: linkingKinds, statusFrom: 300, statusTo: 399 }))
}

/** Targets of links that redirect, return 400 or above, or do not respond, in stable order within each of the two parts. */
export async function* troubledTargets(
  site: SiteFacts,
  scope: 'internal' | 'external',
): AsyncGenerator<Target, void, undefined> {
  const choice = { scope, kinds: linkingKinds }
  yield* each(site.targets({ ...choice, statusFrom: 300 }))
  for await (const target of each(site.targets({ ...choice, response: 'failed' }))) {
    if (target.status === null) yield target
  }
}

/** What names a canonical: the link element and the Link header, one kind for both. */
export const canonicalKinds: readonly LinkKind[] = ['canonical']
