import { causedBy } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { gets, type TestSite, type TestTarget } from '../test-site-facts.ts'
import { styleFileBroken } from './style-file-broken.ts'

const styleSheetUrl = 'https://site.test/site.css'
const print = 'https://site.test/print.css'
const url = 'https://site.test/paper.png'
const foreign = 'https://fonts.test/a.woff2'
const siteOf = (target: Partial<TestTarget> | null, file = url): TestSite => ({
  crawl: { styleFiles: [{ url: file, styleSheetUrl }] },
  targets: target === null ? [] : [{ url: file, kinds: ['image'], ...target }],
})
const missing = { status: 404, attempts: gets(404, 404) }

testSiteCheck(styleFileBroken, {
  passes: {
    'a crawl that read no style sheets': {},
    'a file that is there': siteOf({ status: 200 }),
    'a file that was not requested': siteOf(null),
    'a file that came at the second request': siteOf({ status: 404, attempts: gets(404, 200) }),
    'a file that was requested once': siteOf({ status: 404, attempts: gets(404) }),
    'a file that is closed': siteOf({ status: 403, attempts: gets(403, 403) }),
    'a bot protection': siteOf({ status: 503, attempts: gets(503, 503, 503), isBotChallenge: true }),
    'a server error of another site': siteOf({ status: 503, attempts: gets(503, 503, 503) }, foreign),
    'an image that a page shows, too': {
      ...siteOf(missing),
      links: [{ from: 'https://site.test/', to: url, kind: 'image' }],
    },
  },
  fails: {
    'a missing file once, with every style sheet that names it': {
      site: {
        ...siteOf(missing),
        crawl: {
          styleFiles: [
            { url, styleSheetUrl: print },
            { url, styleSheetUrl },
          ],
        },
      },
      finds: [
        {
          url,
          message: `Broken link: 404 Not Found: ${url} in the style sheet ${print}`,
          affectedUrls: [print, styleSheetUrl],
          details: {
            sourceUrl: print,
            directReferrer: print,
            referringSources: [print, styleSheetUrl],
            targetUrl: url,
            statusCode: 404,
            ...causedBy(styleFileBroken.id, `${print} ${styleSheetUrl}`),
          },
          evidence: [
            { kind: 'urls', label: 'Style sheets', urls: [print, styleSheetUrl], total: 2 },
            { kind: 'attempts', label: 'Attempts', attempts: gets(404, 404) },
          ],
        },
      ],
    },
    'a missing file of another site': {
      site: siteOf(missing, foreign),
      finds: [
        {
          url: foreign,
          message: `Broken link: 404 Not Found: ${foreign} in the style sheet ${styleSheetUrl}`,
          affectedUrls: [styleSheetUrl],
          details: {
            sourceUrl: styleSheetUrl,
            directReferrer: styleSheetUrl,
            referringSources: [styleSheetUrl],
            targetUrl: foreign,
            statusCode: 404,
            ...causedBy(styleFileBroken.id, styleSheetUrl),
          },
          evidence: [
            { kind: 'urls', label: 'Style sheets', urls: [styleSheetUrl], total: 1 },
            { kind: 'attempts', label: 'Attempts', attempts: gets(404, 404) },
          ],
        },
      ],
    },
    'missing files of one style sheet once, and that of another': {
      site: {
        crawl: {
          styleFiles: [
            { url, styleSheetUrl },
            { url: `${url}?print`, styleSheetUrl: print },
            { url: foreign, styleSheetUrl },
          ],
        },
        targets: [
          { url, kinds: ['image'], ...missing },
          { url: `${url}?print`, kinds: ['image'], ...missing },
          { url: foreign, kinds: ['image'], status: 410, attempts: gets(410, 410) },
        ],
      },
      finds: [
        {
          url,
          message: `Broken links: 2 files in the style sheet ${styleSheetUrl}, such as ${url}`,
          affectedUrls: [styleSheetUrl],
          details: {
            sourceUrl: styleSheetUrl,
            directReferrer: styleSheetUrl,
            referringSources: [styleSheetUrl],
            targetUrl: url,
            statusCode: 404,
            ...causedBy(styleFileBroken.id, styleSheetUrl),
          },
          evidence: [
            { kind: 'urls', label: 'Style sheets', urls: [styleSheetUrl], total: 1 },
            {
              kind: 'table',
              label: 'Files',
              columns: ['URL', 'Response'],
              rows: [
                [url, '404 Not Found'],
                [foreign, '410 Gone'],
              ],
            },
          ],
        },
        {
          url: `${url}?print`,
          message: `Broken link: 404 Not Found: ${url}?print in the style sheet ${print}`,
          affectedUrls: [print],
          details: {
            sourceUrl: print,
            directReferrer: print,
            referringSources: [print],
            targetUrl: `${url}?print`,
            statusCode: 404,
            ...causedBy(styleFileBroken.id, print),
          },
          evidence: [
            { kind: 'urls', label: 'Style sheets', urls: [print], total: 1 },
            { kind: 'attempts', label: 'Attempts', attempts: gets(404, 404) },
          ],
        },
      ],
    },
  },
})
