import type { LinkKind } from '#shared/model.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { directoryGroups } from './directory-groups.ts'
import { each } from './each.ts'
import { referrersOf } from './referrers.ts'
import { roughCount } from './rough-count.ts'
import { sharedCauseFinding } from './target-findings.ts'

export const robotsBlocksLinkedPage: SiteCheck = {
  id: 'robots-blocks-linked-page',
  scope: 'site',
  type: 'robots_issue',
  severity: 'info',
  title: 'robots.txt closes linked pages',
  passedTitle: 'robots.txt closes no page that is linked',
  why: 'Crawlers may not read these pages although links lead there. Search engines can still list the bare addresses of such pages.',
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
/** Enough to see that one of them may be followed. */
const SOURCES_LOOKED_AT = 20

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  for (const urls of await directoryGroups(closedPages(site))) {
    const [first = ''] = urls
    const subject = urls.length === 1 ? first : `${roughCount(urls.length, 'linked address')}, such as ${first}`
    const finding = await sharedCauseFinding(site, {
      urls,
      kinds: hyperlinkKinds,
      namedHow: 'linked from',
      verdict: { message: `robots.txt closes ${subject}` },
    })
    if (finding) yield finding
  }
}

async function* closedPages(site: SiteFacts): AsyncGenerator<string, void, undefined> {
  const skipped = site.targets({ scope: 'internal', kinds: hyperlinkKinds, outcome: 'skipped' })
  for await (const { url, skipReason } of each(skipped)) {
    if (skipReason !== 'robots') continue
    const choice = { url, kinds: hyperlinkKinds, isFollowed: true, limit: SOURCES_LOOKED_AT }
    if (await referrersOf(site, choice)) yield url
  }
}
