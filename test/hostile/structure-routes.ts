import type { Expected, HostileRoute } from './hostile-server.ts'
import { HTML, pageOf, plain, whole } from './responses.ts'

/** Documents that are deep, wide or unclosed, and links that are no links. All of them are smaller than what is read of a page. */

const asPage = (title: string, more: Expected = {}): Expected => ({
  status: 200,
  failure: '',
  title,
  h1: title,
  ...more,
})
const KB = 1024

function shape(name: string, title: string, more: string, expected: Expected = {}): HostileRoute {
  return { path: `/shape/${name}`, respond: plain(title, more), expected: asPage(title, expected) }
}

const attributes = Array.from({ length: 60_000 }, (_, index) => ` a${index}=1`).join('')
const sameLinks = Array.from({ length: 12_000 }, (_, index) => `<a href="/plain/1#${index % 3}">${index}</a>`).join(
  '\n',
)
const sameImages = '<img src="/image.png" alt="">'.repeat(5_000)
const manyTags = '<i></i>'.repeat(70_000)
const oddHrefs = [
  'mailto:a@example.com',
  'MAILTO:',
  'tel:+49',
  ' javascript:alert(1)',
  'JaVaScRiPt:void(0)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'blob:http://x/y',
  'about:blank',
  'ftp://127.0.0.1/x',
  'file:///etc/passwd',
  'ws://127.0.0.1/',
  'sms:1',
  '#',
  '#top',
  '',
  ' ',
]
const brokenHrefs = [
  'http://',
  'http://[::1',
  'http://a b/',
  'http://127.0.0.1:99999/',
  'http:///',
  'http://%zz/',
  'http://http://x/',
]

export const structureRoutes: readonly HostileRoute[] = [
  shape('deep-div', 'Deep', '<div>'.repeat(100_000)),
  shape('deep-inline', 'Deep inline', '<span>'.repeat(60_000)),
  shape('deep-list', 'Deep list', '<ul><li>'.repeat(30_000)),
  shape('deep-svg', 'Deep SVG', `<svg>${'<g>'.repeat(60_000)}`),
  shape('deep-form', 'Deep form', '<form><fieldset>'.repeat(40_000)),
  shape('unclosed-formatting', 'Unclosed', '<b><i><font>x<p>'.repeat(10_000)),
  shape('unclosed-anchors', 'Unclosed anchors', '<a href="/plain/1"><div>'.repeat(10_000)),
  shape('unclosed-tables', 'Tables', '<table><tr><td>'.repeat(20_000)),
  shape('fostered', 'Fostered', `<table>${'<b>x<tr>'.repeat(20_000)}`),
  shape('closed-wrongly', 'Closed wrongly', '<b><p></b></p>'.repeat(20_000)),
  shape('only-end-tags', 'End tags', '</p></br></x>'.repeat(20_000)),
  shape('many-elements', 'Elements', manyTags),
  shape('many-attributes', 'Attributes', `<p${attributes}>x</p>`),
  shape('same-attribute', 'Same attribute', `<p${' a=1'.repeat(200_000)}>x</p>`),
  shape('large-attribute', 'Large attribute', `<p title="${'x'.repeat(900 * KB)}">x</p>`),
  shape('large-href', 'Large href', `<a href="/${'x'.repeat(900 * KB)}">x</a>`, { issues: ['link-malformed'] }),
  shape('large-comment', 'Comment', `<!--${'-x'.repeat(400 * KB)}-->`),
  shape('unclosed-comment', 'Unclosed comment', `<!--${'x'.repeat(500 * KB)}`),
  shape('large-text', 'Text', `<p>${'x'.repeat(900 * KB)}</p>`),
  shape('many-words', 'Words', `<p>${'ab '.repeat(150 * KB)}</p>`),
  shape('large-tag-name', 'Tag name', `<${'x'.repeat(900 * KB)}>`),
  shape('many-references', 'References', '&amp;&lt;&notit;&#0;&#x1F600;'.repeat(30_000)),
  shape('zalgo', 'Marks', `<p>a${'&#x0301;'.repeat(100_000)}</p>`),
  shape('many-headings', 'Headings', '<h2>x</h2>'.repeat(20_000)),
  shape('many-ids', 'Ids', Array.from({ length: 40_000 }, (_, index) => `<p id=i${index}>`).join('')),
  shape('many-links', 'Links', sameLinks, { linkCount: 12_000 }),
  shape('many-images', 'Images', sameImages),
  shape('many-styles', 'Styles', '<style>a{}</style>'.repeat(15_000)),
  shape('many-forms', 'Forms', '<form action=/plain/1><input name=a></form>'.repeat(8_000)),
  shape('large-json-ld', 'JSON-LD', `<script type="application/ld+json">${'['.repeat(90_000)}</script>`, {
    issues: ['structured-data-syntax'],
  }),
  shape('large-srcset', 'Srcset', `<img alt="x" src="/image.png" srcset="${'/image.png 1x, '.repeat(50_000)}">`),
  shape(
    'no-links-here',
    'No links here',
    '<script>"<a href=/never/1>"</script><!--<a href=/never/2>--><textarea><a href=/never/3></textarea><template><a href=/never/4>x</a></template><style>a{b:url(/never/5)}</style><noframes><a href=/never/6></noframes>',
  ),
  shape('titles-elsewhere', 'Titles elsewhere', '<svg><title>Not this</title></svg><title>Nor this</title>'),
  shape('not-pages', 'Not pages', oddHrefs.map(href => `<a href="${href}">x</a>`).join('')),
  shape('broken-urls', 'Broken URLs', brokenHrefs.map(href => `<a href="${href}">x</a>`).join(''), {
    issues: ['link-malformed'],
  }),
  {
    path: '/shape/large-title',
    respond: plain('x'.repeat(900 * KB)),
    expected: { status: 200, failure: '', issues: ['title-too-long'] },
  },
  {
    path: '/shape/plaintext',
    respond: whole({
      headers: [HTML],
      body: `${pageOf('Plain text')}<plaintext>${'<a href=/never/7>'.repeat(10_000)}`,
    }),
    expected: { status: 200, failure: '', title: 'Plain text' },
  },
  {
    path: '/shape/only-open-brackets',
    respond: whole({ headers: [HTML], body: '<'.repeat(900 * KB) }),
    expected: { status: 200, failure: '', issues: ['title-missing'] },
  },
  {
    path: '/shape/nul',
    respond: whole({ headers: [HTML], body: Buffer.alloc(900 * KB) }),
    expected: { status: 200, failure: '', issues: ['page-empty'] },
  },
  { path: '/image.png', link: '', respond: whole({ headers: ['content-type: image/png'], body: 'PNG' }), expected: {} },
  ...[1, 2, 3, 4, 5, 6, 7].map(index => ({
    path: `/never/${index}`,
    link: '',
    respond: plain('Never'),
    expected: { isUnlisted: true } as const,
  })),
]
