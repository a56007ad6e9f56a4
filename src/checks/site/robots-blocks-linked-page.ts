import type { LinkKind } from '#shared/model.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { each } from './each.ts'
import { referrersOf } from './referrers.ts'
import { sharedCauseFinding } from './target-findings.ts'

export const robotsBlocksLinkedPage: SiteCheck = {
  id: 'robots-blocks-linked-page',
  scope: 'site',
  type: 'robots_issue',
  severity: 'info',
  title: 'robots.txt closes linked pages',
  passedTitle: 'robots.txt closes no page that is linked',
  why: 'Crawlers may not read these pages although links lead there. Search engines can still show their bare addresses, without a description.',
  fix: 'Where the pages should be found, remove the rule from robots.txt. Where they should not be shown at all, allow them to be fetched and let them carry noindex.',
  example: { before: 'Disallow: /guides/', after: 'Disallow: /guides/drafts/' },
  sources: [
    {
      title: 'Google: Introduction to robots.txt',
      url: 'https://developers.google.com/search/docs/crawling-indexing/robots/intro',
    },
    { title: 'RFC 9309: Robots Exclusion Protocol', url: 'https://www.rfc-editor.org/rfc/rfc9309.html' },
  ],
  check: findings,
}

const hyperlinkKinds: readonly LinkKind[] = ['anchor', 'area']
/** Rules mostly name a directory, so the first segment of the path stands for the rule. */
const MAX_GROUPS = 1_000
/** Enough to see that one of them may be followed. */
const SOURCES_LOOKED_AT = 20
const MAX_URLS_PER_GROUP = 1_000

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const groups = new Map<string, string[]>()
  for await (const target of each(site.targets({ scope: 'internal', kinds: hyperlinkKinds, outcome: 'skipped' }))) {
    if (target.skipReason !== 'robots') continue
    const choice = { url: target.url, kinds: hyperlinkKinds, isFollowed: true, limit: SOURCES_LOOKED_AT }
    if (!(await referrersOf(site, choice))) continue
    const { origin, pathname } = new URL(target.url)
    const key = `${origin}/${pathname.split('/')[1] ?? ''}`
    const urls = groups.get(key) ?? []
    if (urls.length < MAX_URLS_PER_GROUP) urls.push(target.url)
    if (groups.has(key) || groups.size < MAX_GROUPS) groups.set(key, urls)
  }
  for (const urls of groups.values()) {
    const [first = ''] = urls
    const subject = urls.length === 1 ? first : `${counted(urls.length, 'linked address')}, such as ${first}`
    const finding = await sharedCauseFinding(site, {
      urls,
      kinds: hyperlinkKinds,
      namedHow: 'linked from',
      verdict: { message: `robots.txt closes ${subject}` },
    })
    if (finding) yield finding
  }
}
