import type { LinkKind } from '#shared/model.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { each } from './each.ts'
import { pathWords } from './path-words.ts'
import { referrersOf } from './referrers.ts'
import { urlFinding } from './target-findings.ts'

export const pageNoindexLinked: SiteCheck = {
  id: 'page-noindex-linked',
  scope: 'site',
  type: 'indexability_issue',
  severity: 'info',
  title: 'Page kept out of search is linked',
  passedTitle: 'Linked pages may be shown in search',
  why: 'The page asks search engines not to show it, while other pages lead visitors there. That is often meant, and sometimes left over from a test; this list is for looking it through.',
  fix: 'Where the page should be found, take noindex out of its robots meta tag or its X-Robots-Tag header. Where it should not, nothing needs to be done.',
  example: {
    before: '<meta name="robots" content="noindex, follow">',
    after: '<meta name="robots" content="index, follow">',
  },
  sources: [
    {
      title: 'Google: Block indexing with noindex',
      url: 'https://developers.google.com/search/docs/crawling-indexing/block-indexing',
    },
  ],
  check: findings,
}

const hyperlinkKinds: readonly LinkKind[] = ['anchor', 'area']
/** Pages that nobody looks for in a search engine; sites rightly keep them out. */
const meantToBeHidden: ReadonlySet<string> = new Set([
  ...['login', 'logon', 'logout', 'signin', 'signup', 'register', 'registration', 'account', 'myaccount', 'auth'],
  ...['password', 'lostpassword', 'profile', 'admin', 'wpadmin', 'wplogin', 'cart', 'basket', 'checkout', 'wishlist'],
  ...['search', 'suche', 'recherche', 'buscar', 'busqueda', 'thankyou', 'thanks', 'danke', 'merci', 'gracias'],
  ...['confirmation', 'unsubscribe', 'print', 'compare'],
])

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  for await (const { url, isNoindex } of each(site.pages())) {
    if (!isNoindex || url === site.crawl.homeUrl || isMeantToBeHidden(url)) continue
    const referrers = await referrersOf(site, { url, kinds: hyperlinkKinds, isFollowed: true })
    if (referrers === null) continue
    yield urlFinding({
      url,
      referrers,
      namedHow: 'linked from',
      verdict: { message: `Page asks not to be shown in search: ${url}` },
    })
  }
}

/** WordPress searches by `?s=`. */
function isMeantToBeHidden(url: string): boolean {
  return pathWords(url).some(word => meantToBeHidden.has(word)) || URL.parse(url)?.searchParams.has('s') === true
}
