import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type GroupLimits, pathShape, TemplateGroups } from './template-groups.ts'

const HOME = 'https://site.test/'
const page = (path: string, template = 'a') => ({ url: new URL(path, HOME).href, template })
type Page = ReturnType<typeof page>

function grouped(pages: readonly Page[], limits?: GroupLimits) {
  const groups = new TemplateGroups(HOME, limits)
  for (const each of pages) groups.count(each)
  const ordered = groups.ordered()
  // A second call gives the same, and counts no page twice.
  assert.deepEqual(groups.ordered(), ordered)
  // Whatever the limits: each page is found where it was counted.
  for (const group of ordered) assert.equal(pages.filter(each => groups.of(each) === group).length, group.pages)
  return ordered.map(({ name, pages: count, exampleUrl }) => [name, count, new URL(exampleUrl).pathname])
}

describe('TemplateGroups', () => {
  it('counts pages by shape and fingerprint, the home page first, then the largest', () => {
    const pages = [
      page('/about'),
      page('/'),
      page('/contact', 'form'),
      ...['/shop/one', '/shop/two', '/shop/three'].map(path => page(path, 'product')),
      page('/imprint'),
    ]
    assert.deepEqual(grouped(pages), [
      ['/', 1, '/'],
      ['/shop/*', 3, '/shop/one'],
      ['/*', 2, '/about'],
      ['/*', 1, '/contact'],
    ])
  })

  it('puts sections together that differ in their names alone, once there are many', () => {
    const names = ['ada', 'ben', 'cleo', 'dan']
    const pages = [
      ...names.flatMap(name => [page(`/${name}/notes`), page(`/${name}/photos`)]),
      page('/eva/shop', 'shop'),
      page('/2024/notes'),
    ]
    const limits = { sections: 3, named: 100, all: 100 }
    assert.deepEqual(grouped(pages, limits), [
      ['/*/*', 9, '/2024/notes'],
      ['/eva/*', 1, '/eva/shop'],
    ])
    assert.equal(grouped(pages, { ...limits, sections: 4 }).length, 6)
  })

  it('holds no more groups than it may, and loses no page', () => {
    const pages = ['ada', 'ben', 'cleo', 'dan', 'eva', 'fay'].flatMap((name, index) => [
      page(`/${name}/one`, `t${index}`),
      page(`/${name}/two`, `t${index}`),
    ])
    const groups = grouped([...pages, page('/ada/three', 't0')], { sections: 3, named: 2, all: 4 })
    assert.deepEqual(groups, [
      ['…', 4, '/eva/one'],
      ['/ada/*', 3, '/ada/one'],
      ['/*/*', 2, '/cleo/one'],
      ['/*/*', 2, '/dan/one'],
      ['/ben/*', 2, '/ben/one'],
    ])
  })
})

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

  it('is short, however long the URL', () => {
    const shape = pathShape(`https://site.test/${'section/'.repeat(500)}${'x'.repeat(4_000)}?${'y'.repeat(3_000)}=1`)
    assert.ok(shape.named.length < 100, shape.named)
  })
})
