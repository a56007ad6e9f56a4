import { prose } from '#demo-site/prose.ts'
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
import { sound, soundPage } from '../injected-site.ts'

const long = (words: number) => 'depth of water '.repeat(words)
const meta = (name: string, content: string) => `<meta name="${name}" content="${content}">`
const og = (...pairs: [name: string, content: string][]) =>
  pairs.map(([name, content]) => `<meta property="og:${name}" content="${content}">`).join('')
const canonical = (href: string) => `<link rel="canonical" href="${href}">`
/** The page, and another one that the part names. */
const twin = (at: string, parts: object) => ({
  [`${at}twin`]: soundPage({ path: `${new URL(at).pathname}twin`, ...parts }),
})

/** Titles, descriptions, the frame of the document, robots directives and what is shared. */
export const headKinds: readonly DefectKind[] = [
  {
    name: 'page without a title',
    tools: [frog, bulb, ahrefs, semrush, lighthouse],
    finds: 'title-missing',
    injection: () => ({ title: null }),
  },
  {
    name: 'empty title element',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'title-missing',
    injection: () => ({ title: ' ' }),
  },
  {
    name: 'several title elements',
    tools: [frog, bulb, ahrefs],
    finds: 'title-multiple',
    injection: () => ({ head: '<title>Another title of the same page</title>' }),
  },
  {
    name: 'title outside the head',
    tools: [frog, bulb],
    finds: 'head-broken',
    isUnderAnotherName: true,
    injection: () => ({ headStart: '<div>Welcome</div>' }),
  },
  {
    name: 'title too long',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'title-too-long',
    injection: () => ({ title: long(8) }),
  },
  {
    name: 'title too short',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'title-too-short',
    injection: () => ({ title: 'Rooms' }),
  },
  {
    name: 'same title on several pages',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'title-duplicate',
    injection: at => ({
      title: 'A title that two pages share with each other',
      extra: '<a href="twin">The twin</a>',
      also: twin(at, { title: 'A title that two pages share with each other' }),
    }),
  },
  {
    name: 'title equal to the H1',
    tools: [frog, semrush],
    finds: 'title-same-as-h1',
    injection: () => ({ title: 'Brass lamps of the pilots', h1: 'Brass lamps of the pilots' }),
  },
  {
    name: 'placeholder of an editor as title',
    tools: [bulb],
    finds: 'title-placeholder',
    injection: () => ({ title: 'Untitled document' }),
  },
  {
    name: 'page without a meta description',
    tools: [frog, bulb, ahrefs, semrush, lighthouse],
    finds: 'meta-description-missing',
    injection: () => ({ description: null }),
  },
  {
    name: 'empty meta description',
    tools: [frog, bulb, ahrefs],
    finds: 'meta-description-missing',
    injection: () => ({ description: '' }),
  },
  {
    name: 'several meta descriptions',
    tools: [frog, bulb, ahrefs],
    finds: 'meta-description-multiple',
    injection: () => ({
      head: meta('description', 'Another description of the same page, as long as the first one is.'),
    }),
  },
  {
    name: 'meta description outside the head',
    tools: [frog, bulb],
    finds: 'head-broken',
    isUnderAnotherName: true,
    injection: () => ({ headStart: '<p>Welcome to the office</p>' }),
  },
  {
    name: 'meta description too long',
    tools: [frog, bulb, ahrefs],
    finds: 'meta-description-too-long',
    injection: () => ({ description: long(16) }),
  },
  {
    name: 'meta description too short',
    tools: [frog, bulb, ahrefs],
    finds: 'meta-description-too-short',
    injection: () => ({ description: 'Lamps of brass.' }),
  },
  {
    name: 'same meta description on several pages',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'meta-description-duplicate',
    injection: at => {
      const description = 'Two pages of this office describe themselves with the very same words, which helps no one.'
      return { description, extra: '<a href="twin">The twin</a>', also: twin(at, { description }) }
    },
  },
  {
    name: 'page without a viewport',
    tools: [ahrefs, semrush, lighthouse, bulb],
    finds: 'viewport-missing',
    injection: () => ({ viewport: null }),
  },
  {
    name: 'viewport of a fixed width',
    tools: [bulb, semrush],
    finds: 'viewport-missing',
    isUnderAnotherName: true,
    injection: () => ({ viewport: 'width=1024' }),
  },
  {
    name: 'zooming switched off',
    tools: [bulb, lighthouse],
    finds: 'zoom-disabled',
    injection: () => ({ viewport: 'width=device-width, user-scalable=no' }),
  },
  {
    name: 'no declared character encoding',
    tools: [semrush, lighthouse, bulb],
    finds: 'charset-missing',
    injection: () => ({
      edit: text => text.replace('<meta charset="utf-8">', ''),
      response: { type: 'text/html' },
      extra: '<p>Größe und Übersicht</p>',
    }),
  },
  {
    name: 'html element without lang',
    tools: [ahrefs, semrush, lighthouse],
    finds: 'html-lang-missing',
    injection: () => ({ lang: null }),
  },
  {
    name: 'invalid language code in lang',
    tools: [ahrefs, lighthouse],
    finds: 'html-lang-missing',
    isUnderAnotherName: true,
    injection: () => ({ lang: 'english' }),
  },
  {
    name: 'text in another language than lang says',
    tools: [ahrefs, semrush],
    finds: 'language-mismatch',
    injection: () => ({
      lang: 'de',
      main: prose('language', 6)
        .map(text => `<p>${text}</p>`)
        .join(''),
    }),
  },
  {
    name: 'no doctype',
    tools: [semrush, lighthouse, frog],
    finds: 'doctype-missing',
    injection: () => ({ edit: text => text.replace('<!doctype html>\n', '') }),
  },
  {
    name: 'doctype of an old version of HTML',
    tools: [semrush, lighthouse],
    finds: 'doctype-missing',
    isUnderAnotherName: true,
    injection: () => ({
      edit: text => text.replace('<!doctype html>', '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">'),
    }),
  },
  {
    name: 'element in the head that belongs into the body',
    tools: [frog, bulb],
    finds: 'head-broken',
    injection: () => ({ headStart: '<img src="/boat.png" alt="A boat" width="1" height="1">' }),
  },
  {
    name: 'two head elements',
    tools: [frog],
    finds: 'head-or-body-repeated',
    injection: () => ({
      edit: text => text.replace('<body>', '<head><meta name="author" content="A pilot"></head><body>'),
    }),
  },
  {
    name: 'two body elements',
    tools: [frog],
    finds: 'head-or-body-repeated',
    injection: () => ({ edit: text => text.replace('<main>', '<body class="inner"><main>') }),
  },
  {
    name: 'id that several elements have',
    tools: [lighthouse, bulb],
    finds: 'id-duplicate',
    injection: () => ({ extra: '<p id="lamp">One lamp</p><p id="lamp">Another lamp</p>' }),
  },
  {
    name: 'attribute that an element has twice',
    tools: [bulb],
    finds: 'attribute-duplicate',
    injection: () => ({ extra: '<p><a href="/visit" class="a" class="b">Plan a visit to the lamps</a></p>' }),
  },
  {
    name: 'HTML above 2 MB, of which search engines read no more',
    tools: [semrush, frog],
    finds: 'html-too-large',
    injection: () => ({ edit: text => `${text}<!-- ${'x'.repeat(2_200_000)} -->` }),
  },
  {
    name: 'HTML of more than 500 KB',
    tools: [bulb, ahrefs, semrush],
    finds: 'html-too-large',
    injection: () => ({ edit: text => `${text}<!-- ${'x'.repeat(700_000)} -->` }),
  },
  {
    name: 'refresh of a page to itself, without end',
    tools: [frog],
    finds: 'refresh-loop',
    injection: at => ({
      head: `<meta http-equiv="refresh" content="0; url=${at}index.html">`,
      also: { [`${at}index.html`]: { location: at } },
    }),
  },
  {
    name: 'refresh that leads on to another page',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'redirect-meta-refresh',
    injection: () => ({ head: '<meta http-equiv="refresh" content="5; url=/visit">' }),
  },
  {
    name: 'internal link to a noindex page',
    tools: [ahrefs, bulb, frog],
    finds: 'page-noindex-linked',
    injection: () => ({ robots: 'noindex' }),
  },
  {
    name: 'noindex beside a canonical to another page',
    tools: [bulb, frog],
    finds: 'noindex-with-canonical',
    injection: () => ({ robots: 'noindex', canonical: '/visit' }),
  },
  {
    name: 'page that forbids following its links',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'page-nofollow',
    injection: () => ({ robots: 'nofollow' }),
  },
  {
    name: 'robots directives that contradict each other',
    tools: [bulb, ahrefs],
    finds: 'robots-directive-conflict',
    injection: () => ({ head: meta('robots', 'index') + meta('robots', 'noindex') }),
  },
  {
    name: 'robots directive that does not exist',
    tools: [bulb],
    finds: 'robots-directive-unknown',
    injection: () => ({ robots: 'no-index' }),
  },
  { name: 'nosnippet', tools: [frog, bulb], finds: 'snippet-restricted', injection: () => ({ robots: 'nosnippet' }) },
  {
    name: 'max-snippet:0',
    tools: [frog, bulb],
    finds: 'snippet-restricted',
    injection: () => ({ robots: 'max-snippet:0' }),
  },
  {
    name: 'noimageindex',
    tools: [frog, bulb],
    finds: 'snippet-restricted',
    injection: () => ({ robots: 'noimageindex' }),
  },
  {
    name: 'max-image-preview:none',
    tools: [frog, bulb],
    finds: 'snippet-restricted',
    injection: () => ({ robots: 'max-image-preview:none' }),
  },
  {
    name: 'unavailable_after of a day to come',
    tools: [frog, bulb],
    finds: 'snippet-restricted',
    injection: () => ({ robots: 'unavailable_after: 2099-01-01' }),
  },
  {
    name: 'incomplete Open Graph tags',
    tools: [ahrefs, bulb],
    finds: 'og-incomplete',
    injection: () => ({ head: og(['title', 'Lamps']) }),
  },
  {
    name: 'og:url that is not the canonical',
    tools: [ahrefs],
    finds: 'og-url-mismatch',
    injection: () => ({
      head: og(['title', 'Lamps'], ['type', 'website'], ['url', `${ORIGIN}/visit`], ['image', `${ORIGIN}/share.png`]),
    }),
  },
  {
    name: 'image for sharing that does not exist',
    tools: [ahrefs],
    finds: 'og-image-invalid',
    injection: at => ({
      head: og(['title', 'Lamps'], ['type', 'website'], ['url', at], ['image', `${at}gone.png`]),
    }),
  },
  {
    name: 'unknown type of Twitter card',
    tools: [ahrefs, bulb],
    finds: 'twitter-card-invalid',
    injection: () => ({ head: meta('twitter:card', 'large_summary') }),
  },
  {
    name: 'incomplete Twitter card',
    tools: [ahrefs, bulb],
    finds: 'twitter-card-invalid',
    injection: () => ({ head: `${meta('twitter:title', 'Lamps')}${meta('twitter:site', '@harbour')}` }),
  },
  {
    name: 'canonical of several URLs',
    tools: [frog, bulb, ahrefs, semrush, lighthouse],
    finds: 'canonical-conflict',
    injection: () => ({ head: canonical(`${ORIGIN}/visit`) }),
  },
  {
    name: 'canonical of the header against that of the page',
    tools: [frog, bulb],
    finds: 'canonical-conflict',
    isUnderAnotherName: true,
    injection: at => ({
      response: html(sound({ path: new URL(at).pathname }), {
        headers: [['link', `<${ORIGIN}/visit>; rel="canonical"`]],
      }),
    }),
  },
  {
    name: 'relative canonical',
    tools: [frog, bulb, lighthouse],
    finds: 'canonical-invalid',
    isUnderAnotherName: true,
    injection: at => ({ canonical: null, head: canonical(new URL(at).pathname) }),
  },
  {
    name: 'canonical with a fragment',
    tools: [frog],
    finds: 'canonical-invalid',
    isUnderAnotherName: true,
    injection: at => ({ canonical: null, head: canonical(`${at}#top`) }),
  },
  {
    name: 'canonical that is no URL',
    tools: [frog, bulb, lighthouse],
    finds: 'canonical-invalid',
    injection: () => ({ canonical: null, head: canonical('https://') }),
  },
  {
    name: 'canonical outside the head',
    tools: [frog, bulb],
    finds: 'head-broken',
    isUnderAnotherName: true,
    injection: () => ({ headStart: '<span>Welcome</span>' }),
  },
  {
    name: 'canonical to a missing page',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'canonical-to-error',
    injection: at => ({ canonical: null, head: canonical(`${at}gone`) }),
  },
  {
    name: 'canonical to a redirect',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'canonical-to-redirect',
    injection: at => ({
      canonical: null,
      head: canonical(`${at}moved`),
      also: { [`${at}moved`]: { location: `${ORIGIN}/visit` } },
    }),
  },
  {
    name: 'canonical to a noindex page',
    tools: [frog, bulb, ahrefs],
    finds: 'canonical-to-non-indexable',
    injection: at => ({
      canonical: null,
      head: canonical(`${at}twin`),
      extra: '<a href="twin">The twin</a>',
      also: twin(at, { robots: 'noindex' }),
    }),
  },
  {
    name: 'canonical to a page that robots.txt closes',
    tools: [frog, bulb],
    finds: 'canonical-to-non-indexable',
    isUnderAnotherName: true,
    injection: () => ({ canonical: null, head: canonical(`${ORIGIN}/closed/archive`) }),
  },
  {
    name: 'chain of canonicals',
    tools: [frog, bulb],
    finds: 'canonical-chain',
    injection: at => ({
      canonical: null,
      head: canonical(`${at}twin`),
      extra: '<a href="twin">The twin</a>',
      also: twin(at, { canonical: `${ORIGIN}/visit` }),
    }),
  },
  {
    name: 'loop of canonicals',
    tools: [bulb],
    finds: 'canonical-chain',
    isUnderAnotherName: true,
    injection: at => ({
      canonical: null,
      head: canonical(`${at}twin`),
      extra: '<a href="twin">The twin</a>',
      also: twin(at, { canonical: at }),
    }),
  },
  {
    name: 'canonical by http of a page by https',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'canonical-to-redirect',
    isUnderAnotherName: true,
    injection: at => ({
      canonical: null,
      head: canonical(at.replace('https:', 'http:')),
      also: { [at.replace('https:', 'http:')]: { location: at } },
    }),
  },
  {
    name: 'pages whose canonical is the home page',
    tools: [lighthouse, bulb],
    finds: 'canonical-to-homepage',
    injection: at => ({
      canonical: '/',
      extra: '<a href="b">The second</a><a href="c">The third</a>',
      also: Object.fromEntries(
        ['b', 'c'].map(name => [at + name, soundPage({ path: `${new URL(at).pathname}${name}`, canonical: '/' })]),
      ),
    }),
  },
  {
    name: 'canonical to an unrelated page of the site',
    tools: [bulb],
    finds: 'canonical-unrelated',
    injection: () => ({
      title: 'Brass lamps',
      h1: 'Wicks and oil',
      main: `<p>${Array.from({ length: 200 }, (_, word) => `lamp${word}`).join(' ')}</p>`,
      canonical: '/visit',
    }),
  },
  {
    name: 'canonical to another site',
    tools: [frog, bulb],
    finds: 'canonical-cross-domain',
    injection: at => ({
      canonical: null,
      head: canonical(`${ELSEWHERE}${new URL(at).pathname}`),
      also: { [`${ELSEWHERE}${new URL(at).pathname}`]: file('text/html', '<title>Elsewhere</title>') },
    }),
  },
]
