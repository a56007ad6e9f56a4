import type { LinkKind } from '#shared/model.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { MAX_SOURCES, type Referrers, referrersOf } from './referrers.ts'
import { sharedFinding, type TargetProblem, urlFinding } from './target-findings.ts'

/** An address that pages name wrongly. */
export interface WrongTarget {
  url: string
  verdict: TargetProblem
  /** The same verdict on `12 addresses`, which also tells slips of different kinds apart. */
  manyMessage: (addresses: string) => string
}

interface SlipRule {
  targets: AsyncIterable<WrongTarget>
  /** Links of these kinds name the target. */
  kinds: readonly LinkKind[]
  namedHow: string
}

/** Addresses with one page each to name them, which were named alike. */
interface Slip {
  first: WrongTarget
  urls: string[]
  total: number
  /** Of those addresses. */
  referrers: Referrers[]
}

/** Slips told apart; beyond them each address is told by itself. */
const MAX_SLIPS = 1_000

/**
 * One finding per address that several pages name, for it is their one cause. Addresses that one page each names, as a template does
 * when it makes the address of another page out of its own, are told together: those of one directory with the same verdict.
 */
export async function* templateFindings(
  site: SiteFacts,
  { targets, kinds, namedHow }: SlipRule,
): AsyncGenerator<SiteFinding, void, undefined> {
  const slips = new Map<string, Slip>()
  for await (const target of targets) {
    const referrers = await referrersOf(site, { url: target.url, kinds })
    if (!referrers) continue
    if (referrers.total > 1 || !addTo(slips, target, referrers)) yield urlFinding({ ...target, referrers, namedHow })
  }
  for (const slip of slips.values()) {
    const { first, urls, total } = slip
    const referrers = allReferrers(slip)
    if (total === 1) yield urlFinding({ ...first, referrers, namedHow })
    else {
      const message = `${first.manyMessage(roughCount(total, 'URL'))}, such as ${first.url}`
      yield sharedFinding({ urls, total, referrers, namedHow, verdict: { ...first.verdict, message } })
    }
  }
}

/** False where there is no room. */
function addTo(slips: Map<string, Slip>, target: WrongTarget, referrers: Referrers): boolean {
  const { origin, pathname } = new URL(target.url)
  const key = `${origin}/${pathname.split('/')[1] ?? ''} ${target.manyMessage('')}`
  const slip = slips.get(key)
  if (!slip) {
    if (slips.size >= MAX_SLIPS) return false
    slips.set(key, { first: target, urls: [target.url], total: 1, referrers: [referrers] })
    return true
  }
  slip.total++
  if (slip.urls.length < MAX_SOURCES) {
    slip.urls.push(target.url)
    slip.referrers.push(referrers)
  }
  return true
}

/** Addresses beyond those that are kept have a page each. */
function allReferrers({ urls, total, referrers }: Slip): Referrers {
  const sources = new Set(referrers.flatMap(each => each.sources))
  return {
    total: sources.size + total - urls.length,
    sources: [...sources],
    isHighPriority: referrers.some(each => each.isHighPriority),
    places: referrers.flatMap(each => each.places),
  }
}
