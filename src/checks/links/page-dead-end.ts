import type { LinkFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import type { PageCheck } from '../check.ts'
import { IS_FRAMESET, isFrameset } from '../eligible.ts'
import { linkSource } from '../evidence.ts'
import { isSameSite, originPrefix, registrableDomain } from '../url-parts.ts'

export const pageDeadEnd: PageCheck = {
  id: 'page-dead-end',
  type: 'link_issue',
  severity: 'warning',
  applies: 'html-ok',
  title: 'Page without internal outlinks',
  passedTitle: 'The page links to other pages of the website',
  why: 'No followable link on this page leads to another page of the website. Visitors and crawlers who arrive here can only go back.',
  fix: 'Add the usual navigation, or links to related pages. If there is a menu, make sure that its entries are <a> elements with an href, and that the server sends them: a menu that a script writes is seen late or never by crawlers.',
  sources: [
    {
      title: 'Google: Make your links crawlable',
      url: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
    },
  ],
  check: page => {
    // One cause, one issue: a nofollow for the whole page is reported as such.
    if (page.isNofollow) return []
    if (isFrameset(page)) return { skipped: IS_FRAMESET }
    if (leadsOn(page)) return []
    const outlinks = page.links.filter(link => isHyperlink(link) && link.url !== page.url)
    const internal = outlinks.filter(link => isInternal(link, page))
    // A start page without any internal link is a website of one page.
    if (page.isSeed && internal.length === 0) return []
    const urls = [...new Set(outlinks.map(link => link.url))]
    return [
      {
        message: `Page without internal outlinks${reasonOf(page, internal.length)}`,
        details: linkSource(page),
        evidence: [
          { kind: 'urls', label: 'Links on the page', urls: urls.slice(0, MAX_EVIDENCE_URLS), total: urls.length },
        ],
      },
    ]
  },
}

function reasonOf(page: PageFacts, internalCount: number): string {
  if (internalCount > 0) return ' (all internal links are nofollow)'
  // A menu that a script writes is not in what the server sent.
  const hasScript = page.links.some(link => link.kind === 'script')
  return hasScript && !page.rendering?.isRendered ? ' in the HTML source (scripts were not run)' : ''
}

/** Usually the first link is enough; a link to the same host is recognised without parsing it. */
function leadsOn(page: PageFacts): boolean {
  const ownStart = originPrefix(page.url)
  return page.links.some(
    link =>
      !link.isNofollow &&
      isHyperlink(link) &&
      link.url !== page.url &&
      ((ownStart !== '' && link.url.startsWith(ownStart)) || isInternal(link, page)),
  )
}

const isHyperlink = (link: LinkFact): boolean => link.kind === 'anchor' || link.kind === 'area'

/** Subdomains count: whether they belong to the crawl is not known from one page, and a visitor gets on either way. */
function isInternal(link: LinkFact, page: PageFacts): boolean {
  if (isSameSite(link.url, page.url)) return true
  const domain = registrableDomain(page.url)
  return domain !== null && registrableDomain(link.url) === domain
}
