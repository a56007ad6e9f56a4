import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { factsOf } from '#extract/test-facts.ts'
import { likenessOf, readLikeness } from './trap-likeness.ts'

const of = (path: string, body: string, title = 'Title') => ({
  ...factsOf(`<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`),
  url: new URL(path, 'https://site.test').href,
})
const days = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join(' ')
const text = 'Nothing is on in the house, so ask at the desk for a table or come by on another day'

describe('likenessOf()', () => {
  const alike: [name: string, one: ReturnType<typeof of>, other: ReturnType<typeof of>][] = [
    [
      'texts name the numbers of the URL, the next one and the one before',
      of('/page/17', '<p>Page 17, back to 16, on to 18', 'Page 17'),
      of('/page/4', '<p>Page 4, back to 3, on to 5', 'Page 4'),
    ],
    [
      'texts name months, days and years, in many languages',
      of('/c?m=1', `<p>${text} Wednesday 4 November 2026`.replace('4 ', ''), 'November 2026'),
      of('/c?m=2', `<p>${text} Montag Dezember 2031`, 'Dezember 2031'),
    ],
    [
      'months are of different lengths',
      of('/c?m=1', `<p>${text}</p><p>29 30 31 ${days(30)} 1 2`),
      of('/c?m=2', `<p>${text}</p><p>${days(28)} 1 2 3 4`),
    ],
    [
      'texts name words of the URL',
      of('/find?q=red+chairs', '<p>Nothing found for red chairs', 'red chairs'),
      of('/find?q=small+tables', '<p>Nothing found for small tables', 'small tables'),
    ],
    ['numbers have leading zeros', of('/2026/01', '<p>In 2026 1 nothing'), of('/2026/02', '<p>In 2026 02 nothing')],
    ['the time of day differs', of('/1', '<p>Made at 9:05:33 for you'), of('/2', '<p>Made at 21:44 for you')],
    ['there is nothing', of('/1', ''), of('/2', '')],
  ]
  for (const [name, one, other] of alike)
    it(`is the same where ${name}`, () => assert.equal(likenessOf(one), likenessOf(other)))

  const different: [name: string, one: ReturnType<typeof of>, other: ReturnType<typeof of>][] = [
    ['texts differ', of('/1', '<p>One text'), of('/2', '<p>Another text')],
    ['titles differ', of('/1', text, 'Sunset'), of('/2', text, 'Sunrise')],
    ['pictures differ', of('/1', '<img src="a.jpg">'), of('/2', '<img src="b.jpg">')],
    ['films differ', of('/1', '<iframe src="/film?v=1"></iframe>'), of('/2', '<iframe src="/film?v=2"></iframe>')],
    ['numbers differ that are not of the URL', of('/1', '<p>Level 30 12 71 8'), of('/2', '<p>Level 9 44 13 6')],
  ]
  for (const [name, one, other] of different)
    it(`differs where ${name}`, () => assert.notEqual(likenessOf(one), likenessOf(other)))

  it('is empty for a shell that scripts fill', () =>
    assert.equal(likenessOf(of('/1', '<div id="root"></div><script src="a.js"></script>')), ''))

  it('has the same shingles wherever a sequence of words stands', () => {
    const shinglesOf = (words: string) => readLikeness(likenessOf(of('/1', `<p>${words}`)))?.shingles ?? assert.fail()
    const inBoth = new Set(shinglesOf(`First of all: ${text}`)).intersection(new Set(shinglesOf(text)))
    assert.deepEqual([...inBoth], shinglesOf(text))
  })

  it('is small, whatever the page', () => {
    const words = Array.from({ length: 50_000 }, (_, index) => `word${index}x`).join(' ')
    const images = Array.from({ length: 500 }, (_, index) => `<img src="${index}.png">`).join('')
    const likeness = likenessOf(of('/1', `<p>${words}${images}`, words.slice(0, 5_000)))
    assert.ok(likeness.length < 250, String(likeness.length))
    const { shingles, titleWords, media } = readLikeness(likeness) ?? assert.fail()
    assert.deepEqual([shingles.length, media.length], [32, 8])
    assert.ok(titleWords.length <= 16)
  })
})

it('readLikeness() is null for a page that shows nothing', () => assert.equal(readLikeness(''), null))
