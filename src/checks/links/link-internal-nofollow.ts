import { MAX_EVIDENCE_URLS, MAX_NAMED_SOURCES } from '#shared/limits.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { each } from '../each.ts'
import { referrerEvidence } from '../targets/referrers.ts'
import { hyperlinkKinds } from '../targets/target-findings.ts'
import { pathWords } from '../url-parts.ts'

export const linkInternalNofollow: SiteCheck = {
  id: 'link-internal-nofollow',
  scope: 'site',
  type: 'link_issue',
  severity: 'warning',
  title: 'Internal link with nofollow',
  passedTitle: 'No internal links with nofollow',
  why: 'The link asks search engines not to follow it, although it leads to an indexable page of the same site. The page gets no value from the link, and no other page gets it instead.',
  fix: 'Remove nofollow from internal links. To keep a page out of search, use noindex on that page.',
  example: {
    before: '<a href="/chairs" rel="nofollow">Chairs</a>',
    after: '<a href="/chairs">Chairs</a>',
  },
  sources: [
    {
      title: 'Google: Qualify your outbound links',
      url: 'https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links',
    },
  ],
  check: findings,
}

const MAX_TARGETS = 5_000
/** Pages that crawlers have no use for, and of which there may be one for every page or choice. */
const exemptWords: ReadonlySet<string> = new Set([
  ...[
    'login',
    'logon',
    'logout',
    'signin',
    'signup',
    'signout',
    'register',
    'registration',
    'account',
    'myaccount',
    'auth',
  ],
  ...[
    'password',
    'lostpassword',
    'profile',
    'admin',
    'wpadmin',
    'wplogin',
    'cart',
    'basket',
    'checkout',
    'wishlist',
    'compare',
  ],
  ...[
    'search',
    'suche',
    'recherche',
    'buscar',
    'busqueda',
    'print',
    'reply',
    'comment',
    'share',
    'subscribe',
    'unsubscribe',
  ],
  ...['filter', 'sort', 'feed', 'download', 'report', 'edit', 'delete', 'vote', 'go', 'out', 'redirect', 'calendar'],
])

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const targets = new Map<string, { sources: string[]; total: number }>()
  for await (const page of each(site.pages())) {
    for (const url of page.nofollowUrls) {
      const target = targets.get(url) ?? { sources: [], total: 0 }
      target.total++
      if (target.sources.length < MAX_NAMED_SOURCES) target.sources.push(page.url)
      if (targets.has(url) || targets.size < MAX_TARGETS) targets.set(url, target)
    }
  }
  for (const [url, { sources, total }] of targets) {
    if (isExempt(url) || !(await site.page(url))?.isEligible) continue
    const [first = ''] = sources
    const { places, isHighPriority } = await site.inlinks(url, { limit: MAX_EVIDENCE_URLS, kinds: hyperlinkKinds })
    const shown = places.filter(place => place.isNofollow)
    const inEvidence = { total, sources, isHighPriority, places: shown }
    yield {
      url,
      message: `Internal link with nofollow: ${url} (linked from ${roughCount(total, 'page')})`,
      affectedUrls: sources,
      affectedCount: total,
      details: { sourceUrl: first, directReferrer: first, referringSources: sources, targetUrl: url },
      evidence:
        shown.length > 0
          ? referrerEvidence(inEvidence)
          : [{ kind: 'urls', label: 'Linked with nofollow from', urls: sources, total }],
    }
  }
}

/** A query chooses, sorts or filters more often than it names a page. */
export function isExempt(url: string): boolean {
  return URL.parse(url)?.search !== '' || pathWords(url).some(word => exemptWords.has(word))
}
