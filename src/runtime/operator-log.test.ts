import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRecentEvents } from './operator-log.ts'

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
