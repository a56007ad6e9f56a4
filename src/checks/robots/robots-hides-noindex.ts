import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'
import { blockingLineEvidence, ROBOTS_NOT_FETCHED } from '../host-file-messages.ts'
import { blockedByLine, carriesNoindex } from './blocked-urls.ts'

export const robotsHidesNoindex: SiteCheck = {
  id: 'robots-hides-noindex',
  scope: 'site',
  type: 'robots_issue',
  severity: 'warning',
  title: 'Noindex page blocked by robots.txt',
  passedTitle: 'No noindex page is blocked by robots.txt',
  why: 'The page has noindex, but robots.txt keeps Google from crawling it, so Google never sees the noindex. If other pages link to it, its URL can still be indexed.',
  fix: 'To keep the page out of search, allow crawling: remove the rule from robots.txt and keep noindex. If the only goal is to save crawl budget, keep the rule.',
  example: {
    before: 'Disallow: /thanks, and /thanks carries noindex',
    after: '/thanks carries noindex, and robots.txt does not close it',
  },
  sources: [
    {
      title: 'Google: Block indexing with noindex',
      url: 'https://developers.google.com/search/docs/crawling-indexing/block-indexing',
    },
  ],
  check: site => ((site.crawl.robotsFiles ?? []).length === 0 ? { skipped: ROBOTS_NOT_FETCHED } : findings(site)),
}

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  for (const { line, urls, total } of await blockedByLine(site, target => carriesNoindex(site, target))) {
    const [first] = urls
    const subject = total === 1 ? first : `${roughCount(total, 'page')}, such as ${first}`
    const facts = await site.factsOf(first)
    yield {
      url: first,
      message: `Noindex page blocked by robots.txt: ${subject}`,
      affectedUrls: urls,
      affectedCount: total,
      evidence: [
        ...blockingLineEvidence(site, { url: first, line }),
        tableEvidence({
          label: 'Directives',
          columns: ['Source', 'Crawler', 'Value', 'Line'],
          items: facts?.robotsDirectives ?? [],
          row: each => [each.source, each.agent, each.raw, each.line],
        }),
      ],
    }
  }
}
