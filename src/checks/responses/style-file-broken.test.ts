import { testSiteCheck } from '../test-site-check.ts'
import type { TestSite } from '../test-site-facts.ts'
import { styleFileBroken } from './style-file-broken.ts'

const styleSheetUrl = 'https://site.test/site.css'
const url = 'https://site.test/paper.png'
const siteOf = (statuses: (number | null)[], isBotChallenge = false): TestSite => ({
  crawl: { styleFiles: [{ url, styleSheetUrl, statuses, isBotChallenge }] },
})

testSiteCheck(styleFileBroken, {
  passes: {
    'a crawl that read no style sheets': {},
    'a file that is there': siteOf([200]),
    'a file that moved': siteOf([301]),
    'a file that was not requested': siteOf([]),
    'a file that came at the second request': siteOf([404, 200]),
    'a file that was requested once': siteOf([404]),
    'a server that did not respond': siteOf([404, null]),
    'a file that is closed': siteOf([403, 403]),
    'a bot protection': siteOf([503, 503], true),
  },
  fails: {
    'a missing file': {
      site: siteOf([404, 404]),
      finds: [
        {
          url,
          message: `Broken link: 404 Not Found: ${url} in the style sheet ${styleSheetUrl}`,
          affectedUrls: [styleSheetUrl],
          details: {
            sourceUrl: styleSheetUrl,
            directReferrer: styleSheetUrl,
            referringSources: [styleSheetUrl],
            targetUrl: url,
            statusCode: 404,
          },
          evidence: [
            { kind: 'url', label: 'Style sheet', url: styleSheetUrl },
            { kind: 'text', label: 'Status codes', text: '404, 404' },
          ],
        },
      ],
    },
  },
})
