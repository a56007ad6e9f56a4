import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { takeTurns } from './take-turns.ts'

describe('takeTurns()', () => {
  it('starts a piece of work when the one before it has ended', async () => {
    const inTurn = takeTurns()
    const log: string[] = []
    const gate = Promise.withResolvers<void>()
    const first = inTurn(async () => {
      log.push('first begins')
      await gate.promise
      log.push('first ends')
    })
    const second = inTurn(async () => void log.push('second'))
    gate.resolve()
    await Promise.all([first, second])
    assert.deepEqual(log, ['first begins', 'first ends', 'second'])
  })

  it('goes on after one that fails, and tells its caller', async () => {
    const inTurn = takeTurns()
    const failing = inTurn(() => Promise.reject(new Error('no')))
    const next = inTurn(async () => 'yes')
    await assert.rejects(failing, { message: 'no' })
    assert.equal(await next, 'yes')
  })
})
