import assert from 'node:assert/strict'
import { test } from 'node:test'
import { srcsetUrls } from './resource-links.ts'
import { factsOf } from './test-facts.ts'

const rows: [name: string, markup: string, links: string[]][] = [
  [
    'img src and srcset',
    '<img src=a.png srcset="b.png 1x, c.png 2x" alt=A>',
    ['image a.png', 'image b.png', 'image c.png'],
  ],
  ['img with the same URL twice', '<img src=a.png srcset="a.png 1x">', ['image a.png']],
  ['lazy images', '<img src=data:, data-src=a.png data-srcset="b.png 2x">', ['image a.png', 'image b.png']],
  [
    'picture',
    '<picture><source srcset="a.webp, b.webp 2x"><img src=c.png></picture>',
    ['image a.webp', 'image b.webp', 'image c.png'],
  ],
  [
    'style elements',
    '<style>@import "a.css"; main { background: url(b.png) }</style><style>@font-face { src: url(c.woff2) }</style>',
    ['stylesheet a.css', 'image b.png', 'font c.woff2'],
  ],
  ['a style element that names nothing', '<style>main { background: url(data:,x) url(#y) }</style>', []],
  [
    'video',
    '<video src=a.mp4 poster=b.png><source src=c.webm></video>',
    ['media a.mp4', 'image b.png', 'media c.webm'],
  ],
  ['audio', '<audio src=a.mp3></audio>', ['media a.mp3']],
  ['embedded', '<object data=a.pdf></object><embed src=b.swf>', ['media a.pdf', 'media b.swf']],
  ['image button', '<input type=image src=a.png><input src=b.png>', ['image a.png']],
  ['scripts', '<script src=a.js></script><script>1</script>', ['script a.js']],
  ['modules that are loaded ahead', '<link rel=modulepreload href=a.js>', ['script a.js']],
  ['frames', '<iframe src=a></iframe><iframe srcdoc=x></iframe>', ['frame a']],
  ['a frameset', '<frameset><frame src=a><frame src=b></frameset>', ['frame a', 'frame b']],
  [
    'style sheets',
    '<link rel=stylesheet href=a.css><link rel="alternate stylesheet" href=b.css>',
    ['stylesheet a.css', 'stylesheet b.css'],
  ],
  [
    'icons',
    '<link rel="shortcut icon" href=a.ico><link rel=apple-touch-icon href=b.png>',
    ['icon a.ico', 'icon b.png'],
  ],
  [
    'preloads',
    '<link rel=preload as=font href=a><link rel=preload as=script href=b><link rel=preload as=STYLE href=c><link rel=preload as=fetch href=d>',
    ['font a', 'script b', 'stylesheet c'],
  ],
  [
    'relations',
    '<link rel=next href=a><link rel=prev href=b><link rel=alternate href=c><link rel=canonical href=d>',
    ['next a', 'prev b', 'alternate c', 'canonical d'],
  ],
  ['hints are no links', '<link rel=preconnect href=a><link rel=dns-prefetch href=b>', []],
  ['empty URLs', '<img src=""><script src=" "></script><link rel=stylesheet href=""><iframe src=""></iframe>', []],
  ['blobs and about', '<img src="blob:http://a/b"><iframe src=about:blank></iframe>', []],
]
for (const [name, markup, links] of rows)
  test(`resource links: ${name}`, () =>
    assert.deepEqual(
      factsOf(markup).links.map(({ kind, url }) => `${kind} ${url.replace('http://example.test/dir/', '')}`),
      links,
    ))

test('links stand in document order with their regions', () => {
  const markup =
    '<link rel=stylesheet href=a><body><header><img src=b></header><main><a href=c>c</a><script src=d></script></main>'
  assert.deepEqual(
    factsOf(markup).links.map(({ kind, region }) => [kind, region]),
    [
      ['stylesheet', 'head'],
      ['image', 'header'],
      ['anchor', 'main'],
      ['script', 'main'],
    ],
  )
})

test('an image link carries the alt text', () => {
  assert.equal(factsOf('<img src=a alt=" A  map">').links[0]?.text, 'A map')
})

test('style elements of a page may name a few files of other hosts', () => {
  const names = (start: string) =>
    Array.from({ length: 9 }, (_, index) => `a { background: url(${start}${index}.png) }`)
  const styles = [...names('//b.test/'), ...names('')].map(css => `<style>${css}</style>`).join('')
  assert.equal(factsOf(styles).links.length, 5 + 9)
})

/** HTML standard, 4.8.4.2.2. */
const srcsets: [srcset: string, urls: string[]][] = [
  ['a.png', ['a.png']],
  ['a.png 1x, b.png 2x', ['a.png', 'b.png']],
  ['a.png 100w,b.png 200w', ['a.png', 'b.png']],
  ['a.png, b.png', ['a.png', 'b.png']],
  ['a,b.png 1x', ['a,b.png']],
  ['\n a.png\t1x ,\n b.png 2x\n', ['a.png', 'b.png']],
  ['/w_100,h_50/a.png 1x, /w_200,h_100/a.png 2x', ['/w_100,h_50/a.png', '/w_200,h_100/a.png']],
  ['a.png foo(1,2), b.png', ['a.png', 'b.png']],
  ['data:image/png;base64,AA== 1x, b.png 2x', ['data:image/png;base64,AA==', 'b.png']],
  [', ,a.png,,', ['a.png']],
  ['', []],
  [' , ', []],
]
for (const [srcset, urls] of srcsets)
  test(`srcsetUrls() reads ${JSON.stringify(srcset)}`, () => assert.deepEqual(srcsetUrls(srcset), urls))

test('srcsetUrls() reads fifty candidates', () => assert.equal(srcsetUrls('a 1x,'.repeat(1_000)).length, 50))
