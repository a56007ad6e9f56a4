import assert from 'node:assert/strict'
import { test } from 'node:test'
import { structurePages } from '../structure-pages.ts'
import { createLayout } from './graph-layout.ts'
import { graphOf } from './graph-nodes.ts'

function graphWith(parents: (number | null)[]) {
  const zeros = parents.map(() => 0)
  return graphOf(
    structurePages({
      crawlId: 1,
      totalPages: parents.length,
      omittedPages: 0,
      origin: 'https://site.test',
      paths: parents.map((_, index) => `/${index}`),
      depths: parents.map(() => 3),
      clicks: zeros,
      linkScores: [],
      statuses: zeros,
      titles: [],
      errors: zeros,
      warnings: zeros,
      infos: zeros,
      parents,
      links: [],
      totalLinks: 0,
    }),
  )
}

/** A clock that moves on by a millisecond at each look. */
function ticking() {
  let nowMs = 0
  return () => nowMs++
}

test('createLayout() comes to rest, and no node then overlaps another', () => {
  const { nodes, tree } = graphWith(Array.from({ length: 40 }, (_, index) => (index === 0 ? null : index % 4 ? 0 : 1)))
  const layout = createLayout(nodes, tree, ticking())
  let slices = 0
  while (layout.advance(10)) assert.ok(++slices < 1_000, 'it comes to rest')
  for (const one of nodes)
    for (const other of nodes)
      if (one.index < other.index)
        assert.ok(
          Math.hypot(one.x - other.x, one.y - other.y) > one.radius + other.radius,
          `${one.index} and ${other.index}`,
        )
})

test('createLayout() keeps linked nodes nearer to each other than others', () => {
  const { nodes, tree } = graphWith(Array.from({ length: 20 }, (_, index) => (index < 2 ? null : index % 2)))
  const layout = createLayout(nodes, tree, ticking())
  while (layout.advance(10));
  const meanDistance = (isLinked: boolean) => {
    const distances = nodes.flatMap(one =>
      nodes.slice(0, 2).flatMap(root => {
        if (one.index < 2 || (one.index % 2 === root.index) !== isLinked) return []
        return [Math.hypot(one.x - root.x, one.y - root.y)]
      }),
    )
    return distances.reduce((sum, distance) => sum + distance, 0) / distances.length
  }
  assert.ok(meanDistance(true) < 0.8 * meanDistance(false), `${meanDistance(true)} against ${meanDistance(false)}`)
})

test('createLayout() leaves a node where it was put', () => {
  const { nodes, tree } = graphWith([null, 0, 0])
  const [, held] = nodes
  assert.ok(held)
  const layout = createLayout(nodes, tree, ticking())
  while (layout.advance(10));
  held.fx = 500
  held.fy = -300
  assert.equal(layout.advance(10), false)
  layout.reheat()
  while (layout.advance(10));
  assert.deepEqual([held.x, held.y], [500, -300])
})
