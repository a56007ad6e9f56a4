import type { HostVariant, SiteFactsCrawl } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { tableEvidence } from '../evidence.ts'

export const httpsNotEnforced: SiteCheck = {
  id: 'https-not-enforced',
  scope: 'site',
  type: 'security_issue',
  severity: 'error',
  title: 'Visitors are not sent to https',
  passedTitle: 'Visitors are sent to https',
  why: 'The site answers over https, yet whoever types its bare name or follows an old link stays on http. There others can read and change what is sent.',
  fix: 'Answer every http request with a redirect (status 301) to the same address with https, in the web server or in front of it.',
  example: {
    before: 'http://example.com/ answers 200',
    after: 'http://example.com/ answers 301 with Location: https://example.com/',
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
      return { skipped: 'Other spellings of the host were not asked: it is an address or a private name.' }
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
    message: `Visitors are not sent to https: ${first.url} ${first.location === null ? 'answers by itself' : `ends at ${first.finalUrl}`}`,
    affectedUrls: urls,
    isHostWide: true,
    evidence: [
      tableEvidence({
        label: 'Spellings of the host',
        columns: ['Address', 'Status', 'Redirects to', 'Ends at'],
        items: hostVariants,
        row: ({ url, status, location, finalUrl }) => [url, status ?? 'no answer', location, finalUrl],
      }),
    ],
  }
}

/** Answers over http, by itself or after redirects. An error or no answer sends nobody anywhere. */
function staysOnHttp({ url, status, finalUrl }: HostVariant): boolean {
  return isHttp(url) && isHttp(finalUrl) && status !== null && status >= 200 && status < 400
}

function worksOnHttps({ url, status, finalUrl, isHtml }: HostVariant): boolean {
  return !isHttp(url) && !isHttp(finalUrl) && status !== null && status >= 200 && status < 400 && isHtml
}

const isHttp = (url: string): boolean => url.startsWith('http:')
