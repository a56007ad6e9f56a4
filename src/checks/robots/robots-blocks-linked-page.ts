import type { Evidence } from '#shared/model.ts'
import type { HostFileTarget, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { textEvidence } from '../evidence.ts'
import { blockingLineEvidence, ROBOTS_NOT_FETCHED } from '../host-file-messages.ts'
import { referrersOf } from '../targets/referrers.ts'
import { hyperlinkKinds, sharedCauseFinding } from '../targets/target-findings.ts'
import { blockedByLine, carriesNoindex } from './blocked-urls.ts'

export const robotsBlocksLinkedPage: SiteCheck = {
  id: 'robots-blocks-linked-page',
  scope: 'site',
  type: 'robots_issue',
  severity: 'info',
  title: 'Internal link to a page blocked by robots.txt',
  passedTitle: 'No linked page is blocked by robots.txt',
  why: 'Crawlers may not fetch these pages although other pages link to them. Search engines can still index their URLs without content.',
  fix: 'If the pages should be indexed, remove the rule from robots.txt. If they should not appear in search at all, allow crawling and use noindex.',
  example: { before: 'Disallow: /guides/', after: 'Disallow: /guides/drafts/' },
  sources: [
    {
      title: 'Google: Introduction to robots.txt',
      url: 'https://developers.google.com/search/docs/crawling-indexing/robots/intro',
    },
    { title: 'RFC 9309: Robots Exclusion Protocol', url: 'https://www.rfc-editor.org/rfc/rfc9309.html' },
  ],
  check: site => ((site.crawl.robotsFiles ?? []).length === 0 ? { skipped: ROBOTS_NOT_FETCHED } : findings(site)),
}

/** Enough to see that one of them may be followed. */
const MAX_SOURCES_CHECKED = 20

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  for (const { line, urls, total } of await blockedByLine(site, target => isLinked(site, target))) {
    const [first] = urls
    const subject = total === 1 ? first : `${roughCount(total, 'linked URL')}, such as ${first}`
    const finding = await sharedCauseFinding(site, {
      urls,
      kinds: hyperlinkKinds,
      namedHow: 'linked from',
      problem: {
        message: `robots.txt blocks ${subject}`,
        evidence: [...blockingLineEvidence(site, { url: first, line }), ...(await otherRuleEvidence(site, first))],
      },
    })
    if (finding) yield finding
  }
}

async function isLinked(site: SiteFacts, target: HostFileTarget): Promise<boolean> {
  const { url, kinds } = target
  if (!kinds.some(kind => hyperlinkKinds.includes(kind)) || (await carriesNoindex(site, target))) return false
  const choice = { url, kinds: hyperlinkKinds, isFollowed: true, limit: MAX_SOURCES_CHECKED }
  return (await referrersOf(site, choice)) !== null
}

/** Said where another group of rules holds for this crawler than for Googlebot. */
async function otherRuleEvidence(site: SiteFacts, url: string): Promise<Evidence[]> {
  const target = await site.target(url)
  if (target === null || target.skipReason === 'robots') return []
  return [
    textEvidence('Applies to', 'The rule applies to Googlebot. The group of rules for this crawler allows the page.'),
  ]
}
