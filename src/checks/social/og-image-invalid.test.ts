import type { ShareImage } from '#shared/site-facts.ts'
import { excerpt } from '../evidence.ts'
import { listOf } from '../test-evidence.ts'
import { type ExpectedFinding, testSiteCheck } from '../test-site-check.ts'
import type { TestPage } from '../test-site-facts.ts'
import { ogImageInvalid } from './og-image-invalid.ts'
import { shareImages } from './share-image-urls.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'og:image',
  columns: ['Value', 'Status codes', 'Type', 'Width', 'Height'],
  rows,
})
const home = 'https://site.test/'
const src = `${home}quay.jpg`
const page = (path: string, ...contents: string[]): TestPage => ({
  url: home + path,
  shareImages: shareImages({ openGraph: contents.map(content => ['og:image', content]) }),
})
const image = (changes: Partial<ShareImage> = {}): ShareImage => ({
  url: src,
  statuses: [200],
  failure: null,
  isBotChallenge: false,
  mediaType: 'image/jpeg',
  isPicture: true,
  width: 1_200,
  height: 630,
  ...changes,
})
const site = (changes: Partial<ShareImage>, content = src) => ({
  pages: [page('', content), page('a', content)],
  crawl: { shareImages: [image(changes)] },
})
const cdn = 'https://cdn.test/quay.jpg'
/** Of two pages, which name the same picture. */
const finds = (message: string, row: [value: string, ...string[]], more: Partial<ExpectedFinding> = {}) => [
  {
    url: home,
    message,
    affectedUrls: [home, `${home}a`],
    details: { targetUrl: row[0] },
    evidence: [table(row), listOf('Pages', [home, `${home}a`])],
    ...more,
  },
]

const long = `${home}${'a'.repeat(300)}.jpg`
const unread = { isPicture: false, width: null, height: null }

