import type { SitemapFacts, SitemapFault, SitemapFaultKind } from '#shared/host-facts.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { tableEvidence } from '../evidence.ts'
import { namedByEvidence, SITEMAPS_NOT_FETCHED } from '../host-file-messages.ts'

export const sitemapInvalid: SiteCheck = {
  id: 'sitemap-invalid',
  scope: 'site',
  type: 'sitemap_issue',
  severity: 'error',
  title: 'Invalid sitemap',
  passedTitle: 'All sitemaps are valid',
  why: 'Search engines parse sitemaps strictly. They read a sitemap that violates the protocol only in part or not at all.',
  fix: 'Fix the listed errors, ideally in the system that generates the file: UTF-8, the namespace of sitemaps.org, at most 50,000 URLs and 50 MB per file, and one level of sitemap indexes.',
  example: {
    before: '<urlset><url><loc>https://www.example.com/?a=1&b=2</url></urlset>',
    after:
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://www.example.com/?a=1&amp;b=2</loc></url></urlset>',
  },
  sources: [
    { title: 'sitemaps.org: Protocol', url: 'https://www.sitemaps.org/protocol.html' },
    {
      title: 'Google: Build and submit a sitemap',
      url: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
    },
  ],
  check(site) {
    const { sitemaps } = site.crawl
    return sitemaps === undefined ? { skipped: SITEMAPS_NOT_FETCHED } : findings(site, sitemaps.files)
  },
}

const words: Record<SitemapFaultKind, string> = {
  'not-a-sitemap': 'it is neither a sitemap nor a sitemap index',
  malformed: 'its XML is not well-formed',
  doctype: 'it has a document type declaration (DOCTYPE)',
  'too-many': 'it lists more than 50,000 URLs',
  'too-large': 'it is larger than 52,428,800 bytes',
  'nested-index': 'it is a sitemap index listed by another sitemap index',
  namespace: 'its namespace is not that of sitemaps.org',
  encoding: 'it is not encoded in UTF-8',
  empty: 'it lists no URLs',
}

async function* findings(
  site: SiteFacts,
  files: readonly SitemapFacts[],
): AsyncGenerator<SiteFinding, void, undefined> {
  for (const file of files) {
    // A file at a usual location need not be meant as a sitemap.
    if (file.looksLike !== null || file.isBotChallenge || (file.from === 'guess' && file.kind === 'none')) continue
    const [first] = file.faults
    if (!first) continue
    yield {
      url: file.url,
      message: `Invalid sitemap ${file.url}: ${inWords(first)}`,
      affectedUrls: [file.url],
      isHostWide: true,
      evidence: [
        tableEvidence({
          label: 'Errors',
          columns: ['Error', 'Line', 'Column', 'Found there'],
          items: file.faults,
          row: ({ kind, line, column, detail }) => [words[kind], line || '', column || '', detail],
        }),
        ...namedByEvidence(site, file),
      ],
    }
  }
}

function inWords({ kind, line, column, detail }: SitemapFault): string {
  const place = column > 0 ? ` (line ${line}, column ${column}${detail === '' ? '' : `: ${detail}`})` : ''
  return `${words[kind]}${place}`
}
