import type { PageSummary, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { each } from '../each.ts'
import { pageListFinding } from '../page-list-finding.ts'
import { hyperlinkKinds } from '../targets/target-findings.ts'
import { maybeSamePagination } from '../urls/pagination-url.ts'

export const paginationInconsistent: SiteCheck = {
  id: 'pagination-inconsistent',
  scope: 'site',
  type: 'link_issue',
  severity: 'info',
  title: 'Inconsistent rel=next and rel=prev',
  passedTitle: 'rel=next and rel=prev are consistent',
  why: 'The pages of a list name each other by rel=next and rel=prev, and readers follow links. Where one side is missing, the sequence breaks off for programs that use it; where there is no link, neither visitors nor Google, which does not use rel=next, reach the page.',
  fix: 'Let each page name the one before it as prev and the one behind it as next, and link both in the page.',
  sources: [
    {
      title: 'Google: Pagination best practices',
      url: 'https://developers.google.com/search/docs/specialty/ecommerce/pagination-and-incremental-page-loading',
    },
    {
      title: 'HTML standard: link type "next"',
      url: 'https://html.spec.whatwg.org/multipage/links.html#link-type-next',
    },
  ],
  check: site =>
    pageListFinding({
      items: () => flaws(site),
      message: 'Inconsistent rel=next and rel=prev',
      columns: ['Page', 'Names', 'Problem'],
      row: ({ url, named, problem }) => [url, named, problem],
    }),
}

interface Flaw {
  url: string
  named: string
  problem: string
}

async function* flaws(site: SiteFacts): AsyncGenerator<Flaw, void, undefined> {
  for await (const page of each(site.pages())) {
    for (const named of page.paginationUrls) {
      // Chapters and posts are no pages of one list.
      if (named === page.url || !maybeSamePagination(page.url, named)) continue
      const problem = await problemOf(site, page, named)
      if (problem !== null) yield { url: page.url, named, problem }
    }
  }
}

async function problemOf(site: SiteFacts, page: PageSummary, named: string): Promise<string | null> {
  const other = await site.page(named)
  if (other === null) return null
  const { url, canonicalUrl } = page
  if (!other.paginationUrls.some(each => each === url || each === canonicalUrl))
    return 'does not name the page in return'
  const { total } = await site.inlinks(named, { limit: 1, kinds: hyperlinkKinds })
  return total === 0 ? 'no link leads there' : null
}
