import { testSiteCheck } from '../test-site-check.ts'
import { faviconMissing } from './favicon-missing.ts'

const home = 'https://site.test/'
const icon = { url: 'https://site.test/icon.svg', status: 200, mediaType: 'image/svg+xml' }
const fallback = { url: 'https://site.test/favicon.ico', status: 200, mediaType: 'image/x-icon' }

testSiteCheck(faviconMissing, {
  passes: {
    'a declared icon that loads': { crawl: { favicon: { declared: [icon], fallback: null } } },
    'an icon at the usual address': { crawl: { favicon: { declared: [], fallback } } },
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
    'a declared icon that was not asked': {
      crawl: { favicon: { declared: [{ ...icon, status: null, mediaType: '' }], fallback: null } },
    },
  },
  fails: {
    'no icon anywhere': {
      site: { crawl: { favicon: { declared: [], fallback: { ...fallback, status: 404, mediaType: 'text/html' } } } },
      finds: [
        {
          url: home,
          isHostWide: true,
          message: `No favicon: ${home} declares none, and ${fallback.url} gives no image`,
        },
      ],
    },
    'a web page at the usual address': {
      site: { crawl: { favicon: { declared: [], fallback: { ...fallback, mediaType: 'text/html' } } } },
      finds: [{ url: home }],
    },
    'a declared icon that is missing': {
      site: {
        crawl: { favicon: { declared: [icon, { ...icon, url: `${home}apple.png`, status: 404 }], fallback: null } },
      },
      finds: [{ url: home, message: `Favicon does not load: ${home}apple.png`, evidence: [{ kind: 'table' }] }],
    },
  },
  skips: {
    'a crawl that did not ask for icons': { crawl: { favicon: null } },
    'a start page that never answered': { crawl: { homeUrl: null, favicon: { declared: [], fallback: null } } },
  },
})
