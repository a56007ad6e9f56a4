import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseStartPages, startPageUrls } from './start-pages.ts'

const lists: [string, string[], ReturnType<typeof parseStartPages>][] = [
  [
    'paths and URLs, each once',
    ['/a', ' /a ', '', 'https://b.test/c'],
    { ok: true, values: ['/a', 'https://b.test/c'] },
  ],
  ['a bare word', ['a'], { ok: false, problem: 'must be paths such as /shop/, or URLs: “a” is none' }],
  [
    'a host without a scheme',
    ['//b.test/'],
    { ok: false, problem: 'must be paths such as /shop/, or URLs: “//b.test/” is none' },
  ],
  ['a long one', [`/${'a'.repeat(2_000)}`], { ok: false, problem: 'must have at most 2000 characters each' }],
  ['too many', Array.from({ length: 101 }, (_, index) => `/${index}`), { ok: false, problem: 'must be at most 100' }],
]
for (const [name, typed, expected] of lists)
  test(`parseStartPages() reads ${name}`, () => assert.deepEqual(parseStartPages(typed), expected))

test('startPageUrls() keeps those of chosen subdomains', () => {
  const startPages = ['https://blog.shop.test/a', 'https://other.test/']
  assert.deepEqual(startPageUrls({ startPages, subdomains: ['*.shop.test'] }, 'https://shop.test/'), [
    'https://blog.shop.test/a',
  ])
})

test('startPageUrls() normalises, and omits the start URL and other sites', () => {
  const typed = ['/', '/a#b', 'http://www.shop.test/c', 'https://other.test/', '/a']
  assert.deepEqual(startPageUrls({ startPages: typed, subdomains: [] }, 'https://shop.test/'), [
    'https://shop.test/a',
    'http://www.shop.test/c',
  ])
})
