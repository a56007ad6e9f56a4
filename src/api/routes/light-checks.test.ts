import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addCrawl } from '#report/test-crawl.ts'
import { openTestApp } from '../test-app.ts'

const url = 'https://a.test/'
const refused: [string, object, string][] = [
  ['a URL of another host', { urls: ['https://b.test/'] }, 'https://b.test/ is not on the host of the website'],
  ['an interval that is too short', { urls: ['/'], minutes: 1 }, 'URLs are checked every 5 minutes at most'],
  ['too many URLs', { urls: Array.from({ length: 11 }, (_, index) => `/${index}`) }, 'At most 10 URLs are checked'],
]

async function openUser() {
  const test = await openTestApp()
  await test.addAccount('ann')
  const ann = test.visitor()
  await ann.signIn('ann')
  const crawl = { ownerId: await ann.ownerId(), url, pages: [{ url }], nowMs: test.clock.nowMs }
  const { websiteId } = await addCrawl(test.store, crawl)
  const path = `/api/websites/${websiteId}/light-checks`
  const send = async (body?: unknown) => {
    const response = await (body === undefined ? ann.get(path) : ann.post(path, body))
    const text = await response.text()
    return response.ok ? JSON.parse(text) : [response.status, text]
  }
  return { test, path, send, [Symbol.asyncDispose]: () => test[Symbol.asyncDispose]() }
}

describe('checks of URLs between crawls', () => {
  it('are set for URLs of the website, each once', async () => {
    await using opened = await openUser()
    assert.deepEqual(await opened.send(), { settings: null, results: [], nextCheckAt: null, minMinutes: 5 })
    const set = await opened.send({ urls: ['/shop', 'https://a.test/shop', url], slowMs: 800 })
    assert.deepEqual(set.settings, { urls: [`${url}shop`, url], minutes: 15, slowMs: 800 })
    assert.equal(set.nextCheckAt, '2026-01-02T12:00:00.000Z')
    assert.deepEqual(await opened.send(), set)
    assert.equal((await opened.send({ urls: [] })).nextCheckAt, null)
  })

  for (const [name, body, message] of refused)
    it(`are refused for ${name}`, async () => {
      await using opened = await openUser()
      assert.deepEqual(await opened.send(body), [400, message])
    })
})
