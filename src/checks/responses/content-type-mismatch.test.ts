import type { LinkKind } from '#shared/model.ts'
import { namedOn, referredBy } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { headThenGets } from '../test-site-facts.ts'
import { contentTypeMismatch } from './content-type-mismatch.ts'

const evidenceTable = (...rows: string[][]) => ({
  kind: 'table',
  label: 'URLs',
  columns: ['URL', 'Content-Type'],
  rows,
})
const home = 'https://site.test/'
const file = (path: string, mediaType: string, kind: LinkKind = 'anchor', bytes: number | null = null) => ({
  targets: [{ url: home + path, mediaType, bytes }],
  links: [{ from: home, to: home + path, kind }],
})

const saved: [path: string, kind: LinkKind][] = [
  ['a.svg', 'image'],
  ['a.js', 'script'],
  ['a.css', 'stylesheet'],
]

testSiteCheck(contentTypeMismatch, {
  passes: {
    'a stylesheet': file('style.css?v=2', 'text/css', 'stylesheet'),
    'both names of scripts': file('a.js', 'application/x-javascript', 'script'),
    'an image in a better format than its ending': file('a.jpg', 'image/webp', 'anchor'),
    'a feed': file('feed.xml', 'application/rss+xml'),
    'a document to be saved': file('price.pdf', 'application/octet-stream'),
    'a page about a file': file('wiki/File:Boat.jpg', 'text/html'),
    'a page about a source file': file('blob/main/index.js', 'text/html'),
    'code to be read': file('app.js', 'text/plain'),
    'styles to be read': file('app.css', 'text/plain'),
    'a HEAD response without a type': {
      targets: [{ url: `${home}a`, mediaType: '', attempts: headThenGets(200) }],
      links: [{ from: home, to: `${home}a` }],
    },
    'a page in place of an image, which has its own check': file('a.png', 'text/html', 'image'),
    'an ending that says nothing': file('download.php', 'application/pdf'),
    'a URL without ending': file('a', 'text/plain'),
    'a directory that only a style sheet names': file('a/', 'text/plain', 'stylesheet'),
    'a page about a document': {
      ...file('price.pdf', 'text/html'),
      pages: [{ url: `${home}price.pdf`, wordCount: 50 }],
    },
    'a short page whose ending is that of a program': {
      ...file('short.php', 'text/html'),
      pages: [{ url: `${home}short.php`, wordCount: 5 }],
    },
    'a document that is saved': file('price.docx', 'application/octet-stream'),
    'an empty response without a type': file('ping', '', 'anchor', 0),
    'an error': {
      ...file('style.css', 'text/html', 'stylesheet'),
      targets: [{ url: `${home}style.css`, status: 404, mediaType: 'text/html' }],
    },
    'a file of another site': {
      targets: [{ url: 'https://other.test/a.css', mediaType: 'text/plain' }],
      links: [{ from: home, to: 'https://other.test/a.css', kind: 'stylesheet' }],
    },
  },
  fails: {
    'a page without an ending that is shown as its source': {
      site: file('tides/', 'text/plain'),
      finds: [
        {
          url: `${home}tides/`,
          severity: 'error',
          message: `Content-Type does not match: a page is sent as text/plain: ${home}tides/ (named by 1 page)`,
          affectedUrls: [home],
          details: { ...referredBy([home]), targetUrl: `${home}tides/` },
          evidence: [evidenceTable([`${home}tides/`, 'text/plain']), namedOn(home)],
        },
      ],
    },
    'a message in place of a document': {
      site: { ...file('price.pdf', 'text/html'), pages: [{ url: `${home}price.pdf`, wordCount: 49 }] },
      finds: [
        {
          url: `${home}price.pdf`,
          severity: 'warning',
          message: `Content-Type does not match: .pdf is a page of HTML with hardly any text: ${home}price.pdf (named by 1 page)`,
          affectedUrls: [home],
          details: { ...referredBy([home]), targetUrl: `${home}price.pdf` },
          evidence: [evidenceTable([`${home}price.pdf`, 'text/html']), namedOn(home)],
        },
      ],
    },
    'a page that is shown as its source': {
      site: file('old.html', 'text/plain'),
      finds: [
        {
          url: `${home}old.html`,
          severity: 'error',
          message: `Content-Type does not match: .html is sent as text/plain: ${home}old.html (named by 1 page)`,
          affectedUrls: [home],
          details: { ...referredBy([home]), targetUrl: 'https://site.test/old.html' },
          evidence: [evidenceTable(['https://site.test/old.html', 'text/plain']), namedOn(home)],
        },
      ],
    },
    'a page that is saved': {
      site: file('old.htm', 'application/octet-stream'),
      finds: [
        {
          url: `${home}old.htm`,
          severity: 'error',
          message:
            'Content-Type does not match: .htm is sent as application/octet-stream: https://site.test/old.htm (named by 1 page)',
          affectedUrls: [home],
          details: { ...referredBy([home]), targetUrl: 'https://site.test/old.htm' },
          evidence: [evidenceTable(['https://site.test/old.htm', 'application/octet-stream']), namedOn(home)],
        },
      ],
    },
    'files that browsers save instead of using them': {
      site: {
        targets: saved.map(([path]) => ({ url: home + path, mediaType: 'application/octet-stream' })),
        links: saved.map(([path, kind]) => ({ from: home, to: home + path, kind })),
      },
      finds: saved.map(([path]) => ({
        url: home + path,
        severity: 'warning',
        message: `Content-Type does not match: .${path.slice(2)} is sent as application/octet-stream: ${home}${path} (named by 1 page)`,
        affectedUrls: [home],
        details: { ...referredBy([home]), targetUrl: home + path },
        evidence: [evidenceTable([home + path, 'application/octet-stream']), namedOn(home)],
      })),
    },
    'code that a page loads as text': {
      site: file('a.mjs', 'text/plain', 'script'),
      finds: [
        {
          url: `${home}a.mjs`,
          severity: 'warning',
          message: `Content-Type does not match: .mjs is sent as text/plain: ${home}a.mjs (named by 1 page)`,
          affectedUrls: [home],
          details: { ...referredBy([home]), targetUrl: `${home}a.mjs` },
          evidence: [evidenceTable([`${home}a.mjs`, 'text/plain']), namedOn(home)],
        },
      ],
    },
    'a stylesheet that browsers do not use': {
      site: file('style.css', 'text/plain', 'stylesheet'),
      finds: [
        {
          url: `${home}style.css`,
          severity: 'warning',
          message:
            'Content-Type does not match: .css is sent as text/plain: https://site.test/style.css (named by 1 page)',
          affectedUrls: [home],
          details: { ...referredBy([home]), targetUrl: 'https://site.test/style.css' },
          evidence: [evidenceTable(['https://site.test/style.css', 'text/plain']), namedOn(home)],
        },
      ],
    },
    'a page in place of a script': {
      site: file('app.js', 'text/html', 'script'),
      finds: [
        {
          url: `${home}app.js`,
          severity: 'warning',
          message: 'Content-Type does not match: .js is sent as text/html: https://site.test/app.js (named by 1 page)',
          affectedUrls: [home],
          details: { ...referredBy([home]), targetUrl: 'https://site.test/app.js' },
          evidence: [evidenceTable(['https://site.test/app.js', 'text/html']), namedOn(home)],
        },
      ],
    },
    'a document as text': {
      site: file('price.pdf', 'text/plain'),
      finds: [
        {
          url: `${home}price.pdf`,
          message:
            'Content-Type does not match: .pdf is sent as text/plain: https://site.test/price.pdf (named by 1 page)',
          affectedUrls: [home],
          details: { ...referredBy([home]), targetUrl: 'https://site.test/price.pdf' },
          evidence: [evidenceTable(['https://site.test/price.pdf', 'text/plain']), namedOn(home)],
        },
      ],
    },
    'no header at all': {
      site: file('about', ''),
      finds: [
        {
          url: `${home}about`,
          severity: 'warning',
          message: `Content-Type does not match: the header is missing or invalid: ${home}about (named by 1 page)`,
          affectedUrls: [home],
          details: { ...referredBy([home]), targetUrl: 'https://site.test/about' },
          evidence: [evidenceTable(['https://site.test/about', 'absent']), namedOn(home)],
        },
      ],
    },
    'files that are sent as HTML, which no page check reads, once': {
      site: {
        pages: ['menu', 'wine'].map(path => ({
          url: home + path,
          facts: { fileFormat: 'PDF file', response: { mediaType: 'text/html' } },
        })),
        links: [{ from: `${home}list`, to: `${home}menu` }],
      },
      finds: [
        {
          url: `${home}menu`,
          severity: 'error',
          message: `Content-Type does not match: PDF file sent as text/html: 2 URLs, such as ${home}menu; together named by 1 page`,
          affectedUrls: [`${home}list`],
          details: { ...referredBy([`${home}list`]), targetUrl: `${home}menu` },
          evidence: [evidenceTable([`${home}menu`, 'text/html'], [`${home}wine`, 'text/html']), namedOn(`${home}list`)],
        },
      ],
    },
    'a wrong line in the table of types, once': {
      site: {
        targets: ['a.svg', 'b.svg'].map(path => ({ url: home + path, mediaType: 'text/xml' })),
        links: ['a.svg', 'b.svg'].map(path => ({ from: home, to: home + path, kind: 'anchor' as const })),
      },
      finds: [
        {
          url: `${home}a.svg`,
          message: `Content-Type does not match: .svg is sent as text/xml: 2 URLs, such as ${home}a.svg; together named by 1 page`,
          affectedUrls: [home],
          details: { ...referredBy([home]), targetUrl: 'https://site.test/a.svg' },
          evidence: [
            evidenceTable(['https://site.test/a.svg', 'text/xml'], ['https://site.test/b.svg', 'text/xml']),
            {
              kind: 'places',
              label: 'Linked from',
              places: [
                { sourceUrl: home, text: 'link', region: 'main', path: '', line: 1 },
                { sourceUrl: home, text: 'link', region: 'main', path: '', line: 1 },
              ],
              total: 1,
            },
          ],
        },
      ],
    },
  },
})
