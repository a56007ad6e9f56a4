import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import type { Evidence } from '#shared/model.ts'
import type { CrawlTrap, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { textEvidence } from '../evidence.ts'

export const urlCrawlTrap: SiteCheck = {
  id: 'url-crawl-trap',
  scope: 'site',
  type: 'url_issue',
  severity: 'warning',
  title: 'Crawl trap (endless URLs)',
  passedTitle: 'No crawl traps found',
  why: 'Links lead to an endless number of URLs without new content. Search engines waste crawl budget on them and reach important pages late or never.',
  fix: 'End the links where there is no more content, and return 404 beyond. Keep filters, sort orders and session ids out of link URLs, write links with a leading slash, and block what remains in robots.txt.',
  example: {
    before: '/calendar?month=2031-07 links to /calendar?month=2031-08, and so on',
    after: 'the last month with an event has no link to the next one',
  },
  sources: [
    {
      title: 'Google: Managing crawling of faceted navigation URLs',
      url: 'https://developers.google.com/search/docs/crawling-indexing/crawling-managing-faceted-navigation',
    },
    {
      title: 'Google: URL structure',
      url: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
    },
  ],
  check: findings,
}

async function* findings({ crawl }: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  for (const trap of crawl.traps ?? []) {
    const { pattern, visited, alike, skipped, visitedUrls, skippedUrls } = trap
    const [url] = [...visitedUrls, ...skippedUrls]
    if (url === undefined) continue
    yield {
      url,
      message: crawlTrapMessage(trap),
      affectedUrls: visitedUrls.length === 0 ? [url] : visitedUrls,
      affectedCount: Math.max(1, visited),
      evidence: [
        textEvidence('Pattern', pattern),
        textEvidence('Pages without new content', `${alike} of ${visited} crawled`),
        ...examples('Crawled', visitedUrls, visited),
        ...examples('Skipped', skippedUrls, skipped),
      ],
    }
  }
}

function examples(label: string, urls: readonly string[], total: number): Evidence[] {
  return urls.length === 0 ? [] : [{ kind: 'urls', label, urls: urls.slice(0, MAX_EVIDENCE_URLS), total }]
}

/** What came of a pattern that looks endless, without a full stop. */
export function crawlTrapMessage({ pattern, skipped, alike }: CrawlTrap): string {
  if (skipped === 0) return `Crawl trap: ${counted(alike, 'URL')} of the pattern ${pattern} without new content`
  return `Crawl trap: ${counted(skipped, 'more URL')} of the pattern ${pattern} skipped`
}
