import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pacedReading } from './long-reads.ts'
import { openTestApp } from './test-app.ts'

describe('pacedReading()', () => {
  it('reads what the store reads, after what others started for', async () => {
    await using test = await openTestApp()
    const order: string[] = []
    const reading = pacedReading(test.store.reading, new AbortController().signal)
    setImmediate(() => order.push('another request'))
    assert.deepEqual(await reading.pages(1, { limit: 5 }), [])
    order.push('the read')
    assert.deepEqual(order, ['another request', 'the read'])
    assert.equal(await reading.crawl(1), null)
  })

  it('begins no read once the connection has closed', async () => {
    await using test = await openTestApp()
    let reads = 0
    const counted = {
      ...test.store.reading,
      crawl: async () => {
        reads += 1
        return null
      },
    }
    const closing = new AbortController()
    const reading = pacedReading(counted, closing.signal)
    await reading.crawl(1)
    const started = reading.crawl(1)
    closing.abort()
    await assert.rejects(started, { code: 'unavailable', message: 'The connection was closed.' })
    assert.equal(reads, 1)
  })
})
