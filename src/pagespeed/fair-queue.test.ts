import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createFairQueue, type Ticket } from './fair-queue.ts'

const limits = { maxRunning: 1, maxWaiting: 4, maxWaitingPerOwner: 2 }

function entered(ticket: Ticket | string): Ticket {
  assert.ok(typeof ticket !== 'string', `refused: ${ticket}`)
  return ticket
}

/** Names in the order of their turns, each leaving at once. */
async function served(tickets: Record<string, Ticket>): Promise<string[]> {
  const order: string[] = []
  await Promise.all(
    Object.entries(tickets).map(async ([name, ticket]) => {
      await ticket.turn
      order.push(name)
      ticket.leave()
    }),
  )
  return order
}

describe('the queue', () => {
  test('takes turns among owners, in the order that it reports', async () => {
    const queue = createFairQueue(limits)
    const tickets = {
      a1: entered(queue.enter(1)),
      a2: entered(queue.enter(1)),
      a3: entered(queue.enter(1)),
      b1: entered(queue.enter(2)),
      c1: entered(queue.enter(3)),
    }
    assert.deepEqual(
      Object.values(tickets).map(ticket => ticket.place()),
      [0, 3, 4, 1, 2],
    )
    assert.deepEqual(await served(tickets), ['a1', 'b1', 'c1', 'a2', 'a3'])
  })

  test('is bounded, for each owner and in all', () => {
    const queue = createFairQueue(limits)
    for (const ownerId of [1, 1, 1]) entered(queue.enter(ownerId))
    assert.equal(queue.enter(1), 'owner-full')
    const last = [2, 3].map(ownerId => entered(queue.enter(ownerId)))
    assert.equal(queue.enter(4), 'full')
    last[0]?.leave()
    entered(queue.enter(4))
  })

  test('forgets who waits no longer, and who has worked', async () => {
    const queue = createFairQueue(limits)
    const [first, second, third] = [1, 2, 3].map(ownerId => entered(queue.enter(ownerId)))
    second?.leave()
    assert.equal(third?.place(), 1)
    first?.leave()
    await third?.turn
    assert.equal(third?.place(), 0)
    third?.leave()
    await entered(queue.enter(1)).turn
  })

  test('lets as many work at once as it may', async () => {
    const queue = createFairQueue({ ...limits, maxRunning: 2 })
    const [first, second, third] = [1, 1, 1].map(ownerId => entered(queue.enter(ownerId)))
    assert.deepEqual([first?.place(), second?.place(), third?.place()], [0, 0, 1])
  })
})
