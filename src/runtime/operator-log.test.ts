import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRecentEvents, operatorLog } from './operator-log.ts'

describe('createRecentEvents()', () => {
  it('gives the newest first, each with its time', () => {
    let nowMs = 1_000
    const recent = createRecentEvents({ now: () => nowMs })
    recent.note('first', { cause: 'this' })
    nowMs = 2_000
    recent.note('second', {})
    assert.deepEqual(recent.newestFirst(), [
      { atMs: 2_000, event: 'second', detail: '{}' },
      { atMs: 1_000, event: 'first', detail: '{"cause":"this"}' },
    ])
  })

  it('keeps 200 events of 500 characters', () => {
    const recent = createRecentEvents({ now: () => 0 })
    for (let number = 1; number <= 250; number++) recent.note(`event ${number}`, { cause: 'x'.repeat(10_000) })
    const events = recent.newestFirst()
    assert.deepEqual([events.length, events[0]?.event, events.at(-1)?.event], [200, 'event 250', 'event 51'])
    assert.ok(events.every(each => each.detail.length === 500))
  })
})

describe('operatorLog()', () => {
  it('writes a line of JSON, of which nothing acts on a terminal', context => {
    const { mock } = context.mock.method(process.stderr, 'write', () => true)
    context.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 10, 20, 1, 2, 3) })
    operatorLog('an event', { cause: 'é\u001b[31m\n\u007f\u009b\u200e\u202e\u2069', count: 2 })
    const written = mock.calls.map(({ arguments: [text] }) => text)
    mock.restore()
    assert.deepEqual(written, [
      String.raw`{"time":"2026-11-20T01:02:03.000Z","event":"an event","cause":"é\u001b[31m\n\u007f\u009b\u200e\u202e\u2069","count":2}` +
        '\n',
    ])
  })
})
