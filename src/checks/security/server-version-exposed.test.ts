import { excerpt } from '../evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import type { TestSite } from '../test-site-facts.ts'
import { serverVersionExposed } from './server-version-exposed.ts'

const url = 'https://site.test/'
const siteOf = (...headers: [string, string][]): TestSite => ({
  pages: [url, `${url}a`].map(each => ({ url: each, facts: { response: { headers } } })),
})

/** Values of 101 characters. */
const versions = (count: number) => Array.from({ length: count }, (_, index) => `Server/1.${index} `.padEnd(101, 'x'))
const shown = (version: string) => excerpt(version, 100)

testSiteCheck(serverVersionExposed, {
  passes: {
    'names without numbers': siteOf(['server', 'nginx'], ['x-powered-by', 'Express']),
    'a version of another header': siteOf(['via', '1.1 varnish']),
  },
  fails: {
    'two versions on all pages, once': {
      site: siteOf(['server', 'Apache/2.4.49 (Unix)'], ['x-powered-by', 'PHP/7.2.1']),
      finds: [
        {
          url,
          message: 'Response headers name software versions: Apache/2.4.49 (Unix)',
          isHostWide: true,
          evidence: [
            {
              kind: 'table',
              label: 'Headers',
              columns: ['Host', 'Header', 'Value', 'Example'],
              rows: [
                ['site.test', 'server', 'Apache/2.4.49 (Unix)', url],
                ['site.test', 'x-powered-by', 'PHP/7.2.1', url],
              ],
            },
          ],
        },
      ],
    },
    'the first twenty of 21 versions, of which 100 characters are shown': {
      site: siteOf(...versions(21).map((version): [string, string] => ['server', version])),
      finds: [
        {
          url,
          message: `Response headers name software versions: ${shown(versions(1)[0] ?? '')}`,
          isHostWide: true,
          evidence: [
            {
              kind: 'table',
              label: 'Headers',
              columns: ['Host', 'Header', 'Value', 'Example'],
              rows: versions(20).map(version => ['site.test', 'server', shown(version), url]),
            },
          ],
        },
      ],
    },
  },
})
