import type { KeptFacts, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { each } from '../each.ts'
import { INSTANT_SECONDS } from '../eligible.ts'
import { codeEvidence } from '../evidence.ts'

export const refreshLoop: SiteCheck = {
  id: 'refresh-loop',
  scope: 'site',
  type: 'redirect',
  severity: 'error',
  title: 'Endless reload by meta refresh',
  passedTitle: 'No page reloads endlessly',
  why: 'The page leads back to itself at once, directly or by way of other pages, so a browser loads it again and again. Nobody can read it, and search engines find no content.',
  fix: 'Correct the URL in the refresh, which often names another address of the same page, such as index.html. If the page has no other target, remove the refresh.',
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

/** Longer chains of pages that lead on are not followed. */
const MAX_STEPS = 10
const MAX_LOOPS = 1_000

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const known = new Set<string>()
  for await (const page of each(site.facts({ containing: '"refresh":{' }))) {
    if (known.size >= MAX_LOOPS) return
    const loop = await loopFrom(site, page)
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

/** The pages from the first repeated one on, following refreshes and the redirects behind them; none where the way ends. */
async function loopFrom(site: SiteFacts, start: KeptFacts): Promise<KeptFacts[]> {
  const path: KeptFacts[] = []
  let page: KeptFacts | null = start
  while (page !== null && path.length < MAX_STEPS) {
    const { url } = page
    const again = path.findIndex(step => step.url === url)
    if (again !== -1) return path.slice(again)
    path.push(page)
    page = await nextOf(site, page)
  }
  return []
}

async function nextOf(site: SiteFacts, page: KeptFacts): Promise<KeptFacts | null> {
  const { refresh } = page
  if (refresh === null || refresh.delay > INSTANT_SECONDS) return null
  if (refresh.isReload) return page
  if (refresh.url === null) return null
  const direct = await site.factsOf(refresh.url)
  if (direct) return direct
  const target = await site.target(refresh.url)
  return target === null || target.hops.length === 0 ? null : site.factsOf(target.finalUrl)
}
