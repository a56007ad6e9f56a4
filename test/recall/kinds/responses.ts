import type { ScriptedResponse, ScriptedWeb } from '#crawl/test-scripted-crawl.ts'
import type { CertificateProblem } from '#shared/certificate.ts'
import {
  ahrefs,
  bulb,
  type DefectKind,
  ELSEWHERE,
  file,
  frog,
  html,
  lighthouse,
  ORIGIN,
  semrush,
} from '../defect-kind.ts'
import { SOUND_HEADERS, sitemapOf, sound, soundPage } from '../injected-site.ts'

const path = (at: string) => new URL(at).pathname
const headersBut = (name: string, value?: string) => [
  ...SOUND_HEADERS.filter(([each]) => each !== name),
  ...(value === undefined ? [] : [[name, value] as const]),
]
const ROBOTS = `${ORIGIN}/robots.txt`
const SITEMAP = `${ORIGIN}/sitemap.xml`
const HOME = `${ORIGIN}/`
const robots = (text: string): ScriptedResponse => file('text/plain; charset=utf-8', text)
/** The healthy site with other responses. */
const site = (changes: ScriptedWeb) => ({ site: (healthy: ScriptedWeb): ScriptedWeb => ({ ...healthy, ...changes }) })
const listed = (...urls: string[]) => file('application/xml', sitemapOf([HOME, ...urls]))
/** Every page of it sends these headers. */
const sending = (headers: ScriptedResponse['headers']) => ({
  site: (healthy: ScriptedWeb): ScriptedWeb =>
    Object.fromEntries(
      Object.entries(healthy).map(([url, response]) => [
        url,
        response.type?.startsWith('text/html') ? { ...response, headers: headers ?? [] } : response,
      ]),
    ),
})
const withCertificate = (problem: CertificateProblem): ScriptedResponse => ({
  ...robots('User-agent: *\nDisallow:\n'),
  certificate: { problem, facts: null },
})

/** Responses and their headers. */
const responseKinds: readonly DefectKind[] = [
  {
    name: 'HTML that is sent as plain text',
    tools: [bulb, frog],
    finds: 'content-type-mismatch',
    isUnderAnotherName: true,
    injection: at => ({ response: html(sound({ path: path(at) }), { type: 'text/plain; charset=utf-8' }) }),
  },
  {
    name: 'file that is sent as HTML',
    tools: [frog],
    finds: 'content-type-mismatch',
    injection: () => ({ response: file('text/html; charset=utf-8', '%PDF-1.7', { headers: SOUND_HEADERS }) }),
  },
  {
    name: 'document (.pdf) that responds with HTML',
    tools: [bulb, semrush],
    finds: 'content-type-mismatch',
    isUnderAnotherName: true,
    injection: at => ({
      extra: '<p><a href="plan.pdf">The plan of the office</a></p>',
      also: { [`${at}plan.pdf`]: html('<!doctype html><title>Sorry</title><p>Nothing here.') },
    }),
  },
  {
    name: 'style sheet of another type',
    tools: [bulb],
    finds: 'content-type-mismatch',
    injection: at => ({
      head: '<link rel="stylesheet" href="room.css">',
      also: { [`${at}room.css`]: file('text/plain', 'main { color: navy }', { headers: SOUND_HEADERS }) },
    }),
  },
  {
    name: 'page in place of an image',
    tools: [bulb, frog],
    finds: 'image-broken',
    isUnderAnotherName: true,
    injection: at => ({
      extra: '<p>The quay <img src="boat.jpg" alt="A boat on its way" width="320" height="200"></p>',
      also: { [`${at}boat.jpg`]: html('<!doctype html><title>Sorry</title><p>Nothing here.') },
    }),
  },
  {
    name: 'style sheet that does not exist',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'resource-broken',
    injection: () => ({ head: '<link rel="stylesheet" href="gone.css">' }),
  },
  {
    name: 'script that does not exist',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'resource-broken',
    injection: () => ({ head: '<script src="gone.js" defer></script>' }),
  },
  {
    name: 'script of another site that does not exist',
    tools: [frog, semrush, ahrefs],
    finds: 'resource-broken',
    isUnderAnotherName: true,
    injection: at => ({ head: `<script src="https://example.org${path(at)}gone.js" defer></script>` }),
  },
  {
    name: 'text that is not compressed',
    tools: [ahrefs, semrush, lighthouse, bulb],
    finds: 'text-not-compressed',
    injection: at => ({ response: html(sound({ path: path(at) }), { headers: headersBut('content-encoding') }) }),
  },
  {
    name: 'slow server response',
    tools: [frog, bulb, ahrefs, semrush, lighthouse],
    finds: 'response-slow',
    injection: at => ({ response: html(sound({ path: path(at) }), { headers: SOUND_HEADERS, ttfbMs: 3_000 }) }),
  },
  {
    name: 'cookie without Secure',
    tools: [bulb],
    finds: 'cookie-flags',
    injection: at => ({
      response: html(sound({ path: path(at) }), { headers: [...SOUND_HEADERS, ['set-cookie', 'session=1; Path=/']] }),
    }),
  },
  {
    name: 'background image of a style element that does not exist',
    tools: [frog, bulb],
    finds: 'image-broken',
    isUnderAnotherName: true,
    injection: () => ({ head: '<style>main { background: url(gone.png) }</style>' }),
  },
  {
    name: 'font of a style sheet of another site that does not exist',
    tools: [frog, bulb],
    finds: 'style-file-broken',
    injection: at => {
      const url = at.replace(ORIGIN, ELSEWHERE)
      return {
        head: `<link rel="stylesheet" href="${url}fonts.css">`,
        also: { [`${url}fonts.css`]: file('text/css', '@font-face { src: url(gone.woff2) }') },
      }
    },
  },
  {
    name: 'style sheet or script without caching',
    tools: [semrush, lighthouse],
    finds: 'static-file-uncached',
    injection: at => ({
      head: '<link rel="stylesheet" href="room.css">',
      also: {
        [`${at}room.css`]: file('text/css', 'main { color: navy }', {
          headers: headersBut('cache-control', 'no-store'),
        }),
      },
    }),
  },
]

