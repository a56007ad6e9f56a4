import type { LinkKind } from '#shared/model.ts'
import type { HostFileTarget, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { blockingLineEvidence, ROBOTS_NOT_FETCHED } from '../host-file-messages.ts'
import { sharedCauseFinding } from '../targets/target-findings.ts'
import { blockedByLine } from './blocked-urls.ts'

export const robotsBlocksResources: SiteCheck = {
  id: 'robots-blocks-resources',
  scope: 'site',
  type: 'robots_issue',
  severity: 'warning',
  title: 'robots.txt blocks CSS or JavaScript',
  passedTitle: 'CSS and JavaScript are not blocked by robots.txt',
  why: 'Google renders pages like a browser. Without their CSS and JavaScript it may see a different page than visitors do, or an empty one.',
  fix: 'Let crawlers load CSS and JavaScript: remove the rule, or add an Allow line with a longer path.',
  example: { before: 'Disallow: /assets/', after: 'Disallow: /assets/\nAllow: /assets/*.css\nAllow: /assets/*.js' },
  sources: [
    {
      title: 'Google: JavaScript SEO basics',
      url: 'https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics',
    },
    {
      title: 'Google: Introduction to robots.txt',
      url: 'https://developers.google.com/search/docs/crawling-indexing/robots/intro',
    },
  ],
  check: site => ((site.crawl.robotsFiles ?? []).length === 0 ? { skipped: ROBOTS_NOT_FETCHED } : findings(site)),
}

const drawingKinds: readonly LinkKind[] = ['script', 'stylesheet']
/** Files of a bot protection, which do not affect rendering. */
const NOT_DRAWN_BY = /^\/cdn-cgi\//
/** Enough to see that one of them is meant for search. */
const MAX_SOURCES_CHECKED = 20

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  for (const { line, urls, total } of await blockedByLine(site, target => isNeeded(site, target))) {
    const [url] = urls
    const subject = total === 1 ? url : `${roughCount(total, 'file')}, such as ${url}`
    const finding = await sharedCauseFinding(site, {
      urls,
      kinds: drawingKinds,
      namedHow: 'loaded by',
      problem: {
        message: `robots.txt blocks CSS or JavaScript: ${subject}`,
        evidence: blockingLineEvidence(site, { url, line }),
      },
    })
    if (finding) yield finding
  }
}

/** A page that is meant for search loads it. */
async function isNeeded(site: SiteFacts, { url, kinds }: HostFileTarget): Promise<boolean> {
  if (!kinds.some(kind => drawingKinds.includes(kind)) || NOT_DRAWN_BY.test(new URL(url).pathname)) return false
  const { places } = await site.inlinks(url, { limit: MAX_SOURCES_CHECKED, kinds: drawingKinds })
  for (const { sourceUrl } of places) if ((await site.page(sourceUrl))?.isEligible) return true
  return false
}
