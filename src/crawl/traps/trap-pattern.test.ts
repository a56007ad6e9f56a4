import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { trapPattern } from './trap-pattern.ts'

const of = (path: string) => trapPattern(new URL(path, 'https://site.test').href)

describe('trapPattern()', () => {
  const one: [what: string, name: string, ...paths: string[]][] = [
    [
      'dates of any form',
      '/calendar/*',
      '/calendar/2026-11',
      '/calendar/2026/11',
      '/calendar/2026/11/04',
      '/calendar/7',
    ],
    [
      'a parameter that counts',
      '/calendar?month=*',
      '/calendar?month=1',
      '/calendar/?month=-7',
      '/Calendar?month=2026-11',
    ],
    ['combinations of parameters', '/shop?*', '/shop?red=1&size=2', '/shop?size=2&red=1&cheap=3', '/shop?a=1&a=2'],
    ['numbered things', '/events/day-*', '/events/day-1', '/events/day-22', '/events/day-2026-11-04'],
    ['names at the end', '/blog/*', '/blog/first-post', '/blog/about', '/blog/a-post-of-many-words'],
    ['numbers, then a name', '/*/*', '/2026/11/first-post', '/2024/about'],
    ['files by their ending', '/docs/*.html', '/docs/intro.html', '/docs/the-second-part.html'],
    ['paths that repeat a part', '/shop/…', '/shop/a/b/a/b/a', '/shop/a/a/', '/shop/a/c/a/b/a/d/e', '/shop/b/shop'],
    ['very deep paths', '/one/…', '/one/two/c/4/e/f/g/h/i', '/one/two/j/k/l/m/n/o/p/q'],
    ['paths of names alone', '/shop/…', '/shop/red/small', '/shop/small/red/cheap', '/shop/a-chair-of-oak/red/small'],
    ['numbers that go deeper', '/steps/*', '/steps/3/', '/steps/3/4/5/6/'],
    ['ids', '/r/*', '/r/3f2a9c', '/r/9c8b7a6f5e4d3c2b1a0f', '/r/0b9f3a52-4c1d-4e8e-9f00-2b1c3d4e5f60'],
    ['tracking parameters', '/page/*', '/page/one', '/page/one?utm_source=a&gclid=b'],
    ['ids of visits', '/cart/*', '/cart/one;jsessionid=1A2B', '/cart/two?PHPSESSID=abc', '/cart/3f3f3f'],
  ]
  for (const [what, name, ...paths] of one)
    it(`takes together: ${what}`, () => {
      assert.deepEqual(
        [...new Set(paths.map(path => of(path).key))].length,
        1,
        paths.map(path => of(path).key).join(' '),
      )
      for (const path of paths) assert.ok([of(path).name, of(path).wideName].includes(name), of(path).name)
    })

  const apart: [what: string, ...paths: string[]][] = [
    ['numbers and names', '/blog/17', '/blog/about'],
    ['sections', '/blog/17', '/shop/17', '/web2/17', '/web3/17'],
    ['parameters of other names', '/index.php?id=1', '/index.php?month=1'],
    ['one parameter and several', '/index.php?id=1', '/index.php?id=1&month=2'],
    ['editions of documents', '/v1.2/guide', '/v1.3/guide', '/v2/guide', '/3.0.1/guide', '/docs/14/guide'],
    ['the start page', '/', '/about'],
  ]
  for (const [what, ...paths] of apart)
    it(`distinguishes: ${what}`, () => assert.equal(new Set(paths.map(path => of(path).key)).size, paths.length))

  const moving: [path: string, moving: string | null][] = [
    ['/calendar/2026/11', '2026 11'],
    ['/calendar?month=11', '11'],
    ['/list?sort=price', null],
    ['/list?sort=price&by=name', 'sort=price by=name'],
    ['/blog/first-post', null],
    ['/2026/11/first-post', '2026 11'],
    ['/v1.2/guide', null],
    ['/item-17', 'item-17'],
    ['/r/3f2a9c', '3f2a9c'],
  ]
  for (const [path, expected] of moving) it(`sees what moves in ${path}`, () => assert.equal(of(path).moving, expected))

  it('knows ids of visits, by their names or their looks', () => {
    const id = '0123456789abcdef'
    assert.deepEqual(of('/a?x=1&PHPSESSID=abc').visit, { name: '?PHPSESSID=*', base: 'https://site.test/a?x=1' })
    assert.deepEqual(of('/a;jsessionid=1A2B/b?x=1').visit, { name: ';jsessionid=*', base: 'https://site.test/a/b?x=1' })
    assert.deepEqual(of(`/a?k=${id}`).visit, { name: '?k=*', base: 'https://site.test/a' })
    assert.deepEqual(of('/app/(S(lit3py55t21z5v55vlm25s55))/a.aspx').visit, {
      name: '/(*)',
      base: 'https://site.test/app/a.aspx',
    })
    for (const path of ['/a?id=17', '/a?PHPSESSID=', '/a?name=sitesounder', '/a;v=1'])
      assert.equal(of(path).visit, null)
  })

  it('takes any URL, and shows no name of a parameter that is none', () => {
    for (const path of ['/%', '/%ff%fe', '/?', '/?&&=', `/${'a/'.repeat(4_000)}`, `/?${'a=1&'.repeat(2_000)}`]) of(path)
    assert.equal(of('/a?<b>=1').name, '/a?*=*')
  })
})
