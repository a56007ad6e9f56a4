import type { SitemapFacts } from '#shared/host-facts.ts'
import { HTTP_TOO_MANY_REQUESTS, isGone, isGoodStatus, isServerError } from '#shared/http-status.ts'
import type { Severity } from '#shared/model.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { textEvidence } from '../evidence.ts'
import { namedByEvidence, responseText, SITEMAPS_NOT_FETCHED } from '../host-file-messages.ts'

export const sitemapUnreachable: SiteCheck = {
  id: 'sitemap-unreachable',
  scope: 'site',
  type: 'sitemap_issue',
  severity: 'error',
  points: 2,
  title: 'Unreachable sitemap',
  passedTitle: 'All listed sitemaps can be fetched',
  why: 'robots.txt or a sitemap index lists this file, but the URL returns no sitemap. Search engines do not find pages that only this sitemap lists.',
  fix: 'Return 200 with the sitemap at this URL, or remove the URL from robots.txt and from the sitemap index that lists it.',
  example: {
    before: 'Sitemap: https://www.example.com/old-sitemap.xml (returns 404)',
    after: 'Sitemap: https://www.example.com/sitemap.xml',
  },
  sources: [
    {
      title: 'Google: Build and submit a sitemap',
      url: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
    },
    { title: 'sitemaps.org: Protocol', url: 'https://www.sitemaps.org/protocol.html' },
  ],
  check(site) {
    const { sitemaps } = site.crawl
    return sitemaps === undefined ? { skipped: SITEMAPS_NOT_FETCHED } : findings(site, sitemaps.files)
  },
}

const ATTEMPTS_WANTED = 2

async function* findings(
  site: SiteFacts,
  files: readonly SitemapFacts[],
): AsyncGenerator<SiteFinding, void, undefined> {
  const hasOther = files.some(
    file => file.status === 200 && file.looksLike === null && file.faults.length === 0 && file.entries > 0,
  )
  for (const file of files) {
    if (file.from === 'guess' || file.refusal !== '' || file.isBotChallenge) continue
    const problem = problemOf(file)
    if (problem === null) continue
    const { severity, what } = problem
    yield {
      url: file.url,
      // Search engines read the other one: a line is to be removed.
      severity: hasOther ? 'info' : severity,
      message: `The sitemap ${file.url} ${what}`,
      affectedUrls: [file.url],
      isHostWide: true,
      ...(file.status !== null && { details: { statusCode: file.status } }),
      evidence: [
        ...namedByEvidence(site, file),
        { kind: 'attempts', label: 'Attempts', attempts: file.attempts },
        ...(file.failureDetail === '' ? [] : [textEvidence('Connection error', file.failureDetail)]),
      ],
    }
  }
}

function problemOf(file: SitemapFacts): { severity: Severity; what: string } | null {
  const { status, looksLike, mediaType, attempts } = file
  if (looksLike === 'html') return { severity: 'error', what: `is an HTML page (${mediaType || 'no Content-Type'})` }
  if (isGoodStatus(status) || attempts.length < ATTEMPTS_WANTED || status === HTTP_TOO_MANY_REQUESTS) return null
  const what = `${responseText(file)} on ${counted(attempts.length, 'attempt')}`
  if (status === null || isGone(status) || isServerError(status)) return { severity: 'error', what }
  // Such responses may only be meant for this crawler.
  return { severity: 'warning', what: `${what}; please confirm that search engines can fetch it` }
}
