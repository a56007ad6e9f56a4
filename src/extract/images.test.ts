import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImageFact } from '#shared/element-facts.ts'
import { factsOf } from './test-facts.ts'

const rows: [name: string, markup: string, expected: Partial<ImageFact>][] = [
  [
    'plain',
    '<img src=a.png alt=" A ">',
    { src: 'http://example.test/dir/a.png', alt: ' A ', isSvg: false, soleContentOf: null },
  ],
  ['no alt', '<img src=a.png>', { alt: null }],
  ['alt without a value', '<img src=a.png alt>', { alt: '' }],
  ['no src', '<img alt=x>', { src: null }],
  [
    'data: with data-src',
    '<img src="data:image/gif;base64,R0" data-src=/real.jpg>',
    { src: 'http://example.test/real.jpg' },
  ],
  ['a source and one for a script', '<img src=a.png data-src=/real.jpg>', { src: 'http://example.test/dir/a.png' }],
  ['a blank source and one for a script', '<img src=" " data-src=/real.jpg>', { src: 'http://example.test/real.jpg' }],
  ['data: alone', '<img src="data:image/gif;base64,R0">', { src: null, isSvg: false }],
  ['an svg as data', '<img src="data:image/svg+xml,<svg/>">', { src: null, isSvg: true }],
  ['an svg file', '<img src="/logo.SVG?v=2">', { isSvg: true }],
  ['role none', '<img src=a role=none>', { isDecorative: true }],
  ['aria-hidden on an ancestor', '<div aria-hidden=true><p><img src=a></div>', { isDecorative: true }],
  ['aria-hidden=false', '<img src=a aria-hidden=false>', { isDecorative: false }],
  ['named by title', '<img src=a title=x>', { hasOtherName: true }],
  ['a blank aria-label names nothing', '<img src=a aria-label=" ">', { hasOtherName: false }],
  ['size by attributes', '<img src=a width=640 height="480px">', { width: 640, height: 480, isTiny: false }],
  ['a percentage is no size', '<img src=a width="100%" height=auto>', { width: null, height: null }],
  ['one pixel', '<img src=a width=1 height=1>', { isTiny: true }],
  ['one pixel for an SVG file without a size', '<img src=a.svg width=1 height=1>', { isTiny: false }],
  ['an SVG file of no height', '<img src=a.svg width=1 height=0>', { isTiny: true }],
  ['an SVG file of one pixel by style', '<img src=a.svg style="width:1px;height:1px">', { isTiny: true }],
  [
    'an empty alt beside the text of a link',
    '<a href=/x><p><img src=a alt=""></p>Tides</a>',
    { isBesideLinkText: true },
  ],
  ['no pixel by style', '<img src=a style="width:0;height:0">', { isTiny: true, hasInlineSize: true }],
  ['max-width is no width', '<img src=a style="max-width:1px">', { isTiny: false, hasInlineSize: false }],
  ['a fixed height by style', '<img src=a style="object-fit: cover; height: 7.5rem">', { hasInlineSize: true }],
  ['a share of the height by style', '<img src=a style="height: 100%">', { hasInlineSize: false }],
  ['the share of a box that has a size', '<img src=a style="width: 100%; height: 100%">', { hasInlineSize: true }],
  ['the height of the file', '<img src=a style="width: 100%; height: auto">', { hasInlineSize: false }],
  ['max-height is no height', '<img src=a style="max-height: 15rem">', { hasInlineSize: false }],
  ['inline aspect ratio', '<img src=a style="aspect-ratio: 4/3">', { hasInlineSize: true }],
  ['in noscript', '<body><noscript><img src=a></noscript>', { isInNoscript: true }],
  [
    'in a figure',
    '<figure><div><img src=a></div><figcaption> A <b>map</b></figcaption></figure>',
    { figureCaption: 'A map' },
  ],
  ['in a figure without caption', '<figure><img src=a></figure>', { figureCaption: null }],
  [
    'all there is in a link',
    '<a href=/x> <span><img src=a alt=""></span> </a>',
    { soleContentOf: { element: 'link', url: 'http://example.test/x' } },
  ],
  ['all there is in a button', '<button><img src=a></button>', { soleContentOf: { element: 'button', url: '' } }],
  [
    'all there is in a link to a place on its page',
    '<a href="#"><img src=a></a>',
    { soleContentOf: { element: 'link', url: 'http://example.test/dir/page', isOnPage: true } },
  ],
  ['beside text', '<a href=/x><img src=a>Text</a>', { soleContentOf: null }],
  ['in a link with a label', '<a href=/x aria-label=Home><img src=a></a>', { soleContentOf: null }],
  ['in a link with a title', '<a href=/x title=Home><img src=a></a>', { soleContentOf: null }],
  ['in a footer', '<footer><img src=a></footer>', { region: 'footer', path: 'body > footer > img' }],
]
for (const [name, markup, expected] of rows)
  test(`image ${name}`, () => {
    const [image] = factsOf(markup).images
    assert.ok(image)
    assert.deepEqual({ ...image, ...expected }, image)
  })

test('every img is counted, in noscript, too, and beyond what is kept', () => {
  const facts = factsOf(
    `${'<img src=a>'.repeat(1_999)}<noscript><img src=b alt=""></noscript><img src=c alt=c><image src=d alt=" ">`,
  )
  assert.deepEqual([facts.totalImages, facts.missingAltTags, facts.emptyAltTags], [2_002, 1_999, 2])
  assert.equal(facts.images.length, 2_000)
})

test('images of an svg and of a template are no images of the page', () => {
  assert.equal(factsOf('<svg><image href=a /></svg><template><img src=a></template>').totalImages, 0)
})

test('an image tag is kept as written', () => {
  const [image] = factsOf('\n<IMG\n  SRC="a>b.png"  alt=\'x\'>').images
  assert.equal(image?.tag, '<IMG\n  SRC="a>b.png"  alt=\'x\'>')
  assert.equal(image?.line, 2)
})

const apartFromLinks: [name: string, markup: string][] = [
  ['has a text of its own', '<a href=/x><img src=a alt=x>Tides</a>'],
  ['stands beside a sign alone', '<a href=/x><img src=a alt="">→</a>'],
  ['stands outside the link', '<p><img src=a alt=""><a href=/x>Tides</a></p>'],
]
for (const [name, markup] of apartFromLinks)
  test(`an image that ${name} is not beside the text of a link`, () => {
    const [image] = factsOf(markup).images
    assert.equal(image && 'isBesideLinkText' in image, false)
  })
