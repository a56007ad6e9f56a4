import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UrlIndex } from './url-index.ts'

describe('UrlIndex', () => {
  it('finds each URL that was added, and no other', () => {
    const index = new UrlIndex()
    // As sites have them: alike, with numbers in several places.
    const urls = ['http://a.test/', 'https://a.test/']
    for (let page = 0; page < 300; page++)
      for (let image = 0; image < 10; image++) urls.push(`https://a.test/p/${page}/i-${image}.png?v=${page * image}`)
    for (const [position, url] of urls.entries()) {
      assert.equal(index.find(url), 0)
      index.add(position + 1)
    }
    assert.equal(index.size, urls.length)
    for (const [position, url] of urls.entries()) assert.equal(index.find(url), position + 1)
    assert.equal(index.find('https://a.test/p/1/i-1.png?v=2'), 0)
    assert.equal(index.find(''), 0)
  })

  it('knows nothing once it is cleared', () => {
    const index = new UrlIndex()
    index.find('http://a.test/')
    index.add(1)
    index.clear()
    assert.deepEqual([index.size, index.find('http://a.test/')], [0, 0])
  })
})
