import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nameOf, page, section } from './page.ts'
import { prose } from './prose.ts'

const bodyOf = (...given: Parameters<typeof page>) => String(page(...given).body)
const mainOf = (body: string) => /<main>\n(.*)\n<\/main>/s.exec(body)?.[1]

describe('page()', () => {
  it('has a heading and prose of its own', () => {
    const paragraphs = prose('/breads/rye')
    assert.ok(paragraphs.length > 0)
    const main = ['<h1>Breads: rye</h1>', ...paragraphs.map(text => `<p>${text}</p>`)].join('\n')
    assert.equal(mainOf(bodyOf({ path: '/breads/rye' })), main)
    assert.notEqual(mainOf(bodyOf({ path: '/breads/rye', seed: 'other' })), main)
  })

  it('has other content in place of the prose, more after it, and links to related pages', () => {
    const related = [['/a', 'To a']] as const
    assert.equal(
      mainOf(bodyOf({ path: '/x', h1: null, main: '<p>Own', extra: '<p>More', related })),
      '<p>Own\n<p>More\n<ul>\n<li><a href="/a">To a</a></li>\n</ul>',
    )
  })

  it('is without defects, except for the parts that are given', () => {
    const { path, status, headers, body, trips } = page({ path: '/x', main: '' })
    assert.deepEqual([path, status, headers, trips], ['/x', 200, { 'content-type': 'text/html; charset=utf-8' }, []])
    for (const part of [
      '<html lang="en">',
      '<title>X – Tideline Bakery demo</title>',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      '<link rel="canonical" href="http://origin.invalid/x">',
      '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
      '<header><nav aria-label="Main"><ul><li><a href="/">Home</a></li><li><a href="/breads/">Breads</a></li>',
      '<footer>',
    ])
      assert.ok(String(body).includes(part), part)
    assert.ok(!String(body).includes('name="robots"'))
  })

  it('has no head, header or footer where these are taken out', () => {
    const none = { title: null, description: null, canonical: null, viewport: null, lang: null, h1: null }
    const body = bodyOf({ path: '/x', ...none, isBare: true, main: 'Bread' })
    assert.equal(
      body,
      [
        ...['<!doctype html>', '<html>', '<head>', '<meta charset="utf-8">'],
        '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
        ...['<link rel="stylesheet" href="/site.css">', '</head>', '<body>', '<main>', 'Bread', '</main>'],
        ...['</body>', '</html>'],
      ].join('\n'),
    )
  })
})

describe('nameOf()', () => {
  for (const [path, name] of [
    ['/', 'Home'],
    ['/titles/', 'Titles'],
    ['/titles/too-short', 'Titles: too short'],
    ['/images/a_b%20c?x=1/2', 'Images: a b c'],
  ] as const)
    it(`of ${path} is ${name}`, () => assert.equal(nameOf(path), name))
})

describe('section()', () => {
  const linksOf = (body: unknown) =>
    [...(mainOf(String(body)) ?? '').matchAll(/<a href="(.*?)">/g)].map(([, href]) => href)

  it('links its start page to all leaves, and each leaf to its neighbours', () => {
    const leaves = ['/s/a', '/s/b', '/s/c', '/s/d'].map(path => ({ path }))
    const own = { path: '/s/own', related: [] }
    const pages = section({ path: '/s/', related: [['/other', 'Other']] }, [...leaves, own])
    assert.deepEqual(
      pages.map(({ path, body }) => [path, linksOf(body)]),
      [
        ['/s/', ['/s/a', '/s/b', '/s/c', '/s/d', '/s/own', '/other']],
        ['/s/a', ['/s/own', '/s/b']],
        ['/s/b', ['/s/a', '/s/c']],
        ['/s/c', ['/s/b', '/s/d']],
        ['/s/d', ['/s/c', '/s/own']],
        ['/s/own', []],
      ],
    )
  })

  it('links a leaf that is alone to none', () => {
    const [, leaf] = section({ path: '/s/' }, [{ path: '/s/a' }])
    assert.deepEqual(linksOf(leaf?.body), [])
  })
})
