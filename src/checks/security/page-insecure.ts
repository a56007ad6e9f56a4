import { MAX_EVIDENCE_URLS } from '#shared/limits.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { each } from '../each.ts'
import { hostOf } from '../url-parts.ts'

export const pageInsecure: SiteCheck = {
  id: 'page-insecure',
  scope: 'site',
  type: 'security_issue',
  severity: 'error',
  isOfServer: true,
  points: 12,
  title: 'Pages not served over HTTPS',
  passedTitle: 'Pages are served over HTTPS',
  why: 'Over http, others on the network can read and change the pages. Browsers mark them as "Not secure", and search engines prefer the https version.',
  fix: 'Install a certificate, which is free of charge, and redirect every http URL to its https version with 301.',
  example: { before: 'http://example.com/prices', after: 'https://example.com/prices' },
  sources: [
    {
      title: 'Google: Page experience (HTTPS)',
      url: 'https://developers.google.com/search/docs/appearance/page-experience',
    },
    { title: 'RFC 9110, section 4.2.2: https', url: 'https://www.rfc-editor.org/rfc/rfc9110#section-4.2.2' },
  ],
  check: site =>
    site.crawl.isPrivateHost
      ? { skipped: 'The site was crawled on a private host, which needs no certificate.' }
      : findings(site),
}

/** The server decides it for all pages of a host, so it is one finding. */
async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const hosts = new Map<string, { urls: string[]; total: number }>()
  for await (const { url } of each(site.pages())) {
    if (!url.startsWith('http:')) continue
    const host = hostOf(url)
    const pages = hosts.get(host) ?? { urls: [], total: 0 }
    hosts.set(host, pages)
    pages.total++
    if (pages.urls.length < MAX_EVIDENCE_URLS) pages.urls.push(url)
  }
  for (const [host, { urls, total }] of hosts) {
    yield {
      url: urls[0] ?? '',
      message: `Pages not served over HTTPS: ${roughCount(total, 'page')} of ${host}`,
      affectedUrls: urls,
      affectedCount: total,
      isHostWide: true,
      evidence: [{ kind: 'urls', label: 'Pages', urls, total }],
    }
  }
}
