import { MAX_EVIDENCE_URLS, MAX_FINDINGS_PER_LIST, MIN_PAGES_OF_CAUSE } from '#shared/limits.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import { causeKey, placeInStructure } from '../cause-key.ts'
import type { SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { textEvidence } from '../evidence.ts'
import { joinReferrers } from './referrers.ts'
import { homeOf } from './rule-findings.ts'
import {
  type NamedUrl,
  namedHowOf,
  namedTargets,
  sharedFinding,
  type TargetRule,
  urlFinding,
} from './target-findings.ts'

/**
 * Files that a template names relative to the page: `img/logo.png` is another URL on every page, and each of them fails. They are one
 * mistake, in one element.
 */

interface ElementRule extends TargetRule {
  checkId: string
}

/** URLs that lie alike beside their pages, named by the same element. */
interface Group extends TemplateElement {
  /** The first of them. */
  named: NamedUrl[]
  total: number
}

/** What names a URL. */
interface TemplateElement {
  key: string
  relative: string
  manyMessage: (urls: string) => string
}

/** Elements that are remembered, and places of their URLs; beyond these a URL is a finding of its own, or counted where its element has enough. */
const MAX_GROUPS = 1_000
const MAX_PLACES = 50_000

/** One finding for the URLs of one element of a template; one for each other URL with a problem. */
export async function* elementFindings(
  site: SiteFacts,
  rule: ElementRule,
): AsyncGenerator<SiteFinding, void, undefined> {
  const groups = new Map<string, Group>()
  let places = 0
  for await (const named of namedTargets(site, rule)) {
    const element = elementOf(named)
    const group = element && (groups.get(element.key) ?? { ...element, named: [], total: 0 })
    const isRoom = places + named.referrers.places.length <= MAX_PLACES
    const isKept = isRoom && (group?.total !== 0 || groups.size < MAX_GROUPS)
    if (!group || (group.total < MIN_PAGES_OF_CAUSE && !isKept)) {
      yield urlFinding(named)
      continue
    }
    groups.set(group.key, group)
    group.total++
    if (!isKept || group.named.length >= MAX_FINDINGS_PER_LIST) continue
    group.named.push(named)
    places += named.referrers.places.length
  }
  for (const group of groups.values()) {
    if (group.total < MIN_PAGES_OF_CAUSE) yield* group.named.map(urlFinding)
    else yield groupFinding(site, rule, group)
  }
}

/** By which the URLs of one element are known; null where the message has no words for several of them, or no element is known. */
function elementOf({ url, problem: { manyMessage, severity }, referrers }: NamedUrl): TemplateElement | null {
  const [place] = referrers.places
  if (!manyMessage || !place || place.path === '') return null
  const relative = relativeTo(url, place.sourceUrl)
  if (relative === null) return null
  const where = `${place.region} ${placeInStructure(place.path)}`
  return { key: `${manyMessage('')} ${severity ?? ''} ${where} ${relative}`, relative, manyMessage }
}

/** The shortest URL relative to the folder of a page; null on another host. */
function relativeTo(url: string, page: string): string | null {
  const target = URL.parse(url)
  const from = URL.parse(page)
  if (!target || target.origin !== from?.origin) return null
  const folder = from.pathname.split('/').slice(0, -1)
  const path = target.pathname.split('/')
  const shared = folder.findIndex((segment, at) => segment !== path[at])
  const common = shared === -1 ? folder.length : shared
  return '../'.repeat(folder.length - common) + path.slice(common).join('/') + target.search
}

function groupFinding(
  site: SiteFacts,
  rule: ElementRule,
  { key, relative, manyMessage, named, total }: Group,
): SiteFinding {
  const urls = named.map(({ url }) => url)
  const referrers = joinReferrers(
    named.map(each => each.referrers),
    total - named.length,
  )
  const [first] = named
  const imageData = named.flatMap(each => each.problem.details?.imageData ?? [])
  const several = `${roughCount(total, 'URL')} of one template element`
  const finding = sharedFinding({
    urls: urls.slice(0, MAX_EVIDENCE_URLS),
    total,
    referrers,
    namedHow: namedHowOf(rule, referrers),
    problem: {
      ...first?.problem,
      message: `${manyMessage(several)}, such as ${first?.url}`,
      details: { ...first?.problem.details, ...(imageData.length > 0 && { imageData }) },
      evidence: [textEvidence('Relative to each page', relative), ...(first?.problem.evidence ?? [])],
    },
  })
  return {
    ...finding,
    details: { ...finding.details, causeKeys: [causeKey(rule.checkId, { tag: key }, homeOf(site))] },
  }
}
