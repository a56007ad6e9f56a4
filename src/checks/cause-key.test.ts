import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { causeKey, causePlace, type ElementIdentity } from './cause-key.ts'

describe('causeKey()', () => {
  const HOST = 'example.com'
  const PAGE = `https://${HOST}/tides`
  const keyOf = (identity: ElementIdentity, page = PAGE) => causeKey('image-alt-missing', identity, page)
  const tag = '<img src="/a.png" class="wide tall">'
  const path = '#menu > ul > li:nth-of-type(2) > img'

  it('is a safe integer', () => assert.ok(Number.isSafeInteger(keyOf({ tag, path }))))

  const alike: Record<string, [ElementIdentity, ElementIdentity]> = {
    'order of attributes': [{ tag }, { tag: '<img class="wide tall" src="/a.png">' }],
    quotes: [{ tag: '<img src="/a.png" alt>' }, { tag: "<img src='/a.png' alt>" }],
    'no quotes': [{ tag: '<img src="/a.png">' }, { tag: '<img src=/a.png>' }],
    'white space': [{ tag }, { tag: '<img\n\tsrc = "/a.png"  class="wide\n  tall" >' }],
    'case of names': [{ tag: '<IMG SRC="/a.png">' }, { tag: '<img src="/a.png">' }],
    'white space of the text': [{ tag: '<a href="/">Read  more' }, { tag: '<a href="/">Read more ' }],
    'own host or none': [{ tag: `<img src="https://${HOST}/a.png">` }, { tag: '<img src="/a.png">' }],
    'with or without www': [{ tag: `<img src="https://${HOST}/a.png">` }, { tag: `<img src="//www.${HOST}/a.png">` }],
    'http or https': [{ tag: `<img src="https://${HOST}/a.png">` }, { tag: `<img src="http://${HOST}/a.png">` }],
    'depth of the page': [{ tag: '<img src="../a.png">' }, { tag: '<img src="../../a.png">' }],
    'depth of the page, from its folder': [{ tag: '<img src="a.png">' }, { tag: '<img src="../a.png">' }],
    'depth of the page, from the root': [{ tag: '<img src="/a.png">' }, { tag: '<img src="../a.png">' }],
    'depth of the page, of the start page': [{ tag: '<a href="/">' }, { tag: '<a href="../../">' }],
    'depth of the page, of candidates': [
      { tag: '<img srcset="../a.png 1x, ../b.png 2x">' },
      { tag: '<img srcset="../../a.png 1x, ../../b.png 2x">' },
    ],
    'position among siblings': [
      { tag, path },
      { tag, path: '#menu > ul > li:nth-of-type(7) > img' },
    ],
    'data of an element with an id': [
      { tag: '<select id="language" data-page="guide">' },
      { tag: '<select id="language" data-page="">' },
    ],
    'numbers in data': [
      { tag: '<button data-post-id="17" class="like">' },
      { tag: '<button data-post-id="203" class="like">' },
    ],
    'numbers in ids': [
      { tag, path: '#post-17 > img' },
      { tag, path: '#post-2031 > img' },
    ],
  }
  for (const [name, [one, other]] of Object.entries(alike))
    it(`is the same, whatever the ${name}`, () => assert.equal(keyOf(one), keyOf(other)))

  const unlike: Record<string, [ElementIdentity, ElementIdentity]> = {
    'the value of an attribute': [{ tag }, { tag: '<img src="/b.png" class="wide tall">' }],
    'an attribute': [{ tag }, { tag: '<img src="/a.png" class="wide tall" id="a">' }],
    'the words of data': [{ tag: '<button data-opens="menu">' }, { tag: '<button data-opens="search">' }],
    'the file of data': [{ tag: '<img data-src="/1.png" id="a">' }, { tag: '<img data-src="/2.png" id="a">' }],
    'an attribute that ends in id': [{ tag: '<b paid="a" data-a="b">' }, { tag: '<b paid="a" data-a="c">' }],
    'the text': [{ tag: '<a href="/">Read more' }, { tag: '<a href="/">Prices' }],
    'another host': [{ tag: '<img src="https://other.example/a.png">' }, { tag: '<img src="/a.png">' }],
    'a link to the page itself': [{ tag: '<a href="/">' }, { tag: '<a href="">' }],
    'the query of a URL': [{ tag: '<a href="/?sort=name">' }, { tag: '<a href="/?sort=price">' }],
    'the part of the page': [
      { tag, path: 'body > header > img' },
      { tag, path: 'body > main > img' },
    ],
    'an id': [
      { tag, path: '#menu > img' },
      { tag, path: '#footer > img' },
    ],
  }
  for (const [name, [one, other]] of Object.entries(unlike))
    it(`differs by ${name}`, () => assert.notEqual(keyOf(one), keyOf(other)))

  it('differs by the check', () => assert.notEqual(keyOf({ tag }), causeKey('image-alt-empty', { tag }, PAGE)))

  const inData = (value: string) => ({ tag: `<button class="share" data-of='${value}'>` })
  const ownData: Record<string, [page: string, value: string]> = {
    URL: [`${PAGE}/1`, `${PAGE}/1`],
    path: [`${PAGE}/1`, '/tides/1'],
    'path without a slash': [`${PAGE}/1`, 'tides/1'],
    'end of the path': [`https://${HOST}/de/tides/1`, 'tides/1'],
    'file of a folder': [`https://${HOST}/de/tides/`, 'tides/index.html'],
    'folder of a file': [`https://${HOST}/de/tides/index.html`, 'tides/'],
  }
  for (const [name, [page, value]] of Object.entries(ownData))
    it(`is the same where data names the page by its ${name}`, () =>
      assert.equal(keyOf(inData(value), page), keyOf(inData(''))))
  it('differs where data names another page', () =>
    assert.notEqual(keyOf(inData('tides/a'), `${PAGE}/b`), keyOf(inData(''))))
  it('differs where data is a part of a folder’s name', () =>
    assert.notEqual(keyOf(inData('ides/1'), `${PAGE}/1`), keyOf(inData(''))))

  const share = (page: string, title: string) => ({
    tag: `<a href="https://social.test/share?url=${encodeURIComponent(page)}&amp;text=${title}" class="share">`,
  })
  it('is the same of links that share their own page elsewhere', () =>
    assert.equal(keyOf(share(PAGE, 'Tides')), keyOf(share(`${PAGE}/2`, 'More'), `${PAGE}/2`)))
  it('differs of links that share another page', () =>
    assert.notEqual(keyOf(share(`${PAGE}/1`, 'Tides')), keyOf(share(`${PAGE}/2`, 'Tides'))))
})

describe('causePlace()', () => {
  const tag = '<a href="#knots">'
  const cases: Record<string, [Omit<ElementIdentity, 'tag'>, ReturnType<typeof causePlace>]> = {
    'is the landmark of the element': [{ region: 'footer', path: '#links > a' }, 'footer'],
    'is the main text': [{ region: 'main' }, 'main'],
    'is the table of contents, by its id': [{ region: 'nav', path: '#TableOfContents > ul > li > a' }, 'contents'],
    'knows the ids of several generators': [{ path: '#markdown-toc > li > a' }, 'contents'],
    'is no table of contents where the id only begins like one': [{ region: 'main', path: '#toccata > a' }, 'main'],
    'is unknown outside of landmarks': [{ region: 'body', path: 'body > a' }, undefined],
    'is unknown in the head': [{ region: 'head', path: 'head > link' }, undefined],
    'is unknown without a region': [{ path: 'body > footer > a' }, undefined],
  }
  for (const [name, [identity, expected]] of Object.entries(cases))
    it(name, () => assert.equal(causePlace({ tag, ...identity }), expected))
})
