import type { ScriptedResponse, ScriptedWeb } from '#crawl/test-scripted-crawl.ts'
import { gradientPng, icon, stylesheet } from '#demo-site/assets.ts'
import { type PageParts, ORIGIN as PLACEHOLDER, page } from '#demo-site/page.ts'
import { fnvOf } from '#shared/fnv.ts'
import { type DefectKind, file, html, type InjectedPage, ORIGIN } from './defect-kind.ts'

/** The site into which the defects are put: a small site on a public host, in which no check finds anything. */

/** What a well-kept server sends with every response. */
export const SOUND_HEADERS: readonly (readonly [string, string])[] = [
  ['content-encoding', 'gzip'],
  ['strict-transport-security', 'max-age=31536000; includeSubDomains'],
  ['content-security-policy', "script-src 'self'; frame-ancestors 'self'"],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['cache-control', 'public, max-age=86400'],
]

const header = (home: string) =>
  `<header><nav aria-label="Main"><ul><li><a href="${home}">Home</a></li><li><a href="/visit">Plan a visit</a></li></ul></nav></header>`
const footer = '<footer><p><a href="/">Harbour office</a>, made up for tests.</p></footer>'

const openGraph = (title: string, url: string) =>
  [
    ['title', title],
    ['type', 'website'],
    ['url', url],
    ['image', `${ORIGIN}/share.png`],
  ]
    .map(([name, content]) => `<meta property="og:${name}" content="${content}">`)
    .join('\n')

/** A page without defects but for the given parts. */
export function sound(parts: PageParts): string {
  const { path } = parts
  const title = parts.title === undefined ? `Room ${path.replaceAll('/', ' ').trim()} of the office` : parts.title
  const url = new URL(path, ORIGIN).href
  const dressed: PageParts = {
    description: `What the harbour office shows at ${path}, who gave it and when visitors may see it.`,
    h1: `The things that are kept at ${path}`,
    header: header('/'),
    footer,
    ...parts,
    title,
    head: [parts.head?.includes('og:') ? '' : openGraph(title ?? 'The office', url), parts.head ?? ''].join('\n'),
    extra: `<h2>Of the things at ${path}</h2><p><img src="/boat.png" alt="A survey boat at anchor" width="320" height="200"></p>${parts.extra ?? ''}`,
  }
  return String(page(dressed).body).replaceAll(PLACEHOLDER, ORIGIN)
}

export const soundPage = (parts: PageParts): ScriptedResponse => html(sound(parts), { headers: SOUND_HEADERS })

const files: ScriptedWeb = {
  [`${ORIGIN}/robots.txt`]: file(
    'text/plain; charset=utf-8',
    `User-agent: *\nDisallow: /closed/\n\nSitemap: ${ORIGIN}/sitemap.xml\n`,
  ),
  [`${ORIGIN}/.well-known/security.txt`]: file(
    'text/plain; charset=utf-8',
    'Contact: mailto:security@example.com\nExpires: 2099-12-31T23:00:00Z\n',
  ),
  [`${ORIGIN}/site.css`]: file('text/css; charset=utf-8', stylesheet, { headers: SOUND_HEADERS }),
  [`${ORIGIN}/icon.svg`]: file('image/svg+xml', icon, { headers: SOUND_HEADERS }),
  [`${ORIGIN}/boat.png`]: file('image/png', gradientPng({ width: 320, height: 200 }, [9, 9, 9], [99, 99, 99]), {
    headers: SOUND_HEADERS,
  }),
  [`${ORIGIN}/share.png`]: file('image/png', gradientPng({ width: 1200, height: 630 }, [9, 9, 9], [99, 99, 99])),
  'http://example.com/': { location: `${ORIGIN}/` },
  'http://www.example.com/': { location: `${ORIGIN}/` },
  'https://www.example.com/': { location: `${ORIGIN}/` },
}

export const sitemapOf = (urls: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls.map(url => `<url><loc>${url}</loc></url>`),
    '</urlset>',
  ].join('\n')

/** The healthy site, with more markup on its home page. */
function siteWith(extra: string, listed: readonly string[] = []): ScriptedWeb {
  const paths = ['/', '/visit', '/rooms/']
  return {
    ...files,
    [`${ORIGIN}/`]: soundPage({ path: '/', extra: `<p><a href="/rooms/">All rooms</a></p>${extra}` }),
    [`${ORIGIN}/visit`]: soundPage({ path: '/visit', extra: '<p><a href="/rooms/">The rooms</a></p>' }),
    [`${ORIGIN}/rooms/`]: soundPage({ path: '/rooms/' }),
    [`${ORIGIN}/sitemap.xml`]: file('application/xml', sitemapOf([...paths.map(path => ORIGIN + path), ...listed])),
  }
}

export const healthySite = (): ScriptedWeb => siteWith('')

/** Depends on the name alone, so that the texts of a page stay the same when other kinds come or go. */
const roomOf = ({ name }: Pick<DefectKind, 'name'>): number => (fnvOf(name) >>> 0) % 1_000_000

/** Where the page of a kind lies. */
export const pathOf = (kind: Pick<DefectKind, 'name'>): string => `/${roomOf(kind)}/`

/** The healthy site with one page for each of the kinds, which have a page of their own. */
export function injectedSite(kinds: readonly DefectKind[]): ScriptedWeb {
  const web: Record<string, ScriptedResponse> = {}
  const links: string[] = []
  const listed: string[] = []
  for (const kind of kinds) {
    const { injection } = kind
    if (typeof injection !== 'function') continue
    const path = pathOf(kind)
    const injected = injection(ORIGIN + path)
    Object.assign(web, responsesOf(path, injected), injected.also)
    links.push(injected.link ?? `<li><a href="${path}">To the room of number ${roomOf(kind)}</a></li>`)
    if (injected.link === undefined) listed.push(ORIGIN + path)
  }
  return { ...siteWith(`<ul>${links.join('\n')}</ul>`, listed), ...web }
}

function responsesOf(path: string, { edit, response, also: _, link: __, ...parts }: InjectedPage): ScriptedWeb {
  const body = sound({ path, ...parts })
  return { [ORIGIN + path]: { ...html(edit ? edit(body) : body, { headers: SOUND_HEADERS }), ...response } }
}
