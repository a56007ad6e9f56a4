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
interface SiteRule {
  first: string
  silenced: readonly string[]
  match: 'target' | 'members'
  /** Why a check all of whose findings yielded is shown neither as passed nor as failed. */
  reason: string
}

/** What pages that are one and the same page have alike. */
const likenesses = [
  'title-duplicate',
  'meta-description-duplicate',
  'duplicate-content-exact',
  'duplicate-content-near',
]

export const siteRules: readonly SiteRule[] = [
  {
    first: 'site-noindex',
    silenced: ['homepage-noindex'],
    match: 'target',
    reason: 'It is reported with all pages that ask not to be indexed',
  },
  {
    first: 'soft-404',
    silenced: [...likenesses, 'h1-duplicate'],
    match: 'members',
    reason: 'The pages are reported as error pages that answer 200',
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
    reason: 'The addresses are reported as redirects to an error',
  },
  {
    first: 'duplicate-url-variants',
    silenced: likenesses,
    match: 'members',
    reason: 'The pages are reported as one page under several spellings of its address',
  },
  {
    first: 'canonical-missing',
    silenced: [...likenesses, 'h1-duplicate'],
    match: 'members',
    reason: 'The pages are reported as one page under several addresses without a canonical',
  },
  {
    first: 'duplicate-host-variants',
    silenced: likenesses,
    match: 'members',
    reason: 'The pages are reported as one site under several host names',
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

  /** The checks in an order in which each comes after those that silence it; otherwise as given. */
  inOrder(checks: readonly SiteCheck[]): SiteCheck[] {
    const ordered = new Set<SiteCheck>()
    const add = (check: SiteCheck): void => {
      const firsts = siteRules.filter(rule => rule.silenced.includes(check.id)).map(rule => rule.first)
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
    const spokenOf = this.#spokenOf.get(checkId) ?? new Map<string, number>()
    this.#spokenOf.set(checkId, spokenOf)
    const number = this.#findings++
    for (const url of rule.match === 'target' ? [targetOf(finding)] : membersOf(finding)) {
      if (this.#remembered >= MAX_REMEMBERED_URLS) return
      this.#remembered++
      spokenOf.set(url, number)
    }
  }

  /** Why a finding is left out; null for one that stands. */
  silencedBecause(checkId: string, finding: SiteFinding): string | null {
    const rule = siteRules.find(({ first, silenced, match }) => {
      const spokenOf = silenced.includes(checkId) ? this.#spokenOf.get(first) : undefined
      if (!spokenOf) return false
      return match === 'target' ? spokenOf.has(targetOf(finding)) : isOneFinding(finding, spokenOf)
    })
    return rule?.reason ?? null
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
