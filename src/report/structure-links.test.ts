import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LeastLinked } from './structure-links.ts'

const inlinkCounts = [9, 9, 1, 2]

test('LeastLinked keeps all links where there is room', () => {
  const chosen = new LeastLinked({ inlinkCounts, maxLinks: 100 })
  chosen.add({ from: 0, targets: [1, 2, 3] })
  chosen.add({ from: 1, targets: [0] })
  assert.deepEqual(chosen.result(), { links: [0, 2, 0, 3, 0, 1, 1, 0], totalLinks: 4 })
})

test('LeastLinked prefers the pages to which the fewest link, and hands on what a page leaves over', () => {
  const chosen = new LeastLinked({ inlinkCounts, maxLinks: 4 })
  chosen.add({ from: 0, targets: [1, 2, 3] })
  chosen.add({ from: 1, targets: [] })
  chosen.add({ from: 2, targets: [0, 1, 3] })
  chosen.add({ from: 3, targets: [0, 1, 2] })
  assert.deepEqual(chosen.result(), { links: [0, 2, 2, 3, 2, 0, 3, 2], totalLinks: 9 })
})

test('LeastLinked never keeps more than it may', () => {
  const chosen = new LeastLinked({ inlinkCounts, maxLinks: 2 })
  for (const from of [0, 1, 2, 3]) chosen.add({ from, targets: [0, 1, 2, 3].filter(target => target !== from) })
  assert.deepEqual(chosen.result(), { links: [0, 2, 1, 2], totalLinks: 12 })
})
