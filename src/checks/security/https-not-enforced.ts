import { isGoodStatus } from '#shared/http-status.ts'
import type { HostVariant, SiteFactsCrawl } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { tableEvidence } from '../evidence.ts'

export const httpsNotEnforced: SiteCheck = {
  id: 'https-not-enforced',
  scope: 'site',
  type: 'security_issue',
  severity: 'error',
  isOfServer: true,
  title: 'HTTP does not redirect to HTTPS',
  passedTitle: 'HTTP redirects to HTTPS',
  why: 'The site works over https, but visitors who type the domain name or follow an old link stay on http. There, others on the network can read and change what is sent.',
  fix: 'Redirect every http request with status 301 to the same URL over https, in the web server or the proxy in front of it.',
  example: {
    before: 'http://example.com/ returns 200',
    after: 'http://example.com/ returns 301 with Location: https://example.com/',
  },
  sources: [
    {
      title: 'Lighthouse: Redirects HTTP traffic to HTTPS',
      url: 'https://developer.chrome.com/docs/lighthouse/pwa/redirects-http',
    },
    { title: 'RFC 9110, section 4.2.2: https', url: 'https://www.rfc-editor.org/rfc/rfc9110#section-4.2.2' },
  ],
  check(site) {
    if (site.crawl.hostVariants.length === 0) {
      return { skipped: 'Host variants were not checked: the host is an IP address or a private name.' }
    }
    return findings(site.crawl)
  },
}

async function* findings(crawl: SiteFactsCrawl): AsyncGenerator<SiteFinding, void, undefined> {
  const { hostVariants } = crawl
  const [first, ...others] = hostVariants.filter(staysOnHttp)
  if (!first || !hostVariants.some(worksOnHttps)) return
  const urls = [first, ...others].map(variant => variant.url)
  yield {
    url: crawl.homeUrl ?? crawl.seedUrl,
    message: `HTTP does not redirect to HTTPS: ${first.url} ${first.location === null ? 'does not redirect' : `redirects to ${first.finalUrl}`}`,
    affectedUrls: urls,
    isHostWide: true,
    evidence: [
      tableEvidence({
        label: 'Host variants',
        columns: ['URL', 'Status', 'Redirects to', 'Final URL'],
        items: hostVariants,
        row: ({ url, status, location, finalUrl }) => [url, status ?? 'no response', location, finalUrl],
      }),
    ],
  }
}

/** Responds over http, with or without redirects, and not with an error. */
function staysOnHttp({ url, status, finalUrl }: HostVariant): boolean {
  return isHttp(url) && isHttp(finalUrl) && isGoodStatus(status)
}

function worksOnHttps({ url, status, finalUrl, isHtml }: HostVariant): boolean {
  return !isHttp(url) && !isHttp(finalUrl) && isGoodStatus(status) && isHtml
}

const isHttp = (url: string): boolean => url.startsWith('http:')
