import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Excess, excessOf, type ProcessMemory } from './watch-memory.ts'

const browser = (own: number, shared = 0): ProcessMemory => ({
  pid: 1,
  isRenderer: false,
  isBrowser: true,
  own,
  shared,
})
const page = (pid: number, own: number, shared = 0): ProcessMemory => ({
  ...{ pid, own, shared },
  isRenderer: true,
  isBrowser: false,
})
const network = (own: number): ProcessMemory => ({ pid: 9, isRenderer: false, isBrowser: false, own, shared: 0 })

const rows: [name: string, processes: ProcessMemory[], excess: Excess | null][] = [
  ['usual pages', [browser(150, 40), page(2, 300, 40), page(3, 250, 40), network(60)], null],
  ['a page that takes too much', [browser(150), page(2, 1_001)], { pid: 2, of: 'a page', megabytes: 1_001 }],
  [
    'a page with much shared memory',
    [browser(150, 700), page(2, 400, 700)],
    { pid: 2, of: 'a page', megabytes: 1_100 },
  ],
  [
    'what pages keep in the browser itself',
    [browser(1_500), page(2, 200), network(60)],
    { pid: 1, of: 'the browser', megabytes: 1_760 },
  ],
  [
    'what pages keep in a process beside it',
    [browser(150), page(2, 200), network(1_300)],
    { pid: 1, of: 'the browser', megabytes: 1_650 },
  ],
  ['shared memory, which is counted once', [browser(400, 500), page(2, 300, 500), page(3, 300, 500)], null],
]
for (const [name, processes, excess] of rows)
  test(`the memory of a browser with two tabs: ${name}`, () => assert.deepEqual(excessOf(processes, 2), excess))

test('a browser with more tabs may take more', () => assert.equal(excessOf([browser(1_500), page(2, 200)], 4), null))
