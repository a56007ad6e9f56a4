import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInScope, isPrivateHost, refusedShape, scopeHostOf } from './scope.ts'

const scoped: [seed: string, url: string, isOwn: boolean, subdomains?: string[]][] = [
  ['https://example.com/', 'https://www.example.com/a', true],
  ['https://www.example.com/', 'http://example.com/a', true],
  ['https://example.com/', 'https://blog.example.com/', false],
  ['https://example.com/', 'https://example.com:8443/', false],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/a', true],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:8081/a', false],
  ['https://example.com/', 'https://wwwexample.com/', false],
  ['https://example.com/', 'https://blog.example.com/', true, ['blog.example.com']],
  ['https://www.example.com/', 'http://www.blog.example.com/', true, ['blog.example.com']],
  ['https://example.com/', 'https://a.blog.example.com/', false, ['blog.example.com']],
  ['https://example.com/', 'https://a.blog.example.com/', true, ['*.blog.example.com']],
  ['https://shop.example.com/', 'https://example.com/', true, ['*.example.com']],
  ['https://example.com/', 'https://notexample.com/', false, ['*.example.com']],
  ['https://example.com/', 'https://blog.example.com:8443/', false, ['*.example.com']],
  ['https://example.com:8443/', 'https://blog.example.com:8443/', true, ['*.example.com']],
  ['https://example.com/', 'no URL', false, ['*.example.com']],
]
for (const [seed, url, expected, subdomains = []] of scoped) {
  test(`isInScope() says ${expected} for ${url} of ${[seed, ...subdomains].join(' and ')}`, () => {
    const crawl = { checkpoint: { scopeHost: scopeHostOf(seed) }, state: { options: { subdomains } } }
    assert.equal(isInScope(url, crawl), expected)
  })
}

const shapes: [string, string | null][] = [
  ['https://e.com/a/b/c', null],
  [`https://e.com/${'a/b/'.repeat(16)}`, 'too-deep'],
  ['https://e.com/x/x/x/y', null],
  ['https://e.com/x/x/x/x', 'repeats-itself'],
]
for (const [url, expected] of shapes) {
  test(`refusedShape() says ${expected} for ${url.slice(0, 40)}`, () => assert.equal(refusedShape(url), expected))
}

test('isPrivateHost() knows loopback, private ranges and local names', () => {
  for (const host of ['localhost', '127.0.0.1', '[::1]', '10.1.2.3', '192.168.0.1', 'nas.local']) {
    assert.equal(isPrivateHost(`http://${host}/`), true, host)
  }
  for (const host of ['example.com', '8.8.8.8', '172.32.0.1', 'localhost.example.com']) {
    assert.equal(isPrivateHost(`http://${host}/`), false, host)
  }
})
