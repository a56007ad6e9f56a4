import type { SiteFacts, Target } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { each } from '../each.ts'
import { pageListFinding } from '../page-list-finding.ts'
import { hyperlinkKinds } from '../targets/target-findings.ts'

export const externalLinkRedirect: SiteCheck = {
  id: 'external-link-redirect',
  scope: 'site',
  type: 'link_issue',
  severity: 'info',
  title: 'External links to permanent redirects',
  passedTitle: 'External links point to final URLs',
  why: 'The other site says that its page has moved for good. The link still works, but takes one request more, and ends the day that the other site drops the redirect.',
  fix: 'Replace the URL in the link with the final URL, when you edit the page anyway.',
  example: { before: '<a href="http://example.org/tides">', after: '<a href="https://www.example.org/tides/">' },
  sources: [
    {
      title: 'Google: Redirects and Google Search',
      url: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
    },
  ],
  check: site =>
    pageListFinding({
      items: () => movedTargets(site),
      message: 'External links to permanent redirects',
      noun: 'URL',
      label: 'URLs',
      columns: ['Link to', 'Redirects to', 'Linked from'],
      row: ({ url, finalUrl, sourceUrl }) => [url, finalUrl, sourceUrl],
    }),
}

const PERMANENT: readonly number[] = [301, 308]

interface Moved {
  url: string
  finalUrl: string
  sourceUrl: string
}

async function* movedTargets(site: SiteFacts): AsyncGenerator<Moved, void, undefined> {
  const choice = { scope: 'external', kinds: hyperlinkKinds, statusFrom: 301, statusTo: 308 } as const
  for await (const target of each(site.targets(choice))) {
    if (!isMoved(target)) continue
    const { places } = await site.inlinks(target.url, { limit: 1, kinds: hyperlinkKinds })
    yield { url: target.url, finalUrl: target.finalUrl, sourceUrl: places[0]?.sourceUrl ?? '' }
  }
}

/** Sites send visitors to a sign-in or a consent page by temporary redirects, and some do so permanently, with the URL in a parameter. */
function isMoved({ hops, finalStatus, finalUrl, isBotChallenge }: Target): boolean {
  if (finalStatus !== 200 || isBotChallenge || URL.parse(finalUrl)?.search !== '') return false
  return hops.length > 0 && hops.every(hop => PERMANENT.includes(hop.status))
}
