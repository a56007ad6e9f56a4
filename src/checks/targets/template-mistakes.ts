import { MAX_NAMED_SOURCES } from '#shared/limits.ts'
import type { LinkKind } from '#shared/model.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { joinReferrers, type Referrers, referrersOf } from './referrers.ts'
import { sharedFinding, type TargetProblem, urlFinding } from './target-findings.ts'

/** A URL that pages link to by mistake. */
export interface WrongTarget {
  url: string
  /** Those with different messages for several URLs are not grouped. */
  problem: TargetProblem & Required<Pick<TargetProblem, 'manyMessage'>>
}

interface TemplateRule {
  targets: AsyncIterable<WrongTarget>
  /** Links of these kinds name the target. */
  kinds: readonly LinkKind[]
  namedHow: string
}

/** URLs with one referring page each and the same problem. */
interface TemplateMistake {
  first: WrongTarget
  urls: string[]
  total: number
  /** Of the URLs in `urls`. */
  referrers: Referrers[]
}

/** Maximum number of groups; beyond it each URL is a finding of its own. */
const MAX_MISTAKES = 1_000

/**
 * One finding per URL that several pages link to. URLs with one referring page each, such as a template generates from the URL of
 * its page, are grouped by directory and problem.
 */
export async function* templateFindings(
  site: SiteFacts,
  { targets, kinds, namedHow }: TemplateRule,
): AsyncGenerator<SiteFinding, void, undefined> {
  const mistakes = new Map<string, TemplateMistake>()
  for await (const target of targets) {
    const referrers = await referrersOf(site, { url: target.url, kinds })
    if (!referrers) continue
    if (referrers.total > 1 || !addTo(mistakes, target, referrers)) yield urlFinding({ ...target, referrers, namedHow })
  }
  for (const mistake of mistakes.values()) {
    const { first, urls, total } = mistake
    // URLs beyond those that are kept have one page each.
    const referrers = joinReferrers(mistake.referrers, total - urls.length)
    if (total === 1) yield urlFinding({ ...first, referrers, namedHow })
    else {
      const message = `${first.problem.manyMessage(roughCount(total, 'URL'))}, such as ${first.url}`
      yield sharedFinding({ urls, total, referrers, namedHow, problem: { ...first.problem, message } })
    }
  }
}

/** False where there is no room. */
function addTo(mistakes: Map<string, TemplateMistake>, target: WrongTarget, referrers: Referrers): boolean {
  const { origin, pathname } = new URL(target.url)
  const key = `${origin}/${pathname.split('/')[1] ?? ''} ${target.problem.manyMessage('')}`
  const mistake = mistakes.get(key)
  if (!mistake) {
    if (mistakes.size >= MAX_MISTAKES) return false
    mistakes.set(key, { first: target, urls: [target.url], total: 1, referrers: [referrers] })
    return true
  }
  mistake.total++
  if (mistake.urls.length < MAX_NAMED_SOURCES) {
    mistake.urls.push(target.url)
    mistake.referrers.push(referrers)
  }
  return true
}
