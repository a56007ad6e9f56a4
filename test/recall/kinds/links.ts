import type { ScriptedWeb } from '#crawl/test-scripted-crawl.ts'
import { ahrefs, bulb, type DefectKind, ELSEWHERE, file, frog, lighthouse, ORIGIN, semrush } from '../defect-kind.ts'
import { soundPage } from '../injected-site.ts'

const link = (href: string, text = 'The lamps of the pilots') => `<p><a href="${href}">${text}</a></p>`
const moved = (from: string, to: string, status = 301): ScriptedWeb => ({ [from]: { location: to, status } })
const elsewhere = (at: string, rest: string) => ELSEWHERE + new URL(at).pathname + rest
const page = (url: string, parts: object = {}): ScriptedWeb => {
  const { pathname, search } = new URL(url)
  return { [url]: soundPage({ path: pathname + search, ...parts }) }
}
/** A page whose URL has something about it. */
const at = (rest: string) => (home: string) => ({ extra: link(rest), also: page(new URL(rest, home).href) })

/** Links, redirects and URLs. */
export const linkKinds: readonly DefectKind[] = [
  {
    name: 'link to a missing page (404)',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'internal-link-broken',
    injection: () => ({ extra: link('gone') }),
  },
  {
    name: 'link to a page that is gone (410)',
    tools: [frog, bulb, ahrefs],
    finds: 'internal-link-broken',
    injection: home => ({ extra: link('gone'), also: { [`${home}gone`]: { status: 410 } } }),
  },
  {
    name: 'link to a server error (5xx)',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'internal-link-server-error',
    injection: home => ({ extra: link('fails'), also: { [`${home}fails`]: { status: 500 } } }),
  },
  {
    name: 'link to a URL that does not respond',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'internal-link-no-response',
    injection: home => ({ extra: link('silent'), also: { [`${home}silent`]: { failure: 'timeout-first-byte' } } }),
  },
  {
    name: 'link to a page that requires a login (401, 403)',
    tools: [frog, bulb, ahrefs],
    finds: 'internal-link-client-error',
    injection: home => ({ extra: link('members'), also: { [`${home}members`]: { status: 403 } } }),
  },
  {
    name: 'external link to a missing page',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'external-link-broken',
    injection: home => ({ extra: link(elsewhere(home, 'gone')) }),
  },
  {
    name: 'external link to a domain that does not exist',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'external-link-broken',
    isUnderAnotherName: true,
    injection: home => {
      const url = `https://no-such-office.org${new URL(home).pathname}`
      return { extra: link(url), also: { [url]: { failure: 'dns' } } }
    },
  },
  {
    name: 'external link that redirects',
    tools: [frog, ahrefs, bulb],
    finds: 'external-link-redirect',
    injection: home => ({
      extra: link(elsewhere(home, 'old')),
      also: { ...moved(elsewhere(home, 'old'), elsewhere(home, 'new')), [elsewhere(home, 'new')]: file('text/html') },
    }),
  },
  {
    name: 'internal link to a permanent redirect',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'redirect-internal-link',
    injection: home => ({ extra: link('old'), also: { ...moved(`${home}old`, `${home}new`), ...page(`${home}new`) } }),
  },
  {
    name: 'internal link to a temporary redirect',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'redirect-temporary',
    injection: home => ({
      extra: link('old'),
      also: { ...moved(`${home}old`, `${home}new`, 302), ...page(`${home}new`) },
    }),
  },
  {
    name: 'internal link by http to a page by https',
    tools: [ahrefs, semrush, bulb, frog],
    finds: 'redirect-internal-link',
    isUnderAnotherName: true,
    injection: home => {
      const plain = `${home}lamp`.replace('https:', 'http:')
      return { extra: link(plain), also: { ...moved(plain, `${home}lamp`), ...page(`${home}lamp`) } }
    },
  },
  {
    name: 'chain of redirects',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'redirect-chain',
    injection: home => ({
      extra: link('old'),
      also: { ...moved(`${home}old`, `${home}mid`), ...moved(`${home}mid`, `${home}new`), ...page(`${home}new`) },
    }),
  },
  {
    name: 'redirects in a circle',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'redirect-loop',
    injection: home => ({
      extra: link('round'),
      also: { ...moved(`${home}round`, `${home}about`), ...moved(`${home}about`, `${home}round`) },
    }),
  },
  {
    name: 'redirect to a missing page',
    tools: [frog, bulb, ahrefs],
    finds: 'redirect-to-error',
    injection: home => ({ extra: link('old'), also: moved(`${home}old`, `${home}gone`) }),
  },
  {
    name: 'redirect from https to http',
    tools: [ahrefs, bulb, semrush],
    finds: 'redirect-https-to-http',
    injection: home => {
      const plain = `${home}plain`.replace('https:', 'http:')
      return { extra: link('plain'), also: { ...moved(`${home}plain`, plain), ...page(plain) } }
    },
  },
  {
    name: 'old pages that redirect to the home page',
    tools: [bulb, ahrefs],
    finds: 'redirect-to-homepage',
    injection: home => ({
      extra: ['a', 'b', 'c'].map(name => link(`old-${name}`)).join(''),
      also: Object.fromEntries(['a', 'b', 'c'].map(name => [`${home}old-${name}`, { location: `${ORIGIN}/` }])),
    }),
  },
  {
    name: 'link with a misspelled scheme (htp://)',
    tools: [semrush, frog],
    finds: 'link-malformed',
    injection: () => ({ extra: link('htp://example.org/lamps') }),
  },
  {
    name: 'link with the scheme twice',
    tools: [semrush, bulb],
    finds: 'link-malformed',
    injection: () => ({ extra: link('https://https://example.org/lamps') }),
  },
  {
    name: 'link to www.example.com without https://',
    tools: [bulb, frog],
    finds: 'link-scheme-missing',
    injection: () => ({ extra: link('www.example.org/lamps') }),
  },
  { name: 'empty mailto link', tools: [bulb], finds: 'link-malformed', injection: () => ({ extra: link('mailto:') }) },
  { name: 'empty tel link', tools: [bulb], finds: 'link-malformed', injection: () => ({ extra: link('tel:') }) },
  {
    name: 'link that only a script can follow',
    tools: [frog, lighthouse],
    finds: 'link-uncrawlable',
    injection: () => ({ extra: '<p><a href="javascript:show()">The lamps</a></p>' }),
  },
  {
    name: 'link to a file on a disk (file://)',
    tools: [frog],
    finds: 'link-malformed',
    injection: () => ({ extra: link('file:///C:/lamps/list.html') }),
  },
  {
    name: 'link without text',
    tools: [frog, bulb, ahrefs, semrush, lighthouse],
    finds: 'link-text-missing',
    injection: () => ({ extra: '<p><a href="/visit"></a></p>' }),
  },
  {
    name: 'link text that says nothing (click here)',
    tools: [frog, bulb, ahrefs, semrush, lighthouse],
    finds: 'link-text-generic',
    injection: home => ({ extra: link('lamp', 'click here'), also: page(`${home}lamp`) }),
  },
  {
    name: 'internal link with nofollow',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'link-internal-nofollow',
    injection: home => ({
      extra: `${link('lamp')}<p><a href="lamp" rel="nofollow">The lamp again</a></p>`,
      also: page(`${home}lamp`),
    }),
  },
  {
    name: 'page that only nofollow links lead to',
    tools: [frog, bulb, ahrefs],
    finds: 'page-nofollow-only',
    injection: home => ({
      extra: '<p><a href="hidden" rel="nofollow">The hidden lamp</a></p>',
      also: page(`${home}hidden`),
    }),
  },
  {
    name: 'page with thousands of links',
    tools: [semrush, frog, bulb],
    finds: 'links-too-many',
    injection: () => ({
      extra: Array.from({ length: 3_100 }, (_, number) => `<a href="/visit">Lamp ${number}</a>`).join(' '),
    }),
  },
  {
    name: 'link to localhost',
    tools: [frog, bulb],
    finds: 'link-to-private-host',
    injection: () => ({ extra: link('http://localhost:8080/lamps') }),
  },
  {
    name: 'link to an anchor that does not exist',
    tools: [frog, bulb],
    finds: 'fragment-link-broken',
    injection: () => ({ extra: link('/visit#no-such-place') }),
  },
  {
    name: 'page without any link to another page',
    tools: [frog, bulb, ahrefs],
    finds: 'page-dead-end',
    injection: () => ({ isBare: true }),
  },
  {
    name: 'page in the sitemap that no link leads to (orphan)',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'page-orphan',
    injection: { site: healthy => withListed({ ...healthy, ...page(`${ORIGIN}/island`) }, `${ORIGIN}/island`) },
  },
  {
    name: 'page with one internal link only',
    tools: [ahrefs, semrush, bulb],
    finds: 'page-single-inlink',
    injection: home => ({ extra: link('lamp'), also: page(`${home}lamp`) }),
  },
  {
    name: 'page many clicks away from the home page',
    tools: [frog, bulb, semrush],
    finds: 'page-deep',
    injection: home => ({
      extra: link('1'),
      also: Object.assign(
        {},
        ...Array.from({ length: 5 }, (_, step) => page(`${home}${step + 1}`, { extra: link(String(step + 2)) })),
        page(`${home}6`),
      ),
    }),
  },
  { name: 'URL in capital letters', tools: [frog, bulb], finds: 'url-uppercase', injection: at('Brass-Lamps') },
  { name: 'URL with underscores', tools: [frog, bulb, semrush], finds: 'url-underscore', injection: at('brass_lamps') },
  {
    name: 'very long URL',
    tools: [frog, bulb, semrush],
    finds: 'url-too-long',
    injection: at(`${'lamps-of-the-pilots-'.repeat(16)}x`),
  },
  {
    name: 'URL with many parameters',
    tools: [semrush, frog, bulb],
    finds: 'url-parameters-many',
    injection: at('?a=1&b=2&c=3&d=4&e=5'),
  },
  {
    name: 'URL with repeated slashes',
    tools: [frog, bulb],
    finds: 'url-bad-characters',
    isUnderAnotherName: true,
    injection: at('lamps//brass'),
  },
  {
    name: 'URL that repeats a part of its path',
    tools: [frog, bulb],
    finds: 'url-path-repeated',
    injection: at('lamps/brass/lamps/brass/lamps/brass'),
  },
  {
    name: 'URL with spaces',
    tools: [frog, bulb],
    finds: 'url-bad-characters',
    injection: at('brass%20lamps'),
  },
  {
    name: 'URL with letters beyond ASCII',
    tools: [frog, bulb],
    finds: 'url-non-ascii',
    injection: at('größe'),
  },
  {
    name: 'session id in the URL',
    tools: [bulb, semrush],
    finds: 'url-visitor-id',
    injection: at('lamp?PHPSESSID=8d7a2c9e1f3b4a5d6c7e8f9a0b1c2d3e'),
  },
  {
    name: 'internal link with tracking parameters',
    tools: [frog, bulb],
    finds: 'url-tracking-internal',
    injection: home => ({ extra: link('lamp?utm_source=room'), also: page(`${home}lamp?utm_source=room`) }),
  },
  {
    name: 'one page with and without a slash at the end',
    tools: [bulb, ahrefs],
    finds: 'duplicate-url-variants',
    injection: home => {
      const parts = { seed: 'slash', title: 'One page with two URLs', h1: 'One page', canonical: null, head: '' }
      const text = String(soundPage({ path: new URL(`${home}lamp`).pathname, ...parts }).text)
      const both = { ...soundPage({ path: '/' }), text }
      return { extra: link('lamp') + link('lamp/'), also: { [`${home}lamp`]: both, [`${home}lamp/`]: both } }
    },
  },
  {
    name: 'page with parameters and no canonical',
    tools: [frog, bulb],
    finds: 'canonical-missing',
    injection: home => {
      const one = soundPage({ path: new URL(`${home}lamp`).pathname, canonical: null, seed: 'one' })
      const two = soundPage({ path: new URL(`${home}lamp`).pathname, canonical: null, seed: 'two' })
      return {
        extra: link('lamp') + link('lamp?utm_source=mail'),
        also: { [`${home}lamp`]: one, [`${home}lamp?utm_source=mail`]: two },
      }
    },
  },
  {
    name: 'link in a new window without noopener',
    tools: [frog, lighthouse],
    finds: 'link-opener',
    injection: home => ({
      extra: `<p><a href="${elsewhere(home, '')}" target="_blank" rel="opener">The lamps elsewhere</a></p>`,
      also: { [elsewhere(home, '')]: file('text/html') },
    }),
  },
  {
    name: 'resource without a scheme (//host/file)',
    tools: [frog],
    finds: null,
    injection: home => ({
      head: `<script src="${elsewhere(home, 'lamp.js').replace('https:', '')}"></script>`,
      also: { [elsewhere(home, 'lamp.js')]: file('text/javascript') },
    }),
  },
  {
    name: 'form that sends its data by http',
    tools: [frog, bulb],
    finds: 'form-insecure',
    injection: () => ({
      extra:
        '<form method="post" action="http://example.com/send"><label>Name <input name="n"></label><button>Send</button></form>',
    }),
  },
  {
    name: 'resource by http on a page by https (mixed content)',
    tools: [frog, bulb, ahrefs, semrush, lighthouse],
    finds: 'mixed-content',
    injection: home => {
      const url = elsewhere(home, 'lamp.js').replace('https:', 'http:')
      return { head: `<script src="${url}"></script>`, also: { [url]: file('text/javascript') } }
    },
  },
]

/** With one more URL in its sitemap. */
function withListed(web: ScriptedWeb, url: string): ScriptedWeb {
  const sitemap = `${ORIGIN}/sitemap.xml`
  const before = web[sitemap]
  const text = String(before?.text).replace('</urlset>', `<url><loc>${url}</loc></url></urlset>`)
  return { ...web, [sitemap]: { ...before, text } }
}
