import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openTestApp } from '../test-app.ts'

it('a visitor may have a thousand websites, each of which may be crawled again', async () => {
  await using test = await openTestApp()
  const visitor = test.visitor()
  await visitor.post('/api/crawl', { url: 'a.test' })
  const claim = await test.store.crawls.claim('test', test.clock.nowMs, 60_000)
  assert.ok(claim)
  await test.store.crawls.end(claim, { reason: 'finished', sentence: 'Done.', endedMs: test.clock.nowMs })
  const [own] = await test.store.websites.list(await visitor.ownerId())
  assert.ok(own)
  const seen = (count: number) => {
    const others = Array.from({ length: count - 1 }, (_, id) => ({ ...own, id, url: `https://${id}.test/` }))
    test.store.websites.list = async () => [own, ...others, { ...own, role: 'view', url: 'https://shared.test/' }]
  }
  const start = async (url: string) => {
    const response = await visitor.post('/api/crawl', { url })
    return response.ok ? 200 : [response.status, await response.text()]
  }
  seen(1_000)
  const refusal = [409, 'You have 1000 websites. Clear one before you crawl another.']
  assert.deepEqual([await start('b.test'), await start('shared.test'), await start('a.test')], [refusal, refusal, 200])
  seen(999)
  assert.equal(await start('b.test'), 200)
})
