import type { SitemapFacts } from '#shared/host-facts.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { tableEvidence } from '../evidence.ts'
import { isGone } from './certainty.ts'
import { each } from './each.ts'
import { answerInWords, rulesOfHome, SITEMAPS_NOT_ASKED } from './host-file-words.ts'

export const sitemapMissing: SiteCheck = {
  id: 'sitemap-missing',
  scope: 'site',
  type: 'sitemap_issue',
  severity: 'info',
  title: 'The site has no sitemap',
  passedTitle: 'The site has a sitemap that robots.txt names',
  why: 'A sitemap tells search engines which pages there are and when they changed. A small site is found without one; the larger a site is, the more of it is found late or never.',
  fix: 'Let your system make a sitemap of the pages that should be found, and name it in robots.txt, or hand it in at the search engines.',
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
  check(site) {
    const { sitemaps } = site.crawl
    if (sitemaps === undefined) return { skipped: SITEMAPS_NOT_ASKED }
    const { files } = sitemaps
    const isUnsure = !files.some(isSitemap) && files.some(file => file.from === 'guess' && !isAbsent(file))
    if (isUnsure) return { skipped: 'The usual places of a sitemap could not be looked at.' }
    return findings(site, files)
  },
}

/** From here on a site is too large to be found by its links alone. */
const LARGE_FROM = 100
const OK = 200

async function* findings(
  site: SiteFacts,
  files: readonly SitemapFacts[],
): AsyncGenerator<SiteFinding, void, undefined> {
  if (files.some(file => file.from === 'robots')) return
  const url = site.crawl.homeUrl ?? site.crawl.seedUrl
  const found = files.find(isSitemap)
  const base = { affectedUrls: [url], isHostWide: true }
  if (found) {
    const robots = rulesOfHome(site)
    // Without robots.txt there is nowhere to name it; at the search engines it may have been handed in.
    if (robots?.status !== OK || robots.isBotChallenge) return
    yield { ...base, url: found.url, message: `The sitemap ${found.url} is not named in robots.txt` }
    return
  }
  const isLarge = await hasEligiblePages(site, LARGE_FROM)
  yield {
    ...base,
    url,
    severity: isLarge ? 'warning' : 'info',
    message: isLarge
      ? `No sitemap for a site of ${LARGE_FROM} pages or more: robots.txt names none, and none stands at the usual places`
      : 'No sitemap: robots.txt names none, and none stands at the usual places',
    evidence: [
      tableEvidence({
        label: 'Looked at',
        columns: ['Address', 'Answer'],
        items: files,
        row: file => [file.url, file.kind === 'none' && file.status === OK ? 'is no sitemap' : answerInWords(file)],
      }),
    ],
  }
}

function isSitemap({ kind, looksLike }: SitemapFacts): boolean {
  return kind !== 'none' || looksLike === 'feed'
}

/** Plainly not there, or something else answers in its place. A refusal or a failure proves nothing. */
function isAbsent({ status, isBotChallenge, refusal }: SitemapFacts): boolean {
  return refusal === '' && !isBotChallenge && (isGone(status) || status === OK)
}

async function hasEligiblePages(site: SiteFacts, count: number): Promise<boolean> {
  let eligible = 0
  for await (const page of each(site.pages())) if (page.isEligible && ++eligible >= count) return true
  return false
}
