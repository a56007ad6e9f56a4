import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { each } from '../each.ts'
import { urlGroups } from '../url-groups.ts'
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

/** Subdomains may belong to the site. */
const MAX_HOSTS = 1_000

/** The server decides it for all pages of a host, so it is one finding. */
async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  async function* walk() {
    for await (const { url } of each(site.pages())) if (url.startsWith('http:')) yield { key: hostOf(url), url }
  }
  for (const { first, urls, total, affected } of await urlGroups(walk, { maxGroups: MAX_HOSTS })) {
    yield {
      url: first.url,
      message: `Pages not served over HTTPS: ${roughCount(total, 'page')} of ${first.key}`,
      ...affected,
      isHostWide: true,
      evidence: [{ kind: 'urls', label: 'Pages', urls, total }],
    }
  }
}
