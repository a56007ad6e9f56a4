import { parseRobots } from '#crawl/robots/robots.ts'
import { robotsFactsOf } from '#crawl/site-files/host-files.ts'
import type { RobotsFileFacts, SitemapFacts, SitemapReading } from '#shared/host-facts.ts'
import type { SiteFactsCrawl } from '#shared/site-facts.ts'
import { gets } from './test-site-facts.ts'

/** Host files for the tests of site checks: what is not named is healthy. */

export function robotsFile(file: Partial<RobotsFileFacts> = {}): RobotsFileFacts {
  return {
    url: 'https://site.test/robots.txt',
    status: 200,
    failure: null,
    failureDetail: '',
    attempts: gets(200),
    mediaType: 'text/plain',
    isBotChallenge: false,
    isUnreadable: false,
    bytes: 30,
    htmlStart: '',
    problems: [],
    totalProblems: 0,
    sitemaps: [],
    siteRule: null,
    closingLines: [],
    ...file,
  }
}

export const MAP = 'https://site.test/sitemap.xml'
const NONE = { total: 0, samples: [] }

export function sitemapFile(file: Partial<SitemapFacts> = {}): SitemapFacts {
  return {
    url: MAP,
    from: 'robots',
    listedBy: '',
    refusal: '',
    status: 200,
    failure: null,
    failureDetail: '',
    attempts: gets(file.status ?? 200),
    mediaType: 'application/xml',
    isBotChallenge: false,
    kind: 'urls',
    looksLike: null,
    faults: [],
    entries: 30,
    isNews: false,
    foreign: [],
    insecure: NONE,
    lastModified: { dated: 0, invalid: NONE, future: NONE, days: [], newest: '' },
    ...file,
  }
}

export function withRobots(...robotsFiles: RobotsFileFacts[]): { crawl: Pick<SiteFactsCrawl, 'robotsFiles'> } {
  return { crawl: { robotsFiles } }
}

/** What the engine makes of these lines of robots.txt. */
export function aiRobots(...lines: string[]): { crawl: Pick<SiteFactsCrawl, 'robotsFiles'> } {
  const robots = parseRobots(new TextEncoder().encode(lines.join('\n')))
  const { url: _, ...response } = robotsFile()
  const file = robotsFactsOf('https://site.test', { robots, unreadable: null, response })
  return withRobots(...(file ? [file] : []))
}

/** A crawl that read these sitemaps, and robots.txt. */
export function withSitemaps(
  files: readonly SitemapFacts[],
  reading: Partial<SitemapReading> = {},
): { crawl: Pick<SiteFactsCrawl, 'robotsFiles' | 'sitemaps'> } {
  return { crawl: { robotsFiles: [robotsFile()], sitemaps: { files: [...files], isWhole: true, ...reading } } }
}
