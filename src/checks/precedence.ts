import type { LostHeadTag } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import type { CheckResult } from '#shared/model.ts'
import type { SiteCheck, SiteFinding } from './check.ts'

/**
 * One cause, one issue: which findings supersede which. Both tables are explicit; a check may also skip by itself what its own
 * facts show to be reported by another check.
 */

/** Checks for a missing tag, by the tag that `head-broken` lists as outside the head. */
const supersededByLostTag: readonly (readonly [LostHeadTag['what'], string])[] = [
  ['title', 'title-missing'],
  ['description', 'meta-description-missing'],
  ['hreflang', 'hreflang-self-missing'],
]

/** Checks for a missing tag, by the name that `metadata-name-misspelled` lists as meant. */
const supersededByMisspelling: readonly (readonly [string, string])[] = [
  ['description', 'meta-description-missing'],
  ['viewport', 'viewport-missing'],
]

/** Ids of the page checks whose findings another finding of the same page supersedes, with the reason. */
export function supersededPageChecks(
  page: PageFacts,
  results: ReadonlyMap<string, { result: CheckResult }>,
): Map<string, string> {
  const hasFailed = (id: string): boolean => results.get(id)?.result === 'failed'
  if (hasFailed('page-empty')) return othersOfEmptyPage(results)
  const lost = hasFailed('head-broken') ? page.lostHeadTags.map(tag => tag.what) : []
  const misspelled = hasFailed('metadata-name-misspelled') ? (page.misspelledNames ?? []).map(({ meant }) => meant) : []
  const because = (
    rules: readonly (readonly [string, string])[],
    found: readonly string[],
    reason: string,
  ): [string, string][] =>
    rules.filter(([what]) => found.includes(what)).map(([what, id]) => [id, `${reason}: ${what}`])
  return new Map([
    ...because(supersededByLostTag, lost, 'Reported as outside the head'),
    ...because(supersededByMisspelling, misspelled, 'Reported as misspelled'),
  ])
}

/** A page with nothing in it lacks everything. */
function othersOfEmptyPage(results: ReadonlyMap<string, { result: CheckResult }>): Map<string, string> {
  const others = [...results].filter(([id, { result }]) => result === 'failed' && id !== 'page-empty')
  return new Map(others.map(([id]) => [id, 'Reported as an empty page']))
}

interface Place {
  path: string
  line: number
}

/** The elements but for those that other checks report: one element is one finding. */
export function unreported<Element extends Place>(
  elements: readonly Element[],
  ...reported: readonly (readonly Place[])[]
): readonly Element[] {
  if (elements.length === 0) return elements
  const places = new Set(reported.flat().map(nameOf))
  return elements.filter(element => !places.has(nameOf(element)))
}

const nameOf = ({ path, line }: Place): string => `${line} ${path}`

/** Findings of `first` supersede those of `superseded` about the same URL, or among the same URLs. */
interface SiteRule {
  first: string
  superseded: readonly string[]
  match: 'target' | 'members'
  /** Shown if all findings of a check were superseded: it neither passed nor failed. */
  reason: string
}

/** Checks that find what copies of one page have in common. */
const duplicateChecks = [
  'title-duplicate',
  'meta-description-duplicate',
  'duplicate-content-exact',
  'duplicate-content-near',
]

export const siteRules: readonly SiteRule[] = [
  {
    first: 'site-noindex',
    superseded: ['homepage-noindex', 'pages-unchecked'],
    match: 'target',
    reason: 'Reported with all noindex pages',
  },
  {
    first: 'soft-404',
    superseded: [...duplicateChecks, 'h1-duplicate'],
    match: 'members',
    reason: 'Reported as soft 404 pages',
  },
  {
    first: 'redirect-to-error',
    superseded: [
      'internal-link-broken',
      'internal-link-server-error',
      'internal-link-no-response',
      'internal-link-client-error',
    ],
    match: 'target',
    reason: 'Reported as broken redirects',
  },
  {
    first: 'duplicate-url-variants',
    superseded: duplicateChecks,
    match: 'members',
    reason: 'Reported as one page under several URL variants',
  },
  {
    first: 'canonical-missing',
    superseded: [...duplicateChecks, 'h1-duplicate'],
    match: 'members',
    reason: 'Reported as one page with several URLs and no canonical',
  },
  {
    first: 'duplicate-host-variants',
    superseded: duplicateChecks,
    match: 'members',
    reason: 'Reported as one site available under several hosts',
  },
]

/** URLs remembered of earlier findings; beyond it findings are shown rather than dropped. */
const MAX_REMEMBERED_URLS = 50_000

/** Used for one run over a crawl: notes findings that supersede others, and reports which are superseded. */
export class SitePrecedence {
  /** By id of the reporting check: URL to the number of the finding. */
  readonly #reported = new Map<string, Map<string, number>>()
  #remembered = 0
  #findings = 0

  /** The checks ordered so that each comes after those that supersede it; otherwise as given. */
  inOrder(checks: readonly SiteCheck[]): SiteCheck[] {
    const ordered = new Set<SiteCheck>()
    const add = (check: SiteCheck): void => {
      const firsts = siteRules.filter(rule => rule.superseded.includes(check.id)).map(rule => rule.first)
      for (const first of checks) if (firsts.includes(first.id)) add(first)
      ordered.add(check)
    }
    const isFirst = (check: SiteCheck): boolean => siteRules.some(rule => rule.first === check.id)
    for (const check of [...checks.filter(isFirst), ...checks]) add(check)
    return [...ordered]
  }

  note(checkId: string, finding: SiteFinding): void {
    const rule = siteRules.find(candidate => candidate.first === checkId)
    if (!rule) return
    const reported = this.#reported.get(checkId) ?? new Map<string, number>()
    this.#reported.set(checkId, reported)
    const number = this.#findings++
    for (const url of rule.match === 'target' ? [targetOf(finding)] : membersOf(finding)) {
      if (this.#remembered >= MAX_REMEMBERED_URLS) return
      this.#remembered++
      reported.set(url, number)
    }
  }

  /** Why a finding is superseded; null if it is not. */
  supersededBecause(checkId: string, finding: SiteFinding): string | null {
    const rule = siteRules.find(({ first, superseded, match }) => {
      const reported = superseded.includes(checkId) ? this.#reported.get(first) : undefined
      if (!reported) return false
      return match === 'target' ? reported.has(targetOf(finding)) : isOneFinding(finding, reported)
    })
    return rule?.reason ?? null
  }
}

function isOneFinding(finding: SiteFinding, reported: ReadonlyMap<string, number>): boolean {
  const members = membersOf(finding)
  // A cut list cannot show that all members are variants of one URL.
  if ((finding.affectedCount ?? 0) > members.size) return false
  const numbers = new Set([...members].map(url => reported.get(url)))
  return members.size > 1 && numbers.size === 1 && !numbers.has(undefined)
}

const targetOf = (finding: SiteFinding): string => finding.details?.targetUrl ?? finding.url

function membersOf(finding: SiteFinding): Set<string> {
  return new Set([finding.url, ...(finding.details?.duplicateUrls ?? []), ...finding.affectedUrls])
}
