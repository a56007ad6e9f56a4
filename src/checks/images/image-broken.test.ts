import { causedBy, listOf, namedOn, referredBy } from '../test-evidence.ts'
import { imageWith } from '../test-facts.ts'
import { testSiteCheck } from '../test-site-check.ts'
import { gets, headThenGets, hops, type TestTarget } from '../test-site-facts.ts'
import { imageBroken } from './image-broken.ts'

const own = 'https://site.test/team.jpg'
const foreign = 'https://cdn.test/team.jpg'
const showing = (url: string, target: Partial<TestTarget>) => ({
  targets: [{ url, mediaType: 'image/jpeg', ...target }],
  links: [{ from: 'https://site.test/a', to: url, kind: 'image' as const, region: 'main' as const }],
})

const fallback = 'https://site.test/team-small.jpg'
const path = 'body > main > img'
/** An image whose srcset names `own`. */
const candidate = (image: Parameters<typeof imageWith>[0], status = 200) => ({
  pages: [{ url: 'https://site.test/a', depth: 3, facts: { images: [imageWith({ path, ...image })] } }],
  targets: [
    { url: own, mediaType: 'image/jpeg', status: 404, attempts: gets(404, 404) },
    { url: fallback, mediaType: 'image/jpeg', status },
  ],
  links: [{ from: 'https://site.test/a', to: own, kind: 'image' as const, path }],
})
const placeOf = (sourceUrl: string) => ({ sourceUrl, text: 'link', region: 'main', path, line: 1 })
const attempts = [{ kind: 'attempts', label: 'Attempts', attempts: gets(404, 404) }]
const missing = {
  url: own,
  severity: 'error' as const,
  message: `Broken image: 404 Not Found: ${own} (shown on 1 page)`,
  affectedUrls: ['https://site.test/a'],
  details: {
    ...referredBy(['https://site.test/a']),
    targetUrl: own,
    statusCode: 404,
    imageData: [{ src: own, issue: 'broken', isLarge: false, fileSize: null, statusCode: 404 }],
    resourceType: 'image',
  },
  evidence: [...attempts, { ...namedOn('https://site.test/a'), places: [placeOf('https://site.test/a')] }],
}

/** `img/play.png` on pages of several folders. */
const relative = (...folders: string[]) => ({
  targets: folders.map(folder => ({
    url: `https://site.test/${folder}/img/play.png`,
    mediaType: 'text/html',
    status: 404,
    attempts: gets(404, 404),
  })),
  links: folders.map(folder => ({
    from: `https://site.test/${folder}/tides`,
    to: `https://site.test/${folder}/img/play.png`,
    kind: 'image' as const,
    path,
  })),
})
const playOf = (folder: string) => ({
  src: `https://site.test/${folder}/img/play.png`,
  issue: 'broken',
  isLarge: false,
  fileSize: null,
  statusCode: 404,
})

