import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createSharedWork } from './shared-work.ts'

const LEFT = 'left'

/** Work that ends when a test says so, or when it is cancelled. */
function stage() {
  const work = createSharedWork<string, string>({ whenLeft: LEFT })
  const started: { signal: AbortSignal; end: (result: string) => void; fail: (error: Error) => void }[] = []
  const join = (key: string, state = 'state') => {
    const control = new AbortController()
    const result = work.join({
      ...{ key, state, signal: control.signal },
      start: signal => {
        const { promise, resolve, reject } = Promise.withResolvers<string>()
        started.push({ signal, end: resolve, fail: reject })
        return promise
      },
    })
    return { result, leave: () => control.abort() }
  }
  return { work, started, join }
}

describe('shared work', () => {
  it('is done once for all who request it at once, and again for later ones', async () => {
    const { work, started, join } = stage()
    const [first, second, other] = [join('a', 'first'), join('a', 'second'), join('b', 'other')]
    assert.deepEqual([started.length, work.stateOf('a'), [...work.states()]], [2, 'first', ['first', 'other']])
    started[0]?.end('done')
    started[1]?.end('other')
    assert.deepEqual(await Promise.all([first.result, second.result, other.result]), ['done', 'done', 'other'])
    assert.deepEqual([work.stateOf('a'), [...work.states()]], [undefined, []])
    const later = join('a')
    started[2]?.end('again')
    assert.equal(await later.result, 'again')
  })

  it('goes on for those who stay, and is cancelled when the last one has left', async () => {
    const { work, started, join } = stage()
    const [first, second] = [join('a'), join('a')]
    first.leave()
    assert.equal(await first.result, LEFT)
    assert.deepEqual([started[0]?.signal.aborted, work.stateOf('a')], [false, 'state'])
    second.leave()
    assert.equal(await second.result, LEFT)
    assert.deepEqual([started[0]?.signal.aborted, work.stateOf('a')], [true, undefined])
  })

  it('starts anew for one who comes while cancelled work still ends', async () => {
    const { work, started, join } = stage()
    const first = join('a', 'first')
    first.leave()
    const second = join('a', 'second')
    started[0]?.end('too late')
    assert.equal(await first.result, LEFT)
    await turn()
    assert.deepEqual([started.length, work.stateOf('a'), started[1]?.signal.aborted], [2, 'second', false])
    started[1]?.end('done')
    assert.equal(await second.result, 'done')
  })

  it('counts no caller who leaves after it has ended', async () => {
    const { started, join } = stage()
    const [first, second] = [join('a'), join('a')]
    started[0]?.end('done')
    await Promise.all([first.result, second.result])
    first.leave()
    second.leave()
    assert.equal(started[0]?.signal.aborted, false)
  })

  it('fails for all alike', async () => {
    const { work, started, join } = stage()
    const callers = [join('a'), join('a')]
    started[0]?.fail(new Error('No browser.'))
    for (const { result } of callers) await assert.rejects(result, /No browser\./)
    assert.equal(work.stateOf('a'), undefined)
  })

  it('is not begun for one who has left already', async () => {
    const { work, started } = stage()
    const start = () => assert.fail('begun')
    assert.equal(await work.join({ key: 'a', state: '', signal: AbortSignal.abort(), start }), LEFT)
    assert.equal(started.length, 0)
  })

  it('is cancelled when it is closed, which waits for its end; then nothing begins', async () => {
    const { work, started, join } = stage()
    const [running, cut] = [join('a'), join('b')]
    cut.leave()
    let isClosed = false
    const closing = work.close().then(() => {
      isClosed = true
    })
    assert.deepEqual(
      started.map(({ signal }) => signal.aborted),
      [true, true],
    )
    assert.equal(await join('c').result, LEFT)
    started[0]?.end('done')
    await turn()
    assert.deepEqual([await running.result, isClosed], ['done', false])
    started[1]?.fail(new Error('Cut off.'))
    await closing
    assert.equal(started.length, 2)
  })
})
