import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pathShape } from './path-shape.ts'

describe('pathShape()', () => {
  const cases: [path: string, named: string, open: string][] = [
    ['/', '/', '/'],
    ['/about', '/*', '/*'],
    ['/about/', '/*', '/*'],
    ['/about.HTML', '/*.html', '/*.html'],
    ['/products/red-shoe', '/products/*', '/*/*'],
    ['/Products/red-shoe/', '/products/*', '/*/*'],
    ['/news-room/2024/05/a-long-title', '/news-room/*/*/*', '/*/*/*/*'],
    ['/shop/p-1234/reviews', '/shop/*/*', '/*/*/*'],
    ['/blog/how-to-bake-bread/comments', '/blog/*/*', '/*/*/*'],
    ['/verlag/b%C3%BCcher/eins', '/verlag/bücher/*', '/*/*/*'],
    ['/broken/%E0%A4%A/page', '/broken/*/*', '/*/*/*'],
    ['/shop/page;jsessionid=1A2B', '/shop/*', '/*/*'],
    ['/index.php?id=12&lang=de', '/*.php?id&lang', '/*.php?id&lang'],
    ['/index.php?lang=de&id=12', '/*.php?id&lang', '/*.php?id&lang'],
    ['/?p=12', '/?p', '/?p'],
    ['/about?utm_source=mail&gclid=1', '/*', '/*'],
    ['/list?a=1&b=1&c=1&d=1&e=1', '/*?…', '/*?…'],
    ['/list?<script>=1', '/*?*', '/*?*'],
    ['/a/b/c/d/e/f/g/h', '/a/b/c/d/e/f/…/*', '/*/*/*/*/*/*/…/*'],
  ]
  for (const [path, named, open] of cases)
    it(`sees ${named} in ${path}`, () => assert.deepEqual(pathShape(`https://site.test${path}`), { named, open }))

  it('is short, however long the address', () => {
    const shape = pathShape(`https://site.test/${'section/'.repeat(500)}${'x'.repeat(4_000)}?${'y'.repeat(3_000)}=1`)
    assert.ok(shape.named.length < 100, shape.named)
  })
})
