import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { UNKNOWN_DEPTH } from './crawl-depth.ts'
import { crawlScope, type OutOfScope, parseScopeRules, ruleMatcher, type ScopeOptions } from './crawl-scope.ts'

const whole: ScopeOptions = { include: [], exclude: [], isFolderOnly: false, maxDepth: 0 }
const SITE = 'https://shop.example'

describe('ruleMatcher()', () => {
  const cases: [rule: string, url: string, isMatch: boolean][] = [
    ['/blog/', '/blog/', true],
    ['/blog/', '/blog/a?b=c', true],
    ['/blog/', '/blogger/', false],
    ['/blog/', '/en/blog/', false],
    ['/blog', '/blogger/', true],
    ['/*.html', '/a/b.html', true],
    ['/*.html', '/a/b.html?c', true],
    ['/*.html$', '/a/b.html', true],
    ['/*.html$', '/a/b.html?c', false],
    ['/$', '/', true],
    ['/$', '/a', false],
    ['/*?*sort=', '/list?page=2&sort=up', true],
    ['/*?*sort=', '/sort=', false],
    ['/a*c$', '/abcc', true],
    ['/a*c$', '/abcd', false],
    ['/ä', '/%C3%A4/b', true],
    ['/%c3%a4', '/%C3%A4/b', true],
    ['/a+b', '/a+b', true],
    ['/(a|b)', '/a', false],
    ['/.*', '/blog', false],
    ['sessionid=', '/a?x=1&sessionid=2', true],
    ['print', '/blog/print/1', true],
    ['print', '/blog/Print/1', false],
    ['shop.example/b', '/b/c', true],
    ['b*d', '/abcd', true],
    ['.pdf$', '/file.pdf', true],
    ['.pdf$', '/file.pdf?download', false],
    [`${SITE}/b`, '/b/c', true],
    ['HTTPS://SHOP.example/b', '/b/c', true],
    ['https://other.example/b', '/b/c', false],
    ['http://shop.example/b', '/b/c', false],
    ['https://*/b', '/b/c', true],
  ]
  for (const [rule, path, isMatch] of cases)
    test(`${rule} ${isMatch ? 'matches' : 'does not match'} ${path}`, () =>
      assert.equal(ruleMatcher([rule])(SITE + path), isMatch ? rule : null))

  test('names the first rule that matches', () => assert.equal(ruleMatcher(['/x', '/b', 'b'])(`${SITE}/b`), '/b'))

  test('matches nothing without rules', () => assert.equal(ruleMatcher([])(`${SITE}/b`), null))

  test('gives up on a rule and a URL that are made to be slow', () => {
    const rule = `${'*a'.repeat(200)}b`
    assert.equal(ruleMatcher([rule])(`${SITE}/${'a'.repeat(2_000)}`), null)
  })
})

describe('excludedBy()', () => {
  const cases: [name: string, options: Partial<ScopeOptions>, path: string, expected: string | null][] = [
    ['nothing chosen', {}, '/b', null],
    ['excluded', { exclude: ['/b'] }, '/b', '/b'],
    ['included and excluded', { include: ['/'], exclude: ['b'] }, '/b', 'b'],
    ['not excluded', { exclude: ['/b'] }, '/a', null],
    ['not included', { include: ['/a'] }, '/b', null],
  ]
  for (const [name, options, path, expected] of cases)
    test(name, () => assert.equal(crawlScope({ ...whole, ...options }, SITE).excludedBy(SITE + path), expected))
})

describe('outOfScope()', () => {
  const cases: [
    name: string,
    options: Partial<ScopeOptions>,
    page: { path: string; depth?: number; isInSitemap?: boolean },
    expected: OutOfScope | null,
  ][] = [
    ['nothing chosen', {}, { path: '/a', depth: 9 }, null],
    ['included', { include: ['/a'] }, { path: '/a/b' }, null],
    ['not included', { include: ['/a'] }, { path: '/b' }, 'not-included'],
    ['in the folder', { isFolderOnly: true }, { path: '/docs/a' }, null],
    ['the folder without its slash', { isFolderOnly: true }, { path: '/docs?a=b' }, null],
    ['beside the folder', { isFolderOnly: true }, { path: '/docs-old/' }, 'outside-folder'],
    ['above the folder', { isFolderOnly: true }, { path: '/' }, 'outside-folder'],
    ['at the depth', { maxDepth: 2 }, { path: '/a', depth: 2 }, null],
    ['beyond the depth', { maxDepth: 2 }, { path: '/a', depth: 3 }, 'beyond-depth'],
    ['without links, in a sitemap', { maxDepth: 2 }, { path: '/a', depth: UNKNOWN_DEPTH, isInSitemap: true }, null],
    ['linked only from pages without links', { maxDepth: 2 }, { path: '/a', depth: UNKNOWN_DEPTH }, 'beyond-depth'],
  ]
  for (const [name, options, { path, depth = 1, isInSitemap = false }, expected] of cases)
    test(name, () => {
      const scope = crawlScope({ ...whole, ...options }, `${SITE}/docs/index.html`)
      assert.equal(scope.outOfScope({ url: SITE + path, depth, isInSitemap }), expected)
    })

  const folders: [startPath: string, folder: string][] = [
    ['/docs', '/docs'],
    ['/docs/', '/docs'],
    ['/docs/?a=/b/', '/docs'],
    ['/docs/v1/index.html', '/docs/v1'],
    ['/docs.html', '/'],
    ['/', '/'],
  ]
  for (const [startPath, folder] of folders)
    test(`the folder of ${startPath} is ${folder}`, () => {
      const scope = crawlScope({ ...whole, isFolderOnly: true }, SITE + startPath)
      const reasons = [`${folder}/a`, `${folder}-b`].map(path =>
        scope.outOfScope({ url: SITE + path.replace('//', '/'), depth: 1, isInSitemap: false }),
      )
      assert.deepEqual(reasons, [null, folder === '/' ? null : 'outside-folder'])
    })
})

describe('parseScopeRules()', () => {
  const cases: [name: string, typed: string[], expected: object][] = [
    ['trims, drops empty ones, keeps each once', [' /a ', '', '/a', 'b'], { ok: true, values: ['/a', 'b'] }],
    ['a blank', ['/a b'], { ok: false, problem: 'must be paths, URLs or texts without blanks: “/a b” is none' }],
    ['too long', ['a'.repeat(501)], { ok: false, problem: 'must have at most 500 characters each' }],
    ['too many', Array.from({ length: 101 }, (_, index) => `/${index}`), { ok: false, problem: 'must be at most 100' }],
  ]
  for (const [name, typed, expected] of cases) test(name, () => assert.deepEqual(parseScopeRules(typed), expected))
})
