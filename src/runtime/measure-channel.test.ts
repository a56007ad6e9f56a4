import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MeasuredSpeed, SpeedQuestion } from '#crawl/page-speed/measure-page-speed.ts'
import { createMeasureClient, createMeasureServer, type FromMeasurer, type ToMeasurer } from './measure-channel.ts'

const no = (message: string): MeasuredSpeed => ({ ok: false, cause: 'page', message })

/** Both sides, joined as threads would join them, and a measurer that answers by hand. */
function stage() {
  const asked: (SpeedQuestion & { answer(measured: MeasuredSpeed): void; fail(error: Error): void })[] = []
  const messages: (ToMeasurer | FromMeasurer)[] = []
  const logged: string[] = []
  const answerer = createMeasureServer({
    measure: question => {
      const { promise, resolve, reject } = Promise.withResolvers<MeasuredSpeed>()
      asked.push({ ...question, answer: resolve, fail: reject })
      return promise
    },
    post: message => {
      messages.push(message)
      asker.take(message)
    },
    log: event => void logged.push(event),
  })
  const asker = createMeasureClient(message => {
    messages.push(message)
    answerer.take(structuredClone(message))
  })
  const ask = (path: string, signal = new AbortController().signal) =>
    asker.measure({ url: `https://site.test/${path}`, device: 'mobile', crawlId: 4, signal })
  return { asked, messages, logged, answerer, ask }
}

describe('measuring across threads', () => {
  it('brings each answer to its question, in whatever order they come', async () => {
    const { asked, ask } = stage()
    const answers = [ask('one'), ask('two')]
    asked[1]?.answer(no('second'))
    asked[0]?.answer(no('first'))
    assert.deepEqual(await Promise.all(answers), [no('first'), no('second')])
    assert.deepEqual(
      asked.map(({ url, device, crawlId }) => [url, device, crawlId]),
      [
        ['https://site.test/one', 'mobile', 4],
        ['https://site.test/two', 'mobile', 4],
      ],
    )
  })

  it('cancels the measurement with the question, and waits for nothing', async () => {
    const { asked, messages, ask } = stage()
    const control = new AbortController()
    const answer = ask('one', control.signal)
    control.abort()
    assert.equal((await answer).ok, false)
    assert.equal(asked[0]?.signal.aborted, true)
    asked[0]?.answer(no('too late'))
    await new Promise(setImmediate)
    assert.deepEqual(
      messages.map(({ kind }) => kind),
      ['measure', 'cancel-measure'],
    )
  })

  it('asks nothing for a question that is cancelled already', async () => {
    const { messages, ask } = stage()
    assert.equal((await ask('one', AbortSignal.abort())).ok, false)
    assert.deepEqual(messages, [])
  })

  it('cancels everything when whoever asked is gone', () => {
    const { asked, answerer, ask } = stage()
    void ask('one')
    void ask('two')
    answerer.cancelAll()
    assert.deepEqual(
      asked.map(({ signal }) => signal.aborted),
      [true, true],
    )
  })

  it('answers when measuring throws, and tells the operator', async () => {
    const { asked, logged, ask } = stage()
    const answer = ask('one')
    asked[0]?.fail(new Error('a fault'))
    const measured = await answer
    assert.ok(!measured.ok && measured.cause === 'page')
    assert.deepEqual(logged, ['measuring page speed failed'])
  })
})
