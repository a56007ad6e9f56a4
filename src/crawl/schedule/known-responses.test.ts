import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KnownResponse } from '#fetch/fetch.ts'
import { KnownResponses } from './known-responses.ts'

const responseOf = (location: string, status = 301): KnownResponse => ({
  status,
  httpVersion: '1.1',
  headers: [['location', location]],
  timing: { ttfbMs: 1, totalMs: 2 },
})

function bench() {
  const known = new KnownResponses()
  const replies: [holder: string, location: string | null][] = []
  const recall = (key: string, holder: string, times = 1) =>
    known.recall(key, {
      holder,
      times,
      reply: response => void replies.push([holder, response?.headers[0]?.[1] ?? null]),
    })
  return { known, replies, recall }
}

describe('known responses', () => {
  it('are requested by one, and all others wait for it', () => {
    const { known, replies, recall } = bench()
    for (const holder of ['a', 'b', 'c']) recall('GET /x', holder)
    assert.deepEqual(replies, [['a', null]])
    known.learn('GET /x', { holder: 'a', response: responseOf('/y') })
    recall('GET /x', 'd')
    assert.deepEqual(replies.slice(1), [
      ['b', '/y'],
      ['c', '/y'],
      ['d', '/y'],
    ])
  })

  it('are requested by the next one when the first learned nothing, or was lost', () => {
    const { known, replies, recall } = bench()
    for (const holder of ['a', 'b', 'c']) recall('GET /x', holder)
    known.learn('GET /x', { holder: 'a', response: null })
    known.release('b')
    known.release('unknown')
    assert.deepEqual(replies, [
      ['a', null],
      ['b', null],
      ['c', null],
    ])
  })

  it('are requested again for a confirmation, which one other request alike is, too', () => {
    const { known, replies, recall } = bench()
    recall('GET /x', 'a')
    known.learn('GET /x', { holder: 'a', response: responseOf('/y', 302) })
    recall('GET /x', 'a', 2)
    known.learn('GET /x', { holder: 'a', response: responseOf('/y', 302) })
    recall('GET /x', 'b', 2)
    assert.deepEqual(replies, [
      ['a', null],
      ['a', null],
      ['b', '/y'],
    ])
    known.learn('GET /x', { holder: 'c', response: responseOf('/z', 302) })
    recall('GET /x', 'd')
    recall('GET /x', 'd', 2)
    assert.deepEqual(replies.slice(3), [
      ['d', '/z'],
      ['d', null],
    ])
  })

  it('are no longer waited for when the crawl ends', () => {
    const { known, replies, recall } = bench()
    for (const holder of ['a', 'b', 'c']) recall('GET /x', holder)
    known.endWaiting()
    known.release('a')
    assert.deepEqual(replies, [
      ['a', null],
      ['b', null],
      ['c', null],
    ])
  })

  it('are bounded: the oldest are forgotten, and what is large is not remembered', () => {
    const { known, replies, recall } = bench()
    const learn = (key: string, location: string) => known.learn(key, { holder: 'a', response: responseOf(location) })
    for (let index = 0; index < 2_000; index++) learn(`GET /${index}`, 'x'.repeat(7_000))
    learn('GET /large', 'x'.repeat(9_000))
    for (const key of ['GET /0', 'GET /large', 'GET /1999']) {
      recall(key, key)
    }
    assert.deepEqual(
      replies.map(([, location]) => location?.length ?? 0),
      [0, 0, 7_000],
    )
  })
})
