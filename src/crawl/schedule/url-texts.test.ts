import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { URLS_OF_BLOCK } from '#store/store.ts'
import { UrlTexts } from './url-texts.ts'

const url = (id: number) => `https://a.test/${id}`

describe('UrlTexts', () => {
  it('has each text by its id, packed or not', () => {
    const texts = new UrlTexts()
    const add = (count: number) => {
      for (let added = 0; added < count; added++) assert.equal(texts.add(url(texts.lastId + 1)), texts.lastId)
    }
    add(3)
    assert.deepEqual(
      texts.close().map(({ firstId, count }) => [firstId, count]),
      [[1, 3]],
    )
    add(2 * URLS_OF_BLOCK + 1)
    assert.deepEqual(
      texts.close().map(({ firstId, count }) => [firstId, count]),
      [
        [4, URLS_OF_BLOCK],
        [4 + URLS_OF_BLOCK, URLS_OF_BLOCK],
        [4 + 2 * URLS_OF_BLOCK, 1],
      ],
    )
    assert.deepEqual(texts.close(), [])
    add(1)
    for (const id of [1, 3, 4, 3 + URLS_OF_BLOCK, 4 + URLS_OF_BLOCK, texts.lastId - 1, texts.lastId])
      assert.equal(texts.at(id), url(id))
    assert.throws(() => texts.at(texts.lastId + 1), /knows no URL/)
    assert.throws(() => texts.at(0), /knows no URL/)
  })

  it('keeps few blocks unpacked, and unpacks others again', () => {
    const texts = new UrlTexts()
    for (let id = 1; id <= 20; id++) {
      texts.add(url(id))
      texts.close()
    }
    for (const round of [1, 2]) for (let id = 1; id <= 20; id++) assert.equal(texts.at(id), url(id), `round ${round}`)
  })

  it('goes on after the blocks of an interrupted crawl', () => {
    const before = new UrlTexts()
    for (let id = 1; id <= 5; id++) before.add(url(id))
    const texts = new UrlTexts()
    for (const block of before.close()) assert.deepEqual(texts.restore(block), [1, 2, 3, 4, 5].map(url))
    assert.equal(texts.add(url(6)), 6)
    assert.deepEqual([texts.at(2), texts.at(6)], [url(2), url(6)])
  })
})
