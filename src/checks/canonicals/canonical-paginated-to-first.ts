import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import type { PageSummary, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { each } from '../each.ts'
import { namesFirstPage } from './paginated-canonical.ts'

export const canonicalPaginatedToFirst: SiteCheck = {
  id: 'canonical-paginated-to-first',
  scope: 'site',
  type: 'canonical_issue',
  severity: 'warning',
  title: 'Paginated pages canonicalised to page 1',
  passedTitle: 'Paginated pages have self-referencing canonicals',
  why: 'The second page of a list shows other entries than the first, so it is not a duplicate of it. Search engines that follow the canonical stop reading the later pages, and find what is linked only there late or never.',
  fix: 'Give every page of the list a canonical with its own URL.',
  example: {
    before: '/blog?page=2 with <link rel="canonical" href="https://example.com/blog">',
    after: '/blog?page=2 with <link rel="canonical" href="https://example.com/blog?page=2">',
  },
  sources: [
    {
      title: 'Google: Pagination and incremental page loading',
      url: 'https://developers.google.com/search/docs/specialty/ecommerce/pagination-and-incremental-page-loading',
    },
  ],
  check: findings,
}

const MAX_LISTS = 1_000

interface List {
  first: PageSummary
  urls: string[]
  total: number
}

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const lists = new Map<string, List | null>()
  for await (const page of each(site.pages())) {
    const { url, canonicalUrl } = page
    if (canonicalUrl === null || !namesFirstPage(page)) continue
    const list = await listOf(site, { lists, canonicalUrl })
    // A list of which every page shows the same is one page, and rightly says so.
    if (list === null || list.first.textHash === page.textHash) continue
    list.total++
    if (list.urls.length < MAX_EVIDENCE_URLS) list.urls.push(url)
  }
  for (const list of lists.values()) if (list !== null && list.total > 0) yield findingOf(list)
}

/** The first page must have been read: only then is it known to be another. */
async function listOf(
  site: SiteFacts,
  { lists, canonicalUrl }: { lists: Map<string, List | null>; canonicalUrl: string },
): Promise<List | null> {
  const known = lists.get(canonicalUrl)
  if (known !== undefined) return known
  if (lists.size >= MAX_LISTS) return null
  const first = await site.page(canonicalUrl)
  const list = first === null ? null : { first, urls: [], total: 0 }
  lists.set(canonicalUrl, list)
  return list
}

function findingOf({ first, urls, total }: List): SiteFinding {
  const [url = ''] = urls
  return {
    url,
    message: `Paginated pages canonicalised to page 1: ${roughCount(total, 'page')} of ${first.url}`,
    affectedUrls: urls,
    affectedCount: total,
    details: { targetUrl: first.url },
    evidence: [
      { kind: 'url', label: 'First page of the list', url: first.url },
      { kind: 'urls', label: 'Paginated pages', urls, total },
    ],
  }
}
