import { isKnownDepth } from '#shared/crawl-depth.ts'
import type { Evidence, IssueDetails } from '#shared/model.ts'
import type { GroupKey, PageSummary, SiteFacts } from '#shared/site-facts.ts'
import type { SiteFinding } from '../check.ts'
import { each } from '../each.ts'
import { tableEvidence, urlEvidence } from '../evidence.ts'
import { variantKey } from '../urls/url-variant.ts'
import { relatedGroups } from './related-pages.ts'

/**
 * Shared by the duplicate checks: different pages of one language that share a value, and the finding about them. The store returns one group at a time, so memory is bounded by the largest group's cap.
 */
interface DuplicateGroup {
  /** By frontier number, two or more. */
  members: PageSummary[]
  /** More than `members` when the store capped the group. */
  total: number
  lang: string | null
}

/** URLs listed in an issue. */
const MAX_MEMBERS = 1_000

/** Groups of eligible pages that share a value and a language and are not all related. */
export async function* duplicateGroups(
  site: SiteFacts,
  key: GroupKey,
): AsyncGenerator<DuplicateGroup, void, undefined> {
  for await (const group of each(site.groups(key))) {
    if (group.value === '') continue
    const languages = Map.groupBy(group.pages, page => page.lang?.toLowerCase() ?? '')
    for (const pages of languages.values()) {
      const members = onePerPage(pages)
      if (members.length < 2 || new Set(relatedGroups(members, site.crawl)).size < 2) continue
      const total = languages.size === 1 ? group.total - (pages.length - members.length) : members.length
      yield { members: members.toSorted((a, b) => a.number - b.number), total, lang: members[0]?.lang ?? null }
    }
  }
}

/** Of a page under several URLs that differ in spelling, the one that most link to: `duplicate-url-variants` reports the others. */
function onePerPage(pages: readonly PageSummary[]): PageSummary[] {
  const spellings = Map.groupBy(pages, ({ url, title, textHash }) =>
    textHash === '' ? url : `${variantKey(url)} ${textHash} ${title}`,
  )
  return spellings.size === pages.length
    ? [...pages]
    : [...spellings.values()].flatMap(group => bestLinked(group) ?? [])
}

/** The page to keep: the one that most pages link to, the one found first among equals. */
export function bestLinked(members: readonly PageSummary[]): PageSummary | undefined {
  return members.toSorted((a, b) => b.inlinkCount - a.inlinkCount || a.number - b.number)[0]
}

interface DuplicateWords {
  message: string
  details?: Omit<IssueDetails, 'evidence'>
  /** Comes before the list of pages. */
  evidence?: Evidence[]
}

/** One finding about pages that share something; null for fewer than two. */
export function duplicateFinding(
  { members, total }: Pick<DuplicateGroup, 'members' | 'total'>,
  words: DuplicateWords,
): SiteFinding | null {
  const best = bestLinked(members)
  if (!best || members.length < 2) return null
  const urls = members.slice(0, MAX_MEMBERS).map(page => page.url)
  return {
    url: best.url,
    message: words.message,
    affectedUrls: urls,
    affectedCount: total,
    details: { ...words.details, duplicateUrls: urls },
    evidence: [
      ...(words.evidence ?? []),
      urlEvidence('Page with the most inlinks', best.url),
      tableEvidence({
        label: 'Pages',
        columns: ['URL', 'Crawl depth', 'Inlinks'],
        items: members,
        row: page => [page.url, isReachedByLinks(page) ? page.depth : '–', page.inlinkCount],
      }),
    ],
  }
}

/** The start page, or one that a link leads to: what only a canonical or a sitemap names lies no clicks away. */
function isReachedByLinks({ depth, inlinkCount }: PageSummary): boolean {
  return depth === 0 || (isKnownDepth(depth) && inlinkCount > 0)
}
