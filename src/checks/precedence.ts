import type { LostHeadTag, PageFacts } from '#shared/facts.ts'
import type { CheckVerdict } from '#shared/model.ts'
import type { SiteCheck, SiteFinding } from './check.ts'

/**
 * One cause, one issue: which finding yields to which. Both tables are explicit; a check may also leave out by itself what its
 * own facts show to be another check's.
 */

/** Checks that say a tag is missing, by the tag that `head-broken` lists as lost. */
const silencedByLostTag: readonly (readonly [LostHeadTag['what'], string])[] = [
  ['title', 'title-missing'],
  ['description', 'meta-description-missing'],
  ['hreflang', 'hreflang-self-missing'],
]

/** Ids of the page checks whose findings yield to another finding of the same page, with the reason. */
export function pageSilences(
  page: PageFacts,
  verdicts: ReadonlyMap<string, { verdict: CheckVerdict }>,
): Map<string, string> {
  if (verdicts.get('head-broken')?.verdict !== 'failed') return new Map()
  const lost = new Set(page.lostHeadTags.map(tag => tag.what))
  const silenced = silencedByLostTag.filter(([what]) => lost.has(what))
  return new Map(silenced.map(([what, id]) => [id, `The ${what} is listed as lost from the head`]))
}

/** Findings of `first` silence those of `silenced` about the same URL, or among the same URLs. */
const siteRules: readonly { first: string; silenced: readonly string[]; match: 'target' | 'members' }[] = [
  { first: 'site-noindex', silenced: ['homepage-noindex'], match: 'target' },
  {
    first: 'soft-404',
    silenced: [
      'title-duplicate',
      'meta-description-duplicate',
      'h1-duplicate',
      'duplicate-content-exact',
      'duplicate-content-near',
    ],
    match: 'members',
  },
  {
    first: 'redirect-to-error',
    silenced: [
      'internal-link-broken',
      'internal-link-server-error',
      'internal-link-no-response',
      'internal-link-client-error',
    ],
    match: 'target',
  },
  {
    first: 'duplicate-url-variants',
    silenced: ['title-duplicate', 'meta-description-duplicate', 'duplicate-content-exact', 'duplicate-content-near'],
    match: 'members',
  },
  {
    first: 'canonical-missing',
    silenced: ['title-duplicate', 'meta-description-duplicate', 'h1-duplicate', 'duplicate-content-near'],
    match: 'members',
  },
  {
    first: 'duplicate-host-variants',
    silenced: ['title-duplicate', 'meta-description-duplicate', 'duplicate-content-exact', 'duplicate-content-near'],
    match: 'members',
  },
]

/** What is remembered of earlier findings is bounded; beyond it findings are shown rather than dropped. */
const MAX_REMEMBERED_URLS = 50_000

/** Lives for one run over a crawl: notes the findings that silence others, and says which are silenced. */
export class SiteSilences {
  /** By the id of the check that spoke of them: URL to the number of the finding. */
  readonly #spokenOf = new Map<string, Map<string, number>>()
  #remembered = 0
  #findings = 0

  /** The checks in an order in which silencing ones come first; otherwise as given. */
  inOrder(checks: readonly SiteCheck[]): SiteCheck[] {
    const isFirst = (check: SiteCheck): boolean => siteRules.some(rule => rule.first === check.id)
    return [...checks.filter(isFirst), ...checks.filter(check => !isFirst(check))]
  }

  note(checkId: string, finding: SiteFinding): void {
    const rule = siteRules.find(candidate => candidate.first === checkId)
    if (!rule) return
    const spokenOf = this.#spokenOf.get(checkId) ?? new Map<string, number>()
    this.#spokenOf.set(checkId, spokenOf)
    const number = this.#findings++
    for (const url of rule.match === 'target' ? [targetOf(finding)] : membersOf(finding)) {
      if (this.#remembered >= MAX_REMEMBERED_URLS) return
      this.#remembered++
      spokenOf.set(url, number)
    }
  }

  isSilenced(checkId: string, finding: SiteFinding): boolean {
    return siteRules.some(rule => {
      const spokenOf = rule.silenced.includes(checkId) ? this.#spokenOf.get(rule.first) : undefined
      if (!spokenOf) return false
      return rule.match === 'target' ? spokenOf.has(targetOf(finding)) : isOneFinding(finding, spokenOf)
    })
  }
}

function isOneFinding(finding: SiteFinding, spokenOf: ReadonlyMap<string, number>): boolean {
  const members = membersOf(finding)
  // A cut list cannot show that all members are variants of one URL.
  if ((finding.affectedCount ?? 0) > members.size) return false
  const numbers = new Set([...members].map(url => spokenOf.get(url)))
  return members.size > 1 && numbers.size === 1 && !numbers.has(undefined)
}

const targetOf = (finding: SiteFinding): string => finding.details?.targetUrl ?? finding.url

function membersOf(finding: SiteFinding): Set<string> {
  return new Set([finding.url, ...(finding.details?.duplicateUrls ?? []), ...finding.affectedUrls])
}
