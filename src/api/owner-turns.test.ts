import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '#shared/errors.ts'
import { requesterTurns } from './owner-turns.ts'

test('one network with many owners takes its own turns alone, and leaves the others to other networks', async () => {
  const inTurn = requesterTurns({
    perOwner: { atOnce: 1, maxWaiting: 1 },
    perNetwork: { atOnce: 1, maxWaiting: 2 },
    inAll: { atOnce: 2, maxWaiting: 4 },
  })
  const begun: string[] = []
  const end = Promise.withResolvers<void>()
  const work = (ownerId: number, network: string) =>
    inTurn({ ownerId, network }, async () => {
      begun.push(`${network}${ownerId}`)
      await end.promise
    }).then(
      () => 'done',
      (error: unknown) => (error instanceof AppError ? error.code : 'fault'),
    )
  const ofMany = [1, 1, 1, 2, 3, 4].map(ownerId => work(ownerId, 'a'))
  const ofOther = work(5, 'b')
  assert.deepEqual([await ofMany[2], await ofMany[5]], ['unavailable', 'unavailable'])
  assert.deepEqual(begun, ['a1', 'b5'])
  end.resolve()
  assert.deepEqual(await Promise.all([...ofMany, ofOther]), [
    'done',
    'done',
    'unavailable',
    'done',
    'done',
    'unavailable',
    'done',
  ])
})
