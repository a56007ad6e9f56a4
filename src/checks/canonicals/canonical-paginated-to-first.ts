import type { PageSummary, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { each } from '../each.ts'
import { urlGroups } from '../url-groups.ts'
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

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const firstPages = new Map<string, PageSummary | null>()
  async function* walk() {
    for await (const page of each(site.pages())) {
      const { url, canonicalUrl } = page
      if (canonicalUrl === null || !namesFirstPage(page)) continue
      const first = await firstPageOf(site, { firstPages, canonicalUrl })
      // A list of which every page shows the same is one page, and rightly says so.
      if (first !== null && first.textHash !== page.textHash) yield { key: first.url, url }
    }
  }
  for (const { first, urls, total, affected } of await urlGroups(walk, { maxGroups: MAX_LISTS })) {
    const firstPage = first.key
    yield {
      url: first.url,
      message: `Paginated pages canonicalised to page 1: ${roughCount(total, 'page')} of ${firstPage}`,
      ...affected,
      details: { targetUrl: firstPage },
      evidence: [
        { kind: 'url', label: 'First page of the list', url: firstPage },
        { kind: 'urls', label: 'Paginated pages', urls, total },
      ],
    }
  }
}

/** The first page must have been read: only then is it known to be another. */
async function firstPageOf(
  site: SiteFacts,
  { firstPages, canonicalUrl }: { firstPages: Map<string, PageSummary | null>; canonicalUrl: string },
): Promise<PageSummary | null> {
  const known = firstPages.get(canonicalUrl)
  if (known !== undefined) return known
  if (firstPages.size >= MAX_LISTS) return null
  const first = await site.page(canonicalUrl)
  firstPages.set(canonicalUrl, first)
  return first
}
