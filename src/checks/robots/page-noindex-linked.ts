import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { directoryGroups } from '../directory-groups.ts'
import { each } from '../each.ts'
import { isStub } from '../eligible.ts'
import { referrersOf } from '../targets/referrers.ts'
import { hyperlinkKinds, sharedCauseFinding } from '../targets/target-findings.ts'
import { declareThresholds } from '../thresholds.ts'
import { pathWords } from '../url-parts.ts'
import { hiddenNoindexUrls } from './blocked-urls.ts'

const thresholds = declareThresholds({
  listFrom: {
    label: 'Group from',
    unit: 'pages',
    default: 5,
    min: 2,
    max: 1_000,
    explanation:
      'At least this many pages of one directory are one finding; with fewer pages, each is a finding of its own.',
  },
})

export const pageNoindexLinked: SiteCheck<typeof thresholds> = {
  id: 'page-noindex-linked',
  scope: 'site',
  type: 'indexability_issue',
  severity: 'info',
  title: 'Internal link to a noindex page',
  passedTitle: 'No internal links to noindex pages',
  why: 'The page asks search engines not to index it, while other pages link to it. That is often intended, and sometimes left over from a test; review the list.',
  fix: 'If the page should be indexed, remove noindex from its robots meta tag or X-Robots-Tag header. Otherwise nothing needs to be done.',
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
  thresholds,
  check: findings,
}

/** Pages that should rightly be noindex. */
const meantToBeHidden: ReadonlySet<string> = new Set([
  ...['login', 'logon', 'logout', 'signin', 'signup', 'register', 'registration', 'account', 'myaccount', 'auth'],
  ...['password', 'lostpassword', 'profile', 'admin', 'wpadmin', 'wplogin', 'cart', 'basket', 'checkout', 'wishlist'],
  ...['search', 'suche', 'recherche', 'buscar', 'busqueda', 'thankyou', 'thanks', 'danke', 'merci', 'gracias'],
  ...['confirmation', 'unsubscribe', 'print', 'compare'],
])

/** Enough to see that one of them may be followed. */
const MAX_SOURCES_CHECKED = 20

async function* findings(
  site: SiteFacts,
  { listFrom }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  for (const urls of await directoryGroups(linkedPages(site))) {
    const [first = ''] = urls
    if (urls.length < listFrom) {
      for (const url of urls) {
        const finding = await findingAbout(site, {
          urls: [url],
          message: `Internal link to a noindex page: ${url}`,
        })
        if (finding) yield finding
      }
      continue
    }
    const message = `Internal links to noindex pages: ${roughCount(urls.length, 'page')} of one directory, such as ${first}`
    const finding = await findingAbout(site, { urls, message })
    if (finding) yield finding
  }
}

async function* linkedPages(site: SiteFacts): AsyncGenerator<string, void, undefined> {
  const hidden = await hiddenNoindexUrls(site)
  for await (const { url, isNoindex } of each(site.pages())) {
    if (!isNoindex || url === site.crawl.homeUrl || hidden.has(url) || isMeantToBeHidden(url)) continue
    const choice = { url, kinds: hyperlinkKinds, isFollowed: true, limit: MAX_SOURCES_CHECKED }
    if (!(await referrersOf(site, choice))) continue
    const facts = await site.factsOf(url)
    // A page that only leads to another URL is rightly noindex; other checks report the redirect.
    if (facts === null || !isStub(facts)) yield url
  }
}

/** A link of the navigation leads all visitors there, so noindex is hardly intended. */
async function findingAbout(
  site: SiteFacts,
  { urls, message }: { urls: string[]; message: string },
): Promise<SiteFinding | null> {
  const finding = await sharedCauseFinding(site, {
    urls,
    kinds: hyperlinkKinds,
    namedHow: 'linked from',
    problem: { message },
  })
  const places = finding?.evidence?.flatMap(each => (each.kind === 'places' ? each.places : [])) ?? []
  const isInMenu = places.some(({ region }) => region === 'nav' || region === 'header')
  return finding && { ...finding, severity: isInMenu ? 'warning' : 'info' }
}

/** WordPress searches by `?s=`. */
function isMeantToBeHidden(url: string): boolean {
  return pathWords(url).some(word => meantToBeHidden.has(word)) || URL.parse(url)?.searchParams.has('s') === true
}
