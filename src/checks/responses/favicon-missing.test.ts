import { testSiteCheck } from '../test-site-check.ts'
import { faviconMissing } from './favicon-missing.ts'

const table = (label: string, ...rows: string[][]) => ({
  kind: 'table',
  label,
  columns: ['URL', 'Status', 'Type'],
  rows,
})
const home = 'https://site.test/'
const icon = { url: 'https://site.test/icon.svg', status: 200, mediaType: 'image/svg+xml' }
const fallback = { url: 'https://site.test/favicon.ico', status: 200, mediaType: 'image/x-icon' }

testSiteCheck(faviconMissing, {
  passes: {
    'a declared icon that loads': { crawl: { favicon: { declared: [icon], fallback: null } } },
    'a declared icon, though there is none at the usual URL': {
      crawl: { favicon: { declared: [icon], fallback: { ...fallback, status: 404, mediaType: 'text/html' } } },
    },
    'an icon at the usual URL': { crawl: { favicon: { declared: [], fallback } } },
    'an icon sent without a proper type': {
      crawl: { favicon: { declared: [], fallback: { ...fallback, mediaType: 'application/octet-stream' } } },
    },
    'a declared icon that is refused to crawlers': {
      crawl: { favicon: { declared: [{ ...icon, status: 403 }], fallback: null } },
    },
    'a home page that sends its visitors to another, which may declare one': {
      crawl: { favicon: { declared: [], fallback: { ...fallback, status: 404, mediaType: 'text/html' } } },
      pages: [
        {
          url: home,
          facts: { refresh: { delay: 0, url: `${home}en/`, raw: '0; url=en/', source: 'tag', line: 3 } },
        },
      ],
    },
    'a declared icon that was not requested': {
      crawl: { favicon: { declared: [{ ...icon, status: null, mediaType: '' }], fallback: null } },
    },
  },
  fails: {
    'no icon anywhere': {
      site: { crawl: { favicon: { declared: [], fallback: { ...fallback, status: 404, mediaType: 'text/html' } } } },
      finds: [
        {
          url: home,
          message: `Missing favicon: ${home} declares none, and ${fallback.url} returns no image`,
          isHostWide: true,
          evidence: [table('Default icon', ['https://site.test/favicon.ico', '404', 'text/html'])],
        },
      ],
    },
    'a web page at the usual URL': {
      site: { crawl: { favicon: { declared: [], fallback: { ...fallback, mediaType: 'text/html' } } } },
      finds: [
        {
          url: home,
          message:
            'Missing favicon: https://site.test/ declares none, and https://site.test/favicon.ico returns no image',
          isHostWide: true,
          evidence: [table('Default icon', ['https://site.test/favicon.ico', '200', 'text/html'])],
        },
      ],
    },
    'a declared icon that is missing': {
      site: { crawl: { favicon: { declared: [{ ...icon, status: 404 }], fallback: null } } },
      finds: [
        {
          url: home,
          message: `Favicon does not load: ${icon.url}`,
          isHostWide: true,
          evidence: [table('Declared icons', [icon.url, '404', 'image/svg+xml'])],
        },
      ],
    },
    'one of several declared icons that is missing': {
      site: {
        crawl: { favicon: { declared: [icon, { ...icon, url: `${home}apple.png`, status: 404 }], fallback: null } },
      },
      finds: [
        {
          url: home,
          message: `A declared icon does not load: ${home}apple.png`,
          isHostWide: true,
          evidence: [
            table('Declared icons', [icon.url, '200', 'image/svg+xml'], [`${home}apple.png`, '404', 'image/svg+xml']),
          ],
        },
      ],
    },
  },
  skips: {
    'a crawl that did not fetch icons': {
      site: { crawl: { favicon: null } },
      reason: 'The icon of the home page was not fetched.',
    },
    'a start page that never responded': {
      site: { crawl: { homeUrl: null, favicon: { declared: [], fallback: null } } },
      reason: 'The icon of the home page was not fetched.',
    },
  },
})
