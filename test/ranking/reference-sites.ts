import type { ScriptedResponse, ScriptedWeb } from '#crawl/test-scripted-crawl.ts'
import type { PageParts } from '#demo-site/page.ts'
import { html, ORIGIN } from '../recall/defect-kind.ts'
import { healthySite, SOUND_HEADERS, sitemapOf, sound } from '../recall/injected-site.ts'

/**
 * Sites in the order in which a person who has to repair them ranks them, the best first, and why. The order was written down before
 * the formula of the health score ran on them: where they disagree, the formula is wrong.
 */
export interface ReferenceSite {
  name: string
  /** Why it is no better than the site before it. */
  reason: string
  web: ScriptedWeb
}

interface ReferencePage extends Partial<Omit<PageParts, 'path' | 'headers'>> {
  edit?: (text: string) => string
  response?: ScriptedResponse
}

const MEDIUM = 40
const LARGE = 240

interface Plan {
  pages: number
  /** What is wrong with one page, by its number; nothing by default. */
  defect?: (index: number, path: string) => ReferencePage
  /** Of all URLs. */
  change?: (web: ScriptedWeb) => ScriptedWeb
}

/** A healthy site with that many rooms, each linked from the list of rooms and from its neighbours. */
function siteOf({ pages, defect = () => ({}), change = web => web }: Plan): ScriptedWeb {
  const paths = Array.from({ length: pages }, (_, index) => `/room-${index + 1}/`)
  const list = paths.map((path, index) => `<li><a href="${path}">To room ${index + 1}</a></li>`).join('\n')
  const rooms = paths.map((path, index): [string, ScriptedResponse] => {
    const { edit, response, ...parts } = defect(index, path)
    const next = paths[(index + 1) % pages] ?? '/'
    const body = sound({ path, related: [[next, `The room after number ${index + 1}`]], ...parts })
    return [ORIGIN + path, { ...html(edit ? edit(body) : body, { headers: SOUND_HEADERS }), ...response }]
  })
  const healthy = healthySite()
  const listed = ['/', '/visit', '/rooms/', ...paths].map(path => ORIGIN + path)
  const home = healthy[`${ORIGIN}/rooms/`]
  return change({
    ...healthy,
    [`${ORIGIN}/rooms/`]: { ...home, text: sound({ path: '/rooms/', extra: `<ul>${list}</ul>` }) },
    [`${ORIGIN}/sitemap.xml`]: { type: 'application/xml', text: sitemapOf(listed) },
    ...Object.fromEntries(rooms),
  })
}

const every = (page: ReferencePage) => (): ReferencePage => page

/** The text of all pages with one thing changed in their source. */
function withEdit(web: ScriptedWeb, edit: (text: string) => string): ScriptedWeb {
  return Object.fromEntries(
    Object.entries(web).map(([url, response]) => [
      url,
      typeof response.text === 'string' && response.type?.startsWith('text/html')
        ? { ...response, text: edit(response.text) }
        : response,
    ]),
  )
}

function without(web: ScriptedWeb, url: string): ScriptedWeb {
  return Object.fromEntries(Object.entries(web).filter(([each]) => each !== url))
}

/** The same site, served over http alone. */
function overHttp(web: ScriptedWeb): ScriptedWeb {
  const toHttp = (text: string) => text.replaceAll('https://example.com', 'http://example.com')
  return Object.fromEntries(
    Object.entries(web)
      .filter(([url]) => url.startsWith(ORIGIN))
      .map(([url, response]) => [
        toHttp(url),
        typeof response.text === 'string' ? { ...response, text: toHttp(response.text) } : response,
      ]),
  )
}

/** Small parts of what is wrong with a template that was never finished. */
const brokenTemplate: ReferencePage = {
  title: null,
  h1: null,
  viewport: null,
  extra: '<p><a href="/contact/old">Contact</a> <a href="#"></a> <img src="/lost.png"></p><p>{{ page.summary }}</p>',
}

