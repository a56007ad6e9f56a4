import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createDownloads } from './downloads.ts'

const refused = { code: 'unavailable' }

describe('downloads', () => {
  it('are refused beyond forty of one network, and beyond two hundred in all', () => {
    const open = createDownloads()
    const opened = Array.from({ length: 200 }, (_, at) => open({ ownerId: at, network: `n${Math.floor(at / 40)}` }))
    assert.throws(() => open({ ownerId: 900, network: 'n1' }), {
      ...refused,
      message: '40 downloads of your network are under way. Wait for one to end.',
    })
    assert.throws(() => open({ ownerId: 900, network: 'other' }), {
      ...refused,
      message: 'Too many downloads are under way. Please try again in a moment.',
    })
    opened[0]?.close()
    opened[0]?.close()
    open({ ownerId: 900, network: 'other' })
    assert.throws(() => open({ ownerId: 900, network: 'other' }), refused)
  })

  it('take turns: two pieces at once, one of each owner, in the order of their owners', async () => {
    const open = createDownloads()
    const begun: string[] = []
    const ends = new Map<string, () => void>()
    const piece = (ownerId: number, name: string) =>
      open({ ownerId, network: 'one' }).turn(() => {
        begun.push(name)
        return new Promise<void>(resolve => ends.set(name, resolve))
      })
    const pieces = [piece(1, 'a'), piece(1, 'b'), piece(2, 'c'), piece(3, 'd')]
    const turn = () => new Promise(setImmediate)
    await turn()
    const states = [begun.join('')]
    for (const name of ['a', 'c', 'd', 'b']) {
      ends.get(name)?.()
      await turn()
      states.push(begun.join(''))
    }
    await Promise.all(pieces)
    assert.deepEqual(states, ['ac', 'acd', 'acdb', 'acdb', 'acdb'])
  })

  it('begin when one of the four that their owner has under way has ended', async () => {
    const open = createDownloads()
    const begun: number[] = []
    const opened = [0, 1, 2, 3, 4, 5].map(at => {
      const download = open({ ownerId: at === 5 ? 2 : 1, network: 'one' })
      const piece = download.turn(async () => void begun.push(at))
      return { ...download, piece }
    })
    const turn = () => new Promise(setImmediate)
    await turn()
    const before = [...begun]
    opened[1]?.close()
    await turn()
    assert.deepEqual(
      [before.sort(), begun.sort()],
      [
        [0, 1, 2, 3, 5],
        [0, 1, 2, 3, 4, 5],
      ],
    )
    for (const { close } of opened) close()
  })

  it('of one network take ten places at once, of any number of owners, and leave the others to other networks', async () => {
    const open = createDownloads()
    const begun: string[] = []
    const start = (ownerId: number, network: string) => {
      const download = open({ ownerId, network })
      void download.turn(async () => void begun.push(network))
      return download
    }
    const opened = Array.from({ length: 12 }, (_, at) => start(at, 'one'))
    opened.push(start(100, 'other'))
    const turns = async () => {
      for (let turn = 0; turn < 40; turn++) await new Promise(setImmediate)
      return begun.length
    }
    assert.deepEqual([await turns(), begun.includes('other')], [11, true])
    opened[0]?.close()
    assert.equal(await turns(), 12)
    for (const { close } of opened) close()
  })
})