testSiteCheck(imageBroken, {
  passes: {
    'an image that loads': showing(own, { status: 200 }),
    'an image sent as plain text, which browsers still show': showing(own, { mediaType: 'text/plain' }),
    'an image sent without a type': showing(own, { mediaType: '' }),
    'an image that another site refuses to crawlers': showing(foreign, { status: 403, attempts: gets(403, 403, 403) }),
    'an image that was missing once': showing(own, { status: 404, attempts: headThenGets(404, 404) }),
    'an image behind a redirect': showing(own, { hops: hops([301], own, foreign), finalStatus: 200 }),
    'a web page in the place of an image that was never requested': showing(own, {
      skipReason: 'robots',
      status: null,
      finalStatus: null,
      mediaType: '',
    }),
    'a missing page': {
      targets: [{ url: own, status: 404, attempts: gets(404, 404) }],
      links: [{ from: 'https://site.test/a', to: own }],
    },
  },
  fails: {
    'a candidate of srcset that is missing while src loads, as a warning': {
      site: candidate({ src: fallback }),
      finds: [
        {
          url: own,
          severity: 'warning',
          message: `Broken image candidate in srcset (src loads): 404 Not Found: ${own} (shown on 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: {
            ...referredBy(['https://site.test/a']),
            targetUrl: own,
            statusCode: 404,
            imageData: [{ src: own, issue: 'broken', isLarge: false, fileSize: null, statusCode: 404 }],
            resourceType: 'image',
          },
          evidence: [
            { kind: 'url', label: 'src of the image', url: fallback },
            ...attempts,
            { ...namedOn('https://site.test/a'), places: [placeOf('https://site.test/a')] },
          ],
        },
      ],
    },
    'a candidate of srcset that is what a lazy loader shows': {
      site: candidate({ src: fallback, tag: `<img src="/blank.gif" data-src="${own}">` }),
      finds: [missing],
    },
    'a candidate of srcset whose src is missing, too': {
      site: candidate({ src: fallback }, 404),
      finds: [missing],
    },
    'a candidate of srcset that is also the src': { site: candidate({ src: own }), finds: [missing] },
    'a missing image': {
      site: showing(own, { status: 404, attempts: headThenGets(404, 404, 404), mediaType: 'text/html', bytes: 271 }),
      finds: [
        {
          url: own,
          severity: 'error',
          message: `Broken image: 404 Not Found: ${own} (shown on 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: {
            ...referredBy(['https://site.test/a']),
            targetUrl: own,
            statusCode: 404,
            imageData: [{ src: own, issue: 'broken', isLarge: false, fileSize: null, statusCode: 404 }],
            resourceType: 'image',
          },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'HEAD', status: 404, failure: null },
                { atMs: 2000, method: 'GET', status: 404, failure: null },
                { atMs: 4000, method: 'GET', status: 404, failure: null },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'an image that a template names relative to its page': {
      site: relative('a', 'b', 'c'),
      finds: [
        {
          url: 'https://site.test/a/img/play.png',
          severity: 'error',
          message:
            'Broken image: 404 Not Found: 3 URLs of one template element, such as https://site.test/a/img/play.png; together shown on 3 pages',
          affectedUrls: ['https://site.test/a/tides', 'https://site.test/b/tides', 'https://site.test/c/tides'],
          details: {
            ...referredBy(['https://site.test/a/tides', 'https://site.test/b/tides', 'https://site.test/c/tides']),
            targetUrl: 'https://site.test/a/img/play.png',
            statusCode: 404,
            imageData: ['a', 'b', 'c'].map(playOf),
            resourceType: 'image',
            ...causedBy('image-broken', `Broken image: 404 Not Found:  error main body > main > img img/play.png`),
          },
          evidence: [
            { kind: 'text', label: 'Relative to each page', text: 'img/play.png' },
            ...attempts,
            listOf(
              'URLs',
              ['a', 'b', 'c'].map(folder => `https://site.test/${folder}/img/play.png`),
            ),
            {
              kind: 'places',
              label: 'Linked from',
              places: ['a', 'b', 'c'].map(folder => placeOf(`https://site.test/${folder}/tides`)),
              total: 3,
            },
            {
              kind: 'table',
              label: 'Shared template elements',
              columns: ['Region', 'Element', 'On'],
              rows: [['main', path, '3 pages']],
            },
          ],
        },
      ],
    },
    'an image in the same place of two pages, which are too few to be a template': {
      site: relative('a', 'b'),
      finds: ['a', 'b'].map(folder => ({
        url: `https://site.test/${folder}/img/play.png`,
        severity: 'error' as const,
        message: `Broken image: 404 Not Found: https://site.test/${folder}/img/play.png (shown on 1 page)`,
        affectedUrls: [`https://site.test/${folder}/tides`],
        details: {
          ...referredBy([`https://site.test/${folder}/tides`]),
          targetUrl: `https://site.test/${folder}/img/play.png`,
          statusCode: 404,
          imageData: [playOf(folder)],
          resourceType: 'image',
        },
        evidence: [
          ...attempts,
          {
            ...namedOn(`https://site.test/${folder}/tides`),
            places: [placeOf(`https://site.test/${folder}/tides`)],
          },
        ],
      })),
    },
    'missing images of another site, which no template names relative to its page': {
      site: {
        targets: ['a', 'b', 'c'].map(name => ({
          url: `https://cdn.test/${name}.jpg`,
          mediaType: 'image/jpeg',
          status: 404,
          attempts: gets(404, 404),
        })),
        links: ['a', 'b', 'c'].map(name => ({
          from: `https://site.test/${name}`,
          to: `https://cdn.test/${name}.jpg`,
          kind: 'image' as const,
          path,
        })),
      },
      finds: ['a', 'b', 'c'].map(name => ({
        url: `https://cdn.test/${name}.jpg`,
        severity: 'warning' as const,
        message: `Broken image: 404 Not Found: https://cdn.test/${name}.jpg (shown on 1 page)`,
        affectedUrls: [`https://site.test/${name}`],
        details: {
          ...referredBy([`https://site.test/${name}`]),
          targetUrl: `https://cdn.test/${name}.jpg`,
          statusCode: 404,
          imageData: [{ ...playOf(name), src: `https://cdn.test/${name}.jpg` }],
          resourceType: 'image',
        },
        evidence: [
          ...attempts,
          { ...namedOn(`https://site.test/${name}`), places: [placeOf(`https://site.test/${name}`)] },
        ],
      })),
    },
    'a missing image of another site, as a warning': {
      site: showing(foreign, { status: 404, attempts: headThenGets(404, 404) }),
      finds: [
        {
          url: foreign,
          severity: 'warning',
          message: 'Broken image: 404 Not Found: https://cdn.test/team.jpg (shown on 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: {
            ...referredBy(['https://site.test/a']),
            targetUrl: foreign,
            statusCode: 404,
            imageData: [{ src: foreign, issue: 'broken', isLarge: false, fileSize: null, statusCode: 404 }],
            resourceType: 'image',
          },
          evidence: [
            {
              kind: 'attempts',
              label: 'Attempts',
              attempts: [
                { atMs: 0, method: 'HEAD', status: 404, failure: null },
                { atMs: 2000, method: 'GET', status: 404, failure: null },
              ],
            },
            namedOn('https://site.test/a'),
          ],
        },
      ],
    },
    'a web page in the place of an image': {
      site: showing(own, { status: 200, mediaType: 'text/html' }),
      finds: [
        {
          url: own,
          message: `Broken image: text/html instead of an image: ${own} (shown on 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: {
            ...referredBy(['https://site.test/a']),
            targetUrl: own,
            statusCode: 200,
            imageData: [{ src: own, issue: 'broken', isLarge: false, fileSize: null, statusCode: 200 }],
            resourceType: 'image',
          },
          evidence: [namedOn('https://site.test/a')],
        },
      ],
    },
    'a redirect to a page that says the image is gone': {
      site: showing(own, { hops: hops([302], own, 'https://site.test/'), finalStatus: 200, mediaType: 'text/html' }),
      finds: [
        {
          url: own,
          message: 'Broken image: text/html instead of an image: https://site.test/team.jpg (shown on 1 page)',
          affectedUrls: ['https://site.test/a'],
          details: {
            ...referredBy(['https://site.test/a']),
            targetUrl: own,
            statusCode: 200,
            imageData: [{ src: own, issue: 'broken', isLarge: false, fileSize: null, statusCode: 200 }],
            resourceType: 'image',
          },
          evidence: [namedOn('https://site.test/a')],
        },
      ],
    },
  },
})
