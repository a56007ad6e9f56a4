import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '#shared/errors.ts'
import { computingTurns, requesterOf, requesterTurns, websiteTurns } from './owner-turns.ts'

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

for (const [name, openTurns, networks] of [
  ['requests to slow websites', websiteTurns, 5],
  ['computations', computingTurns, 1],
] as const) {
  test(`${name} of ${networks === 1 ? 'one network' : `${networks} networks`} keep no other one waiting`, async () => {
    const inTurn = openTurns()
    const end = Promise.withResolvers<void>()
    const hostile = Array.from({ length: networks * 100 }, (_, at) =>
      inTurn({ ownerId: at, network: `a${at % networks}` }, () => end.promise).catch(() => {}),
    )
    assert.equal(await inTurn({ ownerId: 'b', network: 'b' }, async () => 'done'), 'done')
    end.resolve()
    await Promise.all(hostile)
  })
}

test('those who have no cookie, and recipients of a share link, take turns by their network', () => {
  const link = { view: null, unlock: async () => {} }
  const of = (requesterId: number | null, share: typeof link | null = null) =>
    requesterOf({ visitor: { requesterId, share }, network: 'n' }).ownerId
  assert.deepEqual([of(7), of(null), of(-3, link)], [7, 'n', '-3 n'])
})
