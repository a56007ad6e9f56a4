import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { codeEvidence } from '../evidence.ts'
import { refreshingPages } from './refreshing-pages.ts'

export const refreshLoop: SiteCheck = {
  id: 'refresh-loop',
  scope: 'site',
  type: 'redirect',
  severity: 'error',
  title: 'Endless reload by meta refresh',
  passedTitle: 'No page reloads endlessly',
  why: 'The page leads back to itself at once, directly or by way of other pages, so a browser loads it again and again. No one can read it, and search engines find no content.',
  fix: 'Correct the URL in the refresh, which often names another URL of the same page, such as index.html. If the page has no other target, remove the refresh.',
  example: {
    before: '<meta http-equiv="refresh" content="0; url=index.html">',
    after: '<meta http-equiv="refresh" content="0; url=home.html">',
  },
  sources: [
    {
      title: 'HTML: The refresh state',
      url: 'https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh',
    },
    {
      title: 'Google: Redirects and Google Search',
      url: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
    },
  ],
  check: findings,
}

const MAX_LOOPS = 1_000

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const known = new Set<string>()
  for (const { loop } of await refreshingPages(site)) {
    if (known.size >= MAX_LOOPS) return
    // Pages that lead into a loop share its finding.
    const [first] = loop.map(({ url }) => url).sort()
    if (first === undefined || known.has(first)) continue
    known.add(first)
    const urls = loop.map(({ url }) => url)
    const shown = loop.find(({ url }) => url === first)
    yield {
      url: first,
      message:
        loop.length === 1
          ? `Endless reload: ${first} refreshes to itself at once`
          : `Endless reload: ${counted(loop.length, 'page')} refresh to one another at once, such as ${first}`,
      affectedUrls: urls,
      evidence: [
        { kind: 'urls', label: 'Pages of the loop', urls, total: urls.length },
        codeEvidence('As written', shown?.refresh?.raw ?? '', shown?.refresh?.line ?? 0),
      ],
    }
  }
}