export const referenceSites: readonly ReferenceSite[] = [
  { name: 'tiny and fine', reason: 'Nothing is wrong with it.', web: siteOf({ pages: 3 }) },
  {
    name: 'large and fine',
    reason: 'Nothing is wrong with it, and size alone must not cost anything.',
    web: siteOf({ pages: LARGE }),
  },
  {
    name: 'one dead Sitemap line beside one that works',
    reason: 'Search engines read the other one; a line is to be deleted.',
    web: siteOf({
      pages: MEDIUM,
      change: web => ({
        ...web,
        [`${ORIGIN}/robots.txt`]: {
          type: 'text/plain; charset=utf-8',
          text: `User-agent: *\nDisallow:\n\nSitemap: ${ORIGIN}/sitemap.xml\nSitemap: ${ORIGIN}/old-sitemap.xml\n`,
        },
      }),
    }),
  },
  {
    name: 'no sitemap',
    reason: 'Every page is linked, so that search engines find all of them without it, a little later.',
    web: siteOf({
      pages: MEDIUM,
      change: web =>
        without(
          {
            ...web,
            [`${ORIGIN}/robots.txt`]: { type: 'text/plain; charset=utf-8', text: 'User-agent: *\nDisallow:\n' },
          },
          `${ORIGIN}/sitemap.xml`,
        ),
    }),
  },
  {
    name: 'clean with a few dead links',
    reason: 'Three visitors in a hundred meet an error page; hardly anyone misses a sitemap.',
    web: siteOf({
      pages: MEDIUM,
      defect: index => (index < 3 ? { extra: `<p><a href="/gone-${index}">A room that is gone</a></p>` } : {}),
    }),
  },
  {
    name: 'no descriptions at all',
    reason: 'Search results quote any sentence for every page: more than three dead links, and nothing is broken.',
    web: siteOf({ pages: MEDIUM, defect: every({ description: null }) }),
  },
  {
    name: 'dead links everywhere',
    reason: 'On most pages something leads nowhere, which visitors see and search results do not show.',
    web: siteOf({
      pages: MEDIUM,
      defect: index => ({ extra: `<p><a href="/gone-${index}">A room that is gone</a></p>` }),
    }),
  },
  {
    name: 'thin',
    reason: 'There is nothing to find on its pages, so that links and descriptions hardly matter.',
    web: siteOf({ pages: MEDIUM, defect: every({ main: '<p>Soon.</p>', extra: '' }) }),
  },
  {
    name: 'no HTTPS',
    reason: 'Browsers call every page not secure, and forms can be read on the way.',
    web: overHttp(siteOf({ pages: MEDIUM })),
  },
  {
    name: 'mostly duplicates',
    reason: 'One page can be found instead of forty, and search engines choose which.',
    web: siteOf({
      pages: MEDIUM,
      defect: () => ({
        title: 'A room of the office',
        h1: 'A room',
        seed: 'same',
        canonical: null,
        description: 'The same room of the office under another number, as every one of them is.',
      }),
    }),
  },
  {
    name: 'staging leak',
    reason: 'Every page tells search engines that the test host is the original, and links there.',
    web: siteOf({
      pages: MEDIUM,
      defect: (_, path) => ({
        canonical: `https://staging.example.com${path}`,
        extra: '<p><a href="https://staging.example.com/">Harbour</a> <a href="http://localhost:3000/">Rooms</a></p>',
      }),
    }),
  },
  {
    name: 'broken template',
    reason:
      'Every page has no title, no heading, dead links and raw template code: visitors leave, and search results show nothing of use.',
    web: siteOf({ pages: MEDIUM, defect: every(brokenTemplate) }),
  },
  {
    name: 'mostly noindex',
    reason: 'It is not in search results at all, whatever else is right.',
    web: siteOf({
      pages: MEDIUM,
      change: web => withEdit(web, text => text.replace('</head>', '<meta name="robots" content="noindex"></head>')),
    }),
  },
]