testSiteCheck(ogImageInvalid, {
  passes: {
    ...Object.fromEntries(
      [401, 403, 407, 408, 425, 429].map(status => [
        `a picture with status ${status}, which need not be that of visitors`,
        site({ ...unread, statuses: [status, status] }),
      ]),
    ),
    'a fourth picture, of which networks offer none': {
      pages: [page('', src, `${home}b.jpg`, 'http://site.test/c.jpg', '/d.jpg')],
    },
    'a large picture': site({}),
    'pages that name nothing': { pages: [page(''), page('a')], crawl: { shareImages: [image({ width: 10 })] } },
    'a picture of a size that other networks name': site({ height: 628 }),
    'a picture that is slightly smaller': site({ width: 1_140, height: 598 }),
    'a picture whose size is not known': site({ mediaType: 'image/avif', width: null, height: null }),
    'a picture that is sent without its type': site({ mediaType: 'application/octet-stream' }),
    'a type that nothing else contradicts': site({ isPicture: false, width: null, height: null }),
    'a picture that failed once': site({ statuses: [503, 200] }),
    'a foreign host that fails': site({ url: cdn, statuses: [500, 500], isPicture: false }, cdn),
    'a bot protection': site({ statuses: [403, 403], isBotChallenge: true, isPicture: false }),
    'a picture that was not fetched': { pages: [page('', src)] },
    'a page without one': { pages: [page('')] },
    'an empty one, which has its own check': { pages: [page('', ' ')] },
    'sizes of a picture': {
      pages: [
        {
          url: home,
          facts: {
            openGraph: [
              ['og:image:width', '10'],
              ['og:image:alt', 'x'],
            ],
          },
        },
      ],
    },
  },
  fails: {
    'pictures that stand beside the pages': {
      site: { pages: [page('', src), page('a', src, '/quay.jpg')], crawl: { shareImages: [image({ width: 10 })] } },
      finds: [
        {
          url: home,
          severity: 'warning',
          message: 'Invalid og:image: smaller than 200 by 200 pixels: https://site.test/quay.jpg (on 2 pages)',
          affectedUrls: [home, `${home}a`],
          details: { targetUrl: 'https://site.test/quay.jpg' },
          evidence: [
            table(['https://site.test/quay.jpg', '200', 'image/jpeg', '10', '630']),
            listOf('Pages', [home, 'https://site.test/a']),
          ],
        },
        {
          url: `${home}a`,
          message: 'Invalid og:image: not an absolute URL: /quay.jpg (on 1 page)',
          evidence: [table(['/quay.jpg', '', '', '', '']), listOf('Pages', ['https://site.test/a'])],
        },
      ],
    },
    'a relative URL, reported once': {
      site: { pages: [page('', '/quay.jpg'), page('a', '/quay.jpg')] },
      finds: finds('Invalid og:image: not an absolute URL: /quay.jpg (on 2 pages)', ['/quay.jpg', '', '', '', ''], {
        severity: 'warning',
        details: {},
      }),
    },
    'a URL without scheme': {
      site: { pages: [page('', '//cdn.test/quay.jpg')] },
      finds: [
        {
          url: home,
          message: 'Invalid og:image: not an absolute URL: //cdn.test/quay.jpg (on 1 page)',
          evidence: [table(['//cdn.test/quay.jpg', '', '', '', '']), listOf('Pages', [home])],
        },
      ],
    },
    'a picture that is gone': {
      site: site({ statuses: [404, 404], mediaType: 'text/html', isPicture: false, width: null, height: null }),
      finds: finds(`Invalid og:image: returns 404: ${src} (on 2 pages)`, [src, '404, 404', 'text/html', '', '']),
    },
    'a foreign picture that is gone': {
      site: site({ url: cdn, statuses: [404, 410] }, cdn),
      finds: finds(`Invalid og:image: returns 410: ${cdn} (on 2 pages)`, [
        cdn,
        '404, 410',
        'image/jpeg',
        '1200',
        '630',
      ]),
    },
    'a picture of the site that fails': {
      site: site({ ...unread, statuses: [500, 500] }),
      finds: finds(`Invalid og:image: returns 500: ${src} (on 2 pages)`, [src, '500, 500', 'image/jpeg', '', '']),
    },
    'a picture that fails, for the host that it is on': {
      site: {
        pages: [page('', cdn), { ...page('', cdn), url: 'https://cdn.test/page' }],
        crawl: { shareImages: [image({ ...unread, url: cdn, statuses: [500, 500] })] },
      },
      finds: [
        {
          url: 'https://cdn.test/page',
          message: `Invalid og:image: returns 500: ${cdn} (on 1 page)`,
          details: { targetUrl: cdn },
          evidence: [table([cdn, '500, 500', 'image/jpeg', '', '']), listOf('Pages', ['https://cdn.test/page'])],
        },
      ],
    },
    'a long URL, of which the first characters are shown': {
      site: site({ ...unread, url: long, statuses: [404, 404] }, long),
      finds: finds(
        `Invalid og:image: returns 404: ${excerpt(long, 300)} (on 2 pages)`,
        [excerpt(long, 300), '404, 404', 'image/jpeg', '', ''],
        { details: { targetUrl: long } },
      ),
    },
    'a picture of 200 by 200 pixels': {
      site: site({ width: 200, height: 200 }),
      finds: finds(
        `og:image is smaller than the recommended 1200 by 630 pixels: ${src} (on 2 pages)`,
        [src, '200', 'image/jpeg', '200', '200'],
        { severity: 'info' },
      ),
    },
    'a picture that is wide enough, and not high enough': {
      site: site({ height: 500 }),
      finds: finds(
        `og:image is smaller than the recommended 1200 by 630 pixels: ${src} (on 2 pages)`,
        [src, '200', 'image/jpeg', '1200', '500'],
        { severity: 'info' },
      ),
    },
    'a host that does not exist': {
      site: site({ url: cdn, statuses: [null, null], failure: 'dns' }, cdn),
      finds: finds(`Invalid og:image: the host does not exist: ${cdn} (on 2 pages)`, [
        cdn,
        'none, none',
        'image/jpeg',
        '1200',
        '630',
      ]),
    },
    'a web page in its place': {
      site: site({ mediaType: 'text/html', isPicture: false, width: null, height: null }),
      finds: finds(`Invalid og:image: not an image (text/html): ${src} (on 2 pages)`, [
        src,
        '200',
        'text/html',
        '',
        '',
      ]),
    },
    'a tiny picture': {
      site: site({ width: 512, height: 199 }),
      finds: finds(
        `Invalid og:image: smaller than 200 by 200 pixels: ${src} (on 2 pages)`,
        [src, '200', 'image/jpeg', '512', '199'],
        {
          severity: 'warning',
        },
      ),
    },
    'a small one': {
      site: site({ width: 512, height: 512 }),
      finds: finds(
        `og:image is smaller than the recommended 1200 by 630 pixels: ${src} (on 2 pages)`,
        [src, '200', 'image/jpeg', '512', '512'],
        {
          severity: 'info',
        },
      ),
    },
  },
})
