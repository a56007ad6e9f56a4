import type { HostVariant } from '#shared/site-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { duplicateHostVariants } from './duplicate-host-variants.ts'

const home = 'https://site.test/'
const serving = (url: string, more: Partial<HostVariant> = {}): HostVariant => ({
  url,
  status: 200,
  location: null,
  finalUrl: url,
  isHtml: true,
  canonicalUrl: null,
  ...more,
})
const redirecting = (url: string) => serving(url, { status: 301, location: home, finalUrl: home })
const responding = (...hostVariants: HostVariant[]) => ({ crawl: { hostVariants } })

testSiteCheck(duplicateHostVariants, {
  passes: {
    'variants that redirect to one': responding(serving(home), redirecting('http://site.test/')),
    'variants that do not respond': responding(serving(home), serving('https://www.site.test/', { status: null })),
    'a variant that shows no page': responding(serving(home), serving('https://www.site.test/', { isHtml: false })),
    'a variant that responds with an error': responding(
      serving(home),
      serving('https://www.site.test/', { status: 404 }),
    ),
    'variants that name one canonical': responding(
      serving(home),
      serving('https://www.site.test/', { canonicalUrl: home }),
    ),
  },
  fails: {
    'two variants that respond by themselves': {
      site: responding(serving(home), serving('https://www.site.test/'), redirecting('http://site.test/')),
      finds: [
        {
          url: home,
          severity: 'error',
          message: `Duplicate content: the home page is available under 2 URLs instead of one: ${home}, https://www.site.test/`,
          affectedUrls: [home, 'https://www.site.test/'],
          isHostWide: true,
          details: { duplicateUrls: [home, 'https://www.site.test/'] },
          evidence: [
            {
              kind: 'table',
              label: 'Host variants',
              columns: ['URL', 'Status', 'Redirects to', 'Canonical'],
              rows: [
                [home, '200', '', ''],
                ['https://www.site.test/', '200', '', ''],
                ['http://site.test/', '301', home, ''],
              ],
            },
          ],
        },
      ],
    },
    'variants that each name themselves': {
      site: responding(
        serving(home, { canonicalUrl: home }),
        serving('http://site.test/', { canonicalUrl: 'http://site.test/' }),
      ),
      finds: [
        {
          url: home,
          message:
            'Duplicate content: the home page is available under 2 URLs instead of one: https://site.test/, http://site.test/',
          affectedUrls: [home, 'http://site.test/'],
          isHostWide: true,
          details: { duplicateUrls: [home, 'http://site.test/'] },
          evidence: [
            {
              kind: 'table',
              label: 'Host variants',
              columns: ['URL', 'Status', 'Redirects to', 'Canonical'],
              rows: [
                [home, '200', '', home],
                ['http://site.test/', '200', '', 'http://site.test/'],
              ],
            },
          ],
        },
      ],
    },
  },
  skips: {
    'a host that has no variants': {
      site: responding(),
      reason: 'Host variants were not checked: the host is an IP address or a private name.',
    },
  },
})
