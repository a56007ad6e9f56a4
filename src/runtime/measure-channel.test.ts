import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MeasuredSpeed, SpeedQuestion } from '#crawl/page-speed/measure-page-speed.ts'
import { createMeasureClient, createMeasureServer, type FromMeasurer, type ToMeasurer } from './measure-channel.ts'

const no = (message: string): MeasuredSpeed => ({ ok: false, cause: 'page', message })

/** Both sides, joined as threads would join them, and a measurer that is resolved by hand. */
function stage() {
  const questions: (SpeedQuestion & { resolve(measured: MeasuredSpeed): void; fail(error: Error): void })[] = []
  const messages: (ToMeasurer | FromMeasurer)[] = []
  const logged: string[] = []
  const server = createMeasureServer({
    measure: question => {
      const { promise, resolve, reject } = Promise.withResolvers<MeasuredSpeed>()
      questions.push({ ...question, resolve, fail: reject })
      return promise
    },
    post: message => {
      messages.push(message)
      client.take(message)
    },
    log: event => void logged.push(event),
  })
  const client = createMeasureClient(message => {
    messages.push(message)
    server.take(structuredClone(message))
  })
  const measure = (path: string, signal = new AbortController().signal) =>
    client.measure({ url: `https://site.test/${path}`, device: 'mobile', crawlId: 4, signal })
  return { questions, messages, logged, server, measure }
}

describe('measuring across threads', () => {
  it('returns each result to its question, in whatever order they come', async () => {
    const { questions, measure } = stage()
    const results = [measure('one'), measure('two')]
    questions[1]?.resolve(no('second'))
    questions[0]?.resolve(no('first'))
    assert.deepEqual(await Promise.all(results), [no('first'), no('second')])
    assert.deepEqual(
      questions.map(({ url, device, crawlId }) => [url, device, crawlId]),
      [
        ['https://site.test/one', 'mobile', 4],
        ['https://site.test/two', 'mobile', 4],
      ],
    )
  })

  it('cancels the measurement with the question, and waits for nothing', async () => {
    const { questions, messages, measure } = stage()
    const control = new AbortController()
    const result = measure('one', control.signal)
    control.abort()
    assert.equal((await result).ok, false)
    assert.equal(questions[0]?.signal.aborted, true)
    questions[0]?.resolve(no('too late'))
    await new Promise(setImmediate)
    assert.deepEqual(
      messages.map(({ kind }) => kind),
      ['measure', 'cancel-measure'],
    )
  })

  it('sends nothing for a question that is cancelled already', async () => {
    const { messages, measure } = stage()
    assert.equal((await measure('one', AbortSignal.abort())).ok, false)
    assert.deepEqual(messages, [])
  })

  it('cancels everything when the engine is gone', () => {
    const { questions, server, measure } = stage()
    void measure('one')
    void measure('two')
    server.cancelAll()
    assert.deepEqual(
      questions.map(({ signal }) => signal.aborted),
      [true, true],
    )
  })

  it('returns a failure when measuring throws, and logs it', async () => {
    const { questions, logged, measure } = stage()
    const result = measure('one')
    questions[0]?.fail(new Error('a fault'))
    const measured = await result
    assert.ok(!measured.ok && measured.cause === 'page')
    assert.deepEqual(logged, ['measuring page speed failed'])
  })
})
