import type { SitemapFacts } from '#shared/host-facts.ts'
import { HTTP_OK, isGone } from '#shared/http-status.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { each } from '../each.ts'
import { tableEvidence } from '../evidence.ts'
import { homeRules, responseText, SITEMAPS_NOT_FETCHED } from '../host-file-messages.ts'
import { declareThresholds } from '../thresholds.ts'

const thresholds = declareThresholds({
  /** From here on a site is too large to be found by its links alone. */
  largeFrom: {
    label: 'Warning from',
    unit: 'pages',
    default: 100,
    min: 1,
    max: 1_000_000,
    explanation: 'The severity is warning for a site with at least this many indexable pages; otherwise info.',
  },
})

export const sitemapMissing: SiteCheck<typeof thresholds> = {
  id: 'sitemap-missing',
  scope: 'site',
  type: 'sitemap_issue',
  severity: 'info',
  points: 0.15,
  title: 'Missing sitemap',
  passedTitle: 'The site has a sitemap that robots.txt lists',
  why: 'A sitemap tells search engines which pages exist and when they changed. Search engines find a small site without one; the larger a site is, the more of its pages are found late or never.',
  fix: 'Let your CMS generate a sitemap of the indexable pages, and list it in robots.txt or submit it to the search engines.',
  example: {
    before: 'User-agent: *\nAllow: /',
    after: 'User-agent: *\nAllow: /\n\nSitemap: https://www.example.com/sitemap.xml',
  },
  sources: [
    {
      title: 'Google: Learn about sitemaps',
      url: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/overview',
    },
    { title: 'sitemaps.org: Protocol', url: 'https://www.sitemaps.org/protocol.html' },
  ],
  thresholds,
  check(site, { largeFrom }) {
    const { sitemaps } = site.crawl
    if (sitemaps === undefined) return { skipped: SITEMAPS_NOT_FETCHED }
    const { files } = sitemaps
    const isUnsure = !files.some(isSitemap) && files.some(file => file.from === 'guess' && !isAbsent(file))
    if (isUnsure) return { skipped: 'The usual sitemap locations could not be checked.' }
    return findings(site, { files, largeFrom })
  },
}

const NONE: ReadonlySet<number | null> = new Set([404, 410])

async function* findings(
  site: SiteFacts,
  { files, largeFrom }: { files: readonly SitemapFacts[]; largeFrom: number },
): AsyncGenerator<SiteFinding, void, undefined> {
  if (files.some(file => file.from === 'robots') || isNamedInRobots(site)) return
  const url = site.crawl.homeUrl ?? site.crawl.seedUrl
  const found = files.find(isSitemap)
  const base = { affectedUrls: [url], isHostWide: true }
  if (found) {
    const robots = homeRules(site)
    // Without robots.txt there is nowhere to name it; at the search engines it may have been handed in.
    if (robots?.status !== HTTP_OK || robots.isBotChallenge) return
    yield { ...base, url: found.url, message: `The sitemap ${found.url} is not listed in robots.txt` }
    return
  }
  // robots.txt lists a sitemap without an absolute URL, which another check reports.
  if (homeRules(site)?.problems.some(({ kind }) => kind === 'sitemap-not-absolute')) return
  const isLarge = await hasEligiblePages(site, largeFrom)
  const hasNoRobots = NONE.has(homeRules(site)?.status ?? HTTP_OK)
  const places = `${hasNoRobots ? 'there is no robots.txt' : 'robots.txt lists none'}, and the usual locations have none`
  yield {
    ...base,
    url,
    severity: isLarge ? 'warning' : 'info',
    message: isLarge
      ? `Missing sitemap on a site with at least ${largeFrom} pages: ${places}`
      : `Missing sitemap: ${places}`,
    evidence: [
      tableEvidence({
        label: 'Checked locations',
        columns: ['URL', 'Response'],
        items: files,
        row: file => [
          file.url,
          file.kind === 'none' && file.status === HTTP_OK ? 'is not a sitemap' : responseText(file),
        ],
      }),
    ],
  }
}

function isSitemap({ kind, looksLike }: SitemapFacts): boolean {
  return kind !== 'none' || looksLike === 'feed'
}

/** Also if the sitemaps that it lists were not fetched. */
function isNamedInRobots(site: SiteFacts): boolean {
  return (site.crawl.robotsFiles ?? []).some(file => file.sitemaps.length > 0)
}

/** 404, 410, or another file in its place. A refusal or a failure proves nothing. */
function isAbsent({ status, isBotChallenge, refusal }: SitemapFacts): boolean {
  return refusal === '' && !isBotChallenge && (isGone(status) || status === HTTP_OK)
}

async function hasEligiblePages(site: SiteFacts, count: number): Promise<boolean> {
  let eligible = 0
  for await (const page of each(site.pages())) if (page.isEligible && !page.isClosed && ++eligible >= count) return true
  return false
}
