import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addCrawl } from '#report/test-crawl.ts'
import { openTestApp } from '../test-app.ts'

const url = 'https://a.test/'
const refused: [string, object, string][] = [
  ['a URL of another host', { urls: ['https://b.test/'] }, 'https://b.test/ is not on the host of the website'],
  ['an interval that is too short', { urls: ['/'], minutes: 1 }, 'URLs are checked at most every 5 minutes'],
  ['too many URLs', { urls: Array.from({ length: 11 }, (_, index) => `/${index}`) }, 'At most 10 URLs are checked'],
]

async function openUser(overrides: Parameters<typeof openTestApp>[0] = {}) {
  const test = await openTestApp(overrides)
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
  return { test, ann, path, send, [Symbol.asyncDispose]: () => test[Symbol.asyncDispose]() }
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

  it('are those of as many websites as the operator allows', async () => {
    await using opened = await openUser({ maxSchedules: 1 })
    const { test, ann } = opened
    const crawl = { ownerId: await ann.ownerId(), url: 'https://b.test/', pages: [], nowMs: test.clock.nowMs }
    const { websiteId } = await addCrawl(test.store, crawl)
    const statusOf = async (body: object) => (await ann.post(`/api/websites/${websiteId}/light-checks`, body)).status
    await opened.send({ urls: ['/'] })
    assert.equal(await statusOf({ urls: ['/'] }), 409)
    assert.deepEqual(await opened.send({ urls: ['/other'] }), await opened.send(), 'its own may be changed')
    assert.equal(await statusOf({ urls: [] }), 200)
    await opened.send({ urls: [] })
    assert.equal(await statusOf({ urls: ['/'] }), 200)
  })

  const limits: [max: number, sentence: string][] = [
    [0, 'The operator of this server allows no checks between crawls.'],
    [1, 'URLs of at most 1 website of yours can be checked between crawls. Remove those of one first.'],
    [2, 'URLs of at most 2 websites of yours can be checked between crawls. Remove those of one first.'],
  ]
  for (const [maxSchedules, sentence] of limits)
    it(`are refused beyond ${maxSchedules} websites`, async () => {
      await using opened = await openUser({ maxSchedules })
      opened.test.store.lightChecks.save = async () => ({ ok: false, reason: 'full' })
      assert.deepEqual(await opened.send({ urls: ['/'] }), [409, sentence])
    })

  it('are refused of a website that is gone', async () => {
    await using opened = await openUser()
    opened.test.store.lightChecks.save = async () => ({ ok: false, reason: 'gone' })
    assert.deepEqual(await opened.send({ urls: ['/'] }), [404, 'Website not found'])
  })

  for (const [name, body, message] of refused)
    it(`are refused for ${name}`, async () => {
      await using opened = await openUser()
      assert.deepEqual(await opened.send(body), [400, message])
    })
})
