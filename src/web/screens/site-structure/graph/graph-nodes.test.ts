import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodeLabel, nodeRadius, wedgeLayout } from './graph-nodes.ts'

test('wedgeLayout() puts the top in the middle and gives every node a place of its own', () => {
  const parents = Array.from({ length: 5_000 }, (_, index) => (index === 0 ? null : Math.floor((index - 1) / 7)))
  const places = wedgeLayout(parents)
  assert.deepEqual(places[0], { x: 0, y: 0 })
  assert.equal(new Set(places.map(({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`)).size, 5_000)
})

test('wedgeLayout() takes no more room than its nodes need', () => {
  const star = Array.from({ length: 1_000 }, (_, index) => (index === 0 ? null : 0))
  const furthest = Math.max(...wedgeLayout(star).map(({ x, y }) => Math.hypot(x, y)))
  assert.ok(furthest < 800, `${furthest} px`)
})

test('wedgeLayout() takes nothing, one page, and a chain', () => {
  assert.deepEqual(wedgeLayout([]), [])
  assert.deepEqual(wedgeLayout([null]), [{ x: 0, y: 0 }])
  const chain = wedgeLayout(Array.from({ length: 300 }, (_, index) => (index === 0 ? null : index - 1)))
  assert.ok(chain.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)))
})

test('nodeRadius() is 20, 15 or 12 by depth', () => assert.deepEqual([1, 2, 3, 9].map(nodeRadius), [20, 15, 12, 12]))

const labels: [string, string][] = [
  ['/', '/'],
  ['/breads/rye/', 'rye'],
  ['/breads/?page=2', '?page=2'],
  ['/caf%C3%A9', 'café'],
  ['/%E0%A4%A', '%E0%A4%A'],
  [`/${'x'.repeat(60)}`, `${'x'.repeat(27)}…`],
]
for (const [path, label] of labels) test(`nodeLabel() of ${path}`, () => assert.equal(nodeLabel(path), label))