/** What concerns a whole site: its files, its host and its headers. */
const siteKinds: readonly DefectKind[] = [
  {
    name: 'style sheet or script that is not compressed',
    tools: [semrush, lighthouse],
    finds: 'file-not-compressed',
    isUnderAnotherName: true,
    injection: site({
      [`${ORIGIN}/site.css`]: file('text/css; charset=utf-8', 'main { color: navy }\n'.repeat(200), {
        headers: headersBut('content-encoding'),
      }),
    }),
  },
  {
    name: 'no Strict-Transport-Security header',
    tools: [frog, bulb, semrush],
    finds: 'hsts-missing',
    injection: sending(headersBut('strict-transport-security')),
  },
  {
    name: 'no Content-Security-Policy header',
    tools: [frog, bulb],
    finds: 'security-headers-missing',
    injection: sending(headersBut('content-security-policy')),
  },
  {
    name: 'no X-Content-Type-Options header',
    tools: [frog],
    finds: 'security-headers-missing',
    injection: sending(headersBut('x-content-type-options')),
  },
  {
    name: 'no protection against framing',
    tools: [frog, bulb],
    finds: 'security-headers-missing',
    injection: sending(headersBut('content-security-policy', "script-src 'self'")),
  },
  {
    name: 'referrer policy that sends full URLs to other sites',
    tools: [frog],
    finds: 'security-headers-missing',
    injection: sending(headersBut('referrer-policy', 'unsafe-url')),
  },
  {
    name: 'server that names its version',
    tools: [bulb],
    finds: 'server-version-exposed',
    injection: sending([...SOUND_HEADERS, ['server', 'Apache/2.4.49 (Unix)'], ['x-powered-by', 'PHP/7.2.1']]),
  },
  {
    name: 'site by http without encryption',
    tools: [frog, bulb, ahrefs, semrush, lighthouse],
    finds: 'page-insecure',
    injection: {
      seed: 'http://example.com/',
      site: healthy => {
        const plain = Object.entries(healthy).filter(([url]) => url.startsWith(ORIGIN))
        return Object.fromEntries(
          plain.map(([url, response]) => [
            url.replace('https:', 'http:'),
            response.type?.startsWith('text/html')
              ? { ...response, text: String(response.text).replaceAll('https:', 'http:') }
              : response,
          ]),
        )
      },
    },
  },
  {
    name: 'http that does not redirect to https',
    tools: [ahrefs, semrush, bulb],
    finds: 'https-not-enforced',
    injection: site({ 'http://example.com/': soundPage({ path: '/' }) }),
  },
  {
    name: 'site with and without www',
    tools: [semrush, ahrefs, bulb],
    finds: 'duplicate-host-variants',
    injection: site({ 'https://www.example.com/': soundPage({ path: '/', canonical: null }) }),
  },
  {
    name: 'expired certificate',
    tools: [semrush, bulb],
    finds: 'certificate-problem',
    injection: site({ [ROBOTS]: withCertificate('expired') }),
  },
  {
    name: 'certificate for another name',
    tools: [semrush, bulb],
    finds: 'certificate-problem',
    injection: site({ [ROBOTS]: withCertificate('other-name') }),
  },
  {
    name: 'missing pages with status 200',
    tools: [bulb, ahrefs],
    finds: 'not-found-status-missing',
    injection: {
      site: healthy =>
        new Proxy(
          { ...healthy },
          { get: (web, url: string) => web[url] ?? soundPage({ path: '/', title: 'Anything' }) },
        ),
    },
  },
  {
    name: 'home page that may not be indexed',
    tools: [semrush, ahrefs],
    finds: 'homepage-noindex',
    injection: site({ [HOME]: soundPage({ path: '/', robots: 'noindex', extra: '<a href="/rooms/">Rooms</a>' }) }),
  },
  {
    name: 'robots.txt that closes the whole site',
    tools: [bulb, ahrefs, lighthouse],
    finds: 'robots-txt-blocks-site',
    injection: site({ [ROBOTS]: robots('User-agent: Googlebot\nDisallow: /\n') }),
  },
  {
    name: 'robots.txt with lines that mean nothing',
    tools: [semrush, bulb, lighthouse],
    finds: 'robots-txt-invalid',
    injection: site({ [ROBOTS]: robots('User-agent: *\nDisalow: /closed/\n') }),
  },
  {
    name: 'robots.txt that is a page of HTML',
    tools: [bulb, lighthouse],
    finds: 'robots-txt-invalid',
    injection: site({ [ROBOTS]: html(sound({ path: '/' })) }),
  },
  {
    name: 'robots.txt with a server error',
    tools: [semrush, ahrefs, bulb],
    finds: 'robots-txt-unreachable',
    injection: site({ [ROBOTS]: { status: 503 } }),
  },
  {
    name: 'robots.txt that closes style sheets',
    tools: [bulb, semrush, frog],
    finds: 'robots-blocks-resources',
    injection: site({ [ROBOTS]: robots('User-agent: *\nDisallow: /site.css\n') }),
  },
  {
    name: 'link to a page that robots.txt closes',
    tools: [frog, bulb, ahrefs],
    finds: 'robots-blocks-linked-page',
    injection: site({ [ROBOTS]: robots('User-agent: *\nDisallow: /rooms/\n') }),
  },
  {
    name: 'robots.txt that closes the site to AI search',
    tools: [semrush, ahrefs],
    finds: 'ai-search-crawler-blocked',
    injection: site({ [ROBOTS]: robots('User-agent: OAI-SearchBot\nDisallow: /\n') }),
  },
  {
    name: 'no sitemap',
    tools: [ahrefs, semrush, bulb],
    finds: 'sitemap-missing',
    injection: site({ [ROBOTS]: robots('User-agent: *\nDisallow:\n'), [SITEMAP]: { status: 404 } }),
  },
  {
    name: 'sitemap that robots.txt does not name',
    tools: [semrush],
    finds: 'sitemap-missing',
    isUnderAnotherName: true,
    injection: site({ [ROBOTS]: robots('User-agent: *\nDisallow:\n') }),
  },
  {
    name: 'sitemap that cannot be read',
    tools: [semrush, bulb, ahrefs],
    finds: 'sitemap-invalid',
    injection: site({ [SITEMAP]: file('application/xml', '<urlset><url><loc>https://example.com/</url>') }),
  },
  {
    name: 'sitemap that robots.txt names and that is missing',
    tools: [semrush, ahrefs],
    finds: 'sitemap-unreachable',
    injection: site({ [SITEMAP]: { status: 404 } }),
  },
  {
    name: 'missing page in the sitemap',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'sitemap-url-error',
    injection: site({ [SITEMAP]: listed(`${ORIGIN}/gone`) }),
  },
  {
    name: 'redirect in the sitemap',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'sitemap-url-redirect',
    injection: site({ [SITEMAP]: listed(`${ORIGIN}/old`), [`${ORIGIN}/old`]: { location: `${ORIGIN}/visit` } }),
  },
  {
    name: 'noindex page in the sitemap',
    tools: [frog, bulb, ahrefs],
    finds: 'sitemap-url-not-indexable',
    injection: site({
      [SITEMAP]: listed(`${ORIGIN}/quiet`),
      [`${ORIGIN}/quiet`]: soundPage({ path: '/quiet', robots: 'noindex' }),
    }),
  },
  {
    name: 'page with another canonical in the sitemap',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'sitemap-url-not-indexable',
    isUnderAnotherName: true,
    injection: site({
      [SITEMAP]: listed(`${ORIGIN}/copy`),
      [`${ORIGIN}/copy`]: soundPage({ path: '/copy', canonical: '/visit' }),
    }),
  },
  {
    name: 'page of another site in the sitemap',
    tools: [semrush],
    finds: 'sitemap-url-foreign',
    injection: site({ [SITEMAP]: listed('https://example.org/lamps') }),
  },
  {
    name: 'http URL in the sitemap of a site by https',
    tools: [semrush, ahrefs],
    finds: 'sitemap-url-foreign',
    isUnderAnotherName: true,
    injection: site({
      [SITEMAP]: listed('http://example.com/visit'),
      'http://example.com/visit': { location: `${ORIGIN}/visit` },
    }),
  },
  {
    name: 'indexable page that is in no sitemap',
    tools: [frog, bulb, ahrefs],
    finds: 'sitemap-page-missing',
    injection: site({ [SITEMAP]: listed(`${ORIGIN}/visit`) }),
  },
  {
    name: 'URL in several sitemaps',
    tools: [frog, bulb],
    finds: 'sitemap-url-repeated',
    injection: site({
      [ROBOTS]: robots(`User-agent: *\nDisallow:\nSitemap: ${SITEMAP}\nSitemap: ${ORIGIN}/more.xml\n`),
      [`${ORIGIN}/more.xml`]: listed(`${ORIGIN}/visit`),
    }),
  },
  {
    name: 'lastmod that is no date',
    tools: [bulb, semrush],
    finds: 'sitemap-lastmod-unreliable',
    injection: site({
      [SITEMAP]: file('application/xml', sitemapOf([HOME]).replace('</loc>', '</loc><lastmod>31.01.2026</lastmod>')),
    }),
  },
  {
    name: 'no favicon',
    tools: [bulb],
    finds: 'favicon-missing',
    injection: {
      site: healthy => ({
        ...healthy,
        [HOME]: { ...healthy[HOME], text: String(healthy[HOME]?.text).replace(/<link rel="icon"[^>]*>/, '') },
      }),
    },
  },
  {
    name: 'no security.txt',
    tools: [bulb],
    finds: 'security-txt-invalid',
    injection: site({ [`${ORIGIN}/.well-known/security.txt`]: { status: 404 } }),
  },
  {
    name: 'security.txt that is out of date',
    tools: [bulb],
    finds: 'security-txt-invalid',
    injection: site({
      [`${ORIGIN}/.well-known/security.txt`]: robots('Contact: mailto:a@example.com\nExpires: 1969-12-31T23:00:00Z\n'),
    }),
  },
  {
    name: 'llms.txt that cannot be read as one',
    tools: [semrush],
    finds: 'llms-txt-invalid',
    injection: site({ [`${ORIGIN}/llms.txt`]: robots('The office shows everything of the harbour and of its lamps.') }),
  },
]

export const serverKinds: readonly DefectKind[] = [...responseKinds, ...siteKinds]
