import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from './test-facts.ts'

const rows: [name: string, markup: string, lack: 'none' | 'page' | 'script' | undefined][] = [
  ['a source', '<img src=a.png>', undefined],
  ['a data: URL', '<img src="data:image/gif;base64,R0" data-src=a.png>', undefined],
  ['candidates alone', '<img srcset="a.png 1x">', undefined],
  ['a picture with sources', '<picture><source srcset=a.avif><img alt=x></picture>', undefined],
  ['a picture without sources', '<picture><source media=print><img alt=x></picture>', 'none'],
  ['no attribute', '<img alt=x>', 'none'],
  ['an empty source', '<img src="" alt=x>', 'none'],
  ['a blank source and an empty one for scripts', '<img src=" " data-src="">', 'none'],
  ['the page itself', '<img src=page alt=x>', 'page'],
  ['a place of the page', '<img src="#" alt=x>', 'page'],
  ['another page', '<img src=other alt=x>', undefined],
  ['the page under another query', '<img src="?image=1" alt=x>', undefined],
  ['the page, and candidates', '<img src=page srcset="a.png 1x">', undefined],
  ['the page, and a source for a lazy loader', '<img src=page data-src=a.png>', 'script'],
  ['the page, in a hidden box', '<div hidden><img src="#"></div>', undefined],
  ['an empty image of a hidden box', '<div aria-hidden=true><img src=""></div>', undefined],
  ['an empty image of a box that is hidden by style', '<div style="display:none"><img id=photo></div>', undefined],
  [
    'an empty image that a script of the page fills',
    '<img id=photo src=""><script>document.getElementById("photo").src = big</script>',
    undefined,
  ],
  [
    'an empty image that a script finds by selector',
    "<img id=photo src=''><script>$('#photo').attr(x)</script>",
    undefined,
  ],
  [
    'an empty image that only a style sheet names',
    '<style>#photo { width: 10px }</style><img id=photo src="">',
    'none',
  ],
  ['a lazy image of a hidden box', '<div hidden><img data-src=a.png></div>', 'script'],
  ['a source for a lazy loader', '<img data-src=a.png>', 'script'],
  ['candidates for a lazy loader', '<img src="" data-srcset="a.png 1x">', 'script'],
  ['a binding of a framework', '<img :src="photo.url">', 'script'],
  ['another binding', '<img [src]="photo.url">', 'script'],
  ['a lazy loader with a fallback', '<p><img data-src=a.png><noscript><img src=a.png></noscript></p>', undefined],
  ['a fallback elsewhere', '<p><img data-src=a.png></p><noscript><img src=a.png></noscript>', 'script'],
]
for (const [name, markup, lack] of rows)
  test(`lacksSource of ${name}`, () => assert.equal(factsOf(markup).images[0]?.lacksSource, lack))

const ownPages: [name: string, url: string, markup: string, images: string[]][] = [
  ['the page itself', '/dir/page', '<img src=page>', []],
  ['the page with its index file', '/dir/', '<img src=index.html>', []],
  ['the index file of another directory', '/dir/', '<img src=/index.html>', ['/index.html']],
  ['another page', '/dir/page', '<img src=other>', ['/dir/other']],
  ['a lazy image', '/dir/page', '<img src="#" data-src=a.png>', ['/dir/a.png']],
  ['candidates beside the page', '/dir/page', '<img src=page srcset="a.png 1x">', ['/dir/page', '/dir/a.png']],
]
for (const [name, path, markup, images] of ownPages)
  test(`images that are requested: ${name}`, () => {
    const { links, images: facts } = factsOf(markup, { url: `http://example.test${path}` })
    const urls = images.map(image => `http://example.test${image}`)
    assert.deepEqual([links.map(({ url }) => url), facts[0]?.src ?? null], [urls, urls[0] ?? null])
  })
