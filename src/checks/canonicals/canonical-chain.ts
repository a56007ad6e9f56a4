import type { PageSummary, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { each } from '../each.ts'
import { referrersOf } from '../targets/referrers.ts'
import { canonicalKinds } from '../targets/target-findings.ts'
import { templateFindings, type WrongTarget } from '../targets/template-mistakes.ts'

export const canonicalChain: SiteCheck = {
  id: 'canonical-chain',
  scope: 'site',
  type: 'canonical_issue',
  severity: 'warning',
  title: 'Canonical chain',
  passedTitle: 'Canonicals point directly to the final URL',
  why: 'The page that is named as canonical names yet another page as its own canonical. Search engines may stop anywhere in such a chain and show the wrong page.',
  fix: 'Let every page of the chain name the last one directly, and let the last one name itself.',
  example: { before: '/a names /b, /b names /c', after: '/a and /b name /c' },
  sources: [
    {
      title: 'Google: How to specify a canonical URL',
      url: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    },
    { title: 'RFC 6596: The canonical link relation', url: 'https://www.rfc-editor.org/rfc/rfc6596.html' },
  ],
  check: site => templateFindings(site, { targets: passedOn(site), kinds: canonicalKinds, namedHow: 'named by' }),
}

/** Steps that are followed and shown. */
const MAX_STEPS = 20

async function* passedOn(site: SiteFacts): AsyncGenerator<WrongTarget, void, undefined> {
  /** A loop is identified by its smallest URL. */
  const reported = new Set<string>()
  for await (const page of each(site.pages())) {
    if (!passesOn(page)) continue
    // A page outside a loop may lead into it, which the pages in the loop report.
    if ((await referrersOf(site, { url: page.url, kinds: canonicalKinds, limit: 2 })) === null) continue
    const { urls, circle } = await follow(site, page)
    const [name] = circle.toSorted()
    if (name !== undefined && reported.has(name)) continue
    if (name !== undefined) reported.add(name)
    const last = urls.at(-1) ?? page.url
    yield {
      url: page.url,
      problem: {
        message: name
          ? `Canonical loop: ${page.url} is named as canonical and leads back to ${last}`
          : `Canonical chain: ${page.url} is named as canonical and names ${page.canonicalUrl}`,
        manyMessage: urls =>
          name
            ? `Canonical loops: ${urls} of one directory are named as canonical and lead back`
            : `Canonical chains: ${urls} of one directory are named as canonical and name others`,
        severity: name ? 'error' : 'warning',
        evidence: [{ kind: 'urls', label: 'In order', urls, total: urls.length }],
      },
    }
  }
}

/** Its canonical is another page: one that redirects back to it is its own. */
function passesOn({ url, canonicalUrl, indexability }: PageSummary): boolean {
  return indexability !== 'indexable' && canonicalUrl !== null && canonicalUrl !== url
}

/** The canonicals in order, from the page itself on; `circle` holds those that come again. */
async function follow(site: SiteFacts, start: PageSummary): Promise<{ urls: string[]; circle: string[] }> {
  const urls = [start.url]
  let next = start.canonicalUrl
  while (next !== null && urls.length < MAX_STEPS) {
    const seenAt = urls.indexOf(next)
    urls.push(next)
    if (seenAt >= 0) return { urls, circle: urls.slice(seenAt, -1) }
    const page: PageSummary | null = await site.page(next)
    next = page && passesOn(page) ? page.canonicalUrl : null
  }
  return { urls, circle: [] }
}
