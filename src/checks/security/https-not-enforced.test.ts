import type { HostVariant } from '#shared/site-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { httpsNotEnforced } from './https-not-enforced.ts'

const [http, httpWww, https] = ['http://site.test/', 'http://www.site.test/', 'https://site.test/'] as const
const responds = (url: string, status: number | null = 200): HostVariant => ({
  url,
  status,
  location: null,
  finalUrl: url,
  isHtml: status === 200,
  canonicalUrl: null,
})
const redirects = (url: string, finalUrl: string): HostVariant => ({
  ...responds(url),
  status: 301,
  location: finalUrl,
  finalUrl,
})
const site = (...hostVariants: HostVariant[]) => ({ crawl: { hostVariants } })

testSiteCheck(httpsNotEnforced, {
  passes: {
    'redirects to https': site(redirects(http, https), redirects(httpWww, https), responds(https)),
    'a site that has no https': site(responds(http), responds(https, null)),
    'a site whose https leads back to http, which has its own check': site(responds(http), redirects(https, http)),
    'http that does not respond, or with an error': site(responds(http, null), responds(httpWww, 404), responds(https)),
  },
  fails: {
    'http that does not redirect': {
      site: site(responds(http), redirects(httpWww, https), responds(https)),
      finds: [
        {
          url: https,
          severity: 'error',
          message: `HTTP does not redirect to HTTPS: ${http} does not redirect`,
          affectedUrls: [http],
          isHostWide: true,
          evidence: [
            {
              kind: 'table',
              label: 'Host variants',
              columns: ['URL', 'Status', 'Redirects to', 'Final URL'],
              rows: [
                ['http://site.test/', '200', '', 'http://site.test/'],
                ['http://www.site.test/', '301', 'https://site.test/', 'https://site.test/'],
                ['https://site.test/', '200', '', 'https://site.test/'],
              ],
            },
          ],
        },
      ],
    },
    'http that redirects to http': {
      site: site(redirects(http, httpWww), responds(httpWww), responds(https)),
      finds: [
        {
          url: https,
          message: `HTTP does not redirect to HTTPS: ${http} redirects to ${httpWww}`,
          affectedUrls: [http, httpWww],
          isHostWide: true,
          evidence: [
            {
              kind: 'table',
              label: 'Host variants',
              columns: ['URL', 'Status', 'Redirects to', 'Final URL'],
              rows: [
                ['http://site.test/', '301', 'http://www.site.test/', 'http://www.site.test/'],
                ['http://www.site.test/', '200', '', 'http://www.site.test/'],
                ['https://site.test/', '200', '', 'https://site.test/'],
              ],
            },
          ],
        },
      ],
    },
  },
  skips: {
    'a host without checked variants': {
      site: {},
      reason: 'Host variants were not checked: the host is an IP address or a private name.',
    },
  },
})
