import assert from 'node:assert/strict'
import { test } from 'node:test'
import { styleUrls } from './style-urls.ts'

const rows: [css: string, urls: string[]][] = [
  ['main { background: url(a.png) }', ['image a.png']],
  ['@font-face { src: url("a.woff2") format("woff2"), URL( \'b.woff?x=1\' ) }', ['font a.woff2', 'font b.woff?x=1']],
  ['@import "base.css"; @import url(more.css);', ['stylesheet base.css', 'stylesheet more.css']],
  ['a { background: url(a.png) } b { background: url("a.png") }', ['image a.png']],
  ['/* url(old.png) */ a { background: url(a.png) } /* url(never.png)', ['image a.png']],
  ['a { mask: url(#shape); background: url(data:image/png;base64,AAAA) }', []],
  ['a { background: url( a.png\n) } b { background: url(b.pn', ['image a.png']],
  [`url(${'a'.repeat(2_000)}) url(${'b'.repeat(2_001)})`, [`image ${'a'.repeat(2_000)}`]],
  ['body { behavior: url(csshover.htc); -moz-binding: url("x.xml#y"); background: url(a.png) }', ['image a.png']],
  ['a { scroll-behavior: smooth; background: url(a.png) }', ['image a.png']],
  ['a { background: url() } b { background: url("', []],
  ['', []],
]
for (const [css, urls] of rows)
  test(`styleUrls(${css.slice(0, 50)})`, () =>
    assert.deepEqual(
      styleUrls(css).map(({ kind, url }) => `${kind} ${url}`),
      urls,
    ))

test('styleUrls() is bounded', () => {
  assert.equal(styleUrls(Array.from({ length: 1_000 }, (_, index) => `url(${index}.png)`).join('')).length, 200)
  for (const part of ['url(', '/*', '@import ', 'url("', "@import '", 'url( ', '@import url( '])
    assert.deepEqual(styleUrls(part.repeat(50_000)).length <= 200, true)
})
