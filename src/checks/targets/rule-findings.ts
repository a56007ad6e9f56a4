import { MAX_NAMED_SOURCES } from '#shared/limits.ts'
import type { SiteFacts, Target } from '#shared/site-facts.ts'
import { causeKey } from '../cause-key.ts'
import type { SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { referrersOfAll } from './referrers.ts'
import { sharedFinding, type TargetProblem, type TargetRule, targetFindings } from './target-findings.ts'

/** A problem that a rule of the server or the template may make, for all URLs alike. */
export interface RuleProblem extends TargetProblem {
  /** Its name, with a message for several URLs; absent where the problem is the URL's own. */
  rule?: string
}

interface RuleCheck extends TargetRule {
  checkId: string
  namedHow: string
  findProblem: (target: Target) => RuleProblem | null
}

interface TargetsOfRule {
  /** The first of them. */
  targets: Target[]
  total: number
}

/** Rules remembered; beyond it each target is a finding of its own. */
const MAX_RULES = 1_000

/** One finding per rule of the server, with the URLs that it is about; one per target with a problem of its own. */
export async function* ruleFindings(site: SiteFacts, check: RuleCheck): AsyncGenerator<SiteFinding, void, undefined> {
  const groups = new Map<string, TargetsOfRule>()
  yield* targetFindings(site, { ...check, targets: withoutRule(check, groups) })
  for (const [name, group] of groups) {
    for await (const finding of groupFindings(site, check, group)) {
      const causeKeys = [causeKey(check.checkId, { tag: name }, homeOf(site))]
      yield { ...finding, details: { ...finding.details, causeKeys } }
    }
  }
}

async function* withoutRule(
  { targets, findProblem }: RuleCheck,
  groups: Map<string, TargetsOfRule>,
): AsyncGenerator<Target, void, undefined> {
  for await (const target of targets) {
    const name = findProblem(target)?.rule
    const group = name === undefined ? undefined : (groups.get(name) ?? { targets: [], total: 0 })
    if (name === undefined || group === undefined || (!groups.has(name) && groups.size >= MAX_RULES)) {
      yield target
      continue
    }
    groups.set(name, group)
    group.total++
    if (group.targets.length < MAX_NAMED_SOURCES) group.targets.push(target)
  }
}

async function* groupFindings(
  site: SiteFacts,
  check: RuleCheck,
  { targets, total }: TargetsOfRule,
): AsyncGenerator<SiteFinding, void, undefined> {
  const { kinds, namedHow, findProblem, severityFor } = check
  const [first] = targets
  const problem = first && findProblem(first)
  if (!first || !problem?.manyMessage || total === 1) return yield* targetFindings(site, { ...check, targets })
  const urls = targets.map(({ url }) => url)
  const referrers = await referrersOfAll(site, { urls, kinds })
  if (referrers === null) return
  const severity = problem.severity ?? (await severityFor?.(referrers, total))
  const message = `${problem.manyMessage(roughCount(total, 'URL'))}, such as ${first.url}`
  yield sharedFinding({
    urls,
    total,
    referrers,
    namedHow,
    problem: { ...problem, message, ...(severity && { severity }) },
  })
}

/** The page for which causes of the whole site are named. */
export function homeOf({ crawl: { homeUrl, seedUrl } }: SiteFacts): string {
  return homeUrl ?? seedUrl
}
