import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { normalizeUrl, pathOfUrl } from '#shared/url.ts'
import { byUrlStart } from './url-start.ts'

const hostOf = (url: string) => URL.parse(url)?.host ?? null

describe('byUrlStart()', () => {
  it('returns what the function itself returns, whatever it was called with before', () => {
    const urls = [
      'https://a.example/',
      'https://a.example/b/c?d=/e#/f',
      'http://a.example/',
      'http://a.example:8080/x',
      'http://a/b/c',
      'http://a/d/c',
      'http://b//c/d',
      'https://user@a.example/x',
      'https://user:secret@a.example/x',
      'https://[::1]:80/x',
      'https://a.example',
      'https://a.example?x=/y/',
      'https://b.example?x=/y/',
      'https:///a.example/x',
      'https:///b.example/x',
      'https://\t/a.example/x',
      'https://\t/b.example/x',
      'https://a.example\\b/c',
      'https://b.example\\b/c',
      'https://a:99999/x',
      'mailto:someone@a.example/x',
      'mailto:someone@b.example/x',
      'data:text/html,a/b',
      'no address/',
      '',
    ]
    const remembered = byUrlStart(hostOf)
    for (const url of [...urls, ...urls.toReversed()]) assert.equal(remembered(url), hostOf(url), url)
  })

  it('reads one URL of each host', () => {
    const read: string[] = []
    const remembered = byUrlStart(url => read.push(url))
    for (let page = 0; page < 10; page++) for (const host of ['a', 'b']) remembered(`https://${host}.example/${page}`)
    assert.deepEqual(read, ['https://a.example/0', 'https://b.example/0'])
  })

  it('reads again rather than remember without end', () => {
    let read = 0
    const remembered = byUrlStart(() => ++read)
    for (let host = 0; host <= 2_000; host++) remembered(`https://a${host}.example/`)
    remembered('https://a0.example/')
    assert.equal(read, 2_002)
  })
})

describe('pathOfUrl()', () => {
  it('is what reading the whole URL gives', () => {
    const urls = [
      'http://a',
      'https://a.example/b//c/?d=/e',
      'http://u:p%2Fq@a:81?x=/y',
      'https://[::1]/%2f',
      'http://a\\b',
    ]
    for (const url of urls) {
      const normalized = normalizeUrl(url) ?? assert.fail(url)
      const { pathname, search } = new URL(normalized)
      assert.equal(pathOfUrl(normalized), pathname + search)
    }
  })
})
