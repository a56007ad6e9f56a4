import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Frame, fittingFrame, nodeAt, zoomedFrame } from './graph-frame.ts'
import type { GraphNode } from './graph-nodes.ts'

const size = { width: 800, height: 500 }
const node = (index: number, x: number, y: number): GraphNode => ({ index, x, y, radius: 12, kind: 'ok', label: '' })

test('fittingFrame() shows all nodes, in the middle', () => {
  const nodes = [node(0, -1_000, 0), node(1, 3_000, 500)]
  const { scale, left, top } = fittingFrame(nodes, size)
  for (const { x, y } of nodes) {
    assert.ok(x * scale + left > 0 && x * scale + left < size.width)
    assert.ok(y * scale + top > 0 && y * scale + top < size.height)
  }
  assert.ok(Math.abs(1_000 * scale + left - size.width / 2) < 1e-6)
})

const frames: [what: string, nodes: GraphNode[], canvas: typeof size, expected: Frame][] = [
  [
    'a wide graph within the margins of the sides',
    [node(0, 12, 12), node(1, 1_516, 12)],
    size,
    { scale: 0.5, left: 18, top: 244 },
  ],
  [
    'a high graph within the margins above and below',
    [node(0, 12, 12), node(1, 12, 916)],
    size,
    { scale: 0.5, left: 394, top: 18 },
  ],
  [
    'a canvas that is narrower than its margins',
    [node(0, 12, 12)],
    { width: 30, height: 500 },
    { scale: 1 / 24, left: 14.5, top: 249.5 },
  ],
  [
    'a canvas that is lower than its margins',
    [node(0, 12, 12)],
    { width: 800, height: 30 },
    { scale: 1 / 24, left: 399.5, top: 14.5 },
  ],
]
for (const [what, nodes, canvas, expected] of frames)
  test(`fittingFrame() shows ${what}`, () => assert.deepEqual(fittingFrame(nodes, canvas), expected))

test('fittingFrame() does not blow a small graph up, and takes none', () => {
  assert.equal(fittingFrame([node(0, 5, 5)], size).scale, 1.25)
  assert.deepEqual(fittingFrame([], size), { scale: 1, left: 400, top: 250 })
})

test('zoomedFrame() zooms what the canvas shows, its corner staying where it is', () => {
  const fitting = { scale: 0.5, left: 100, top: 40 }
  assert.deepEqual(zoomedFrame(fitting, { k: 2, x: -30, y: 10 }), { scale: 1, left: 170, top: 90 })
})

test('nodeAt() finds the nearest node, however small it is drawn', () => {
  const nodes = [node(0, 0, 0), node(1, 100, 0)]
  const frame = { scale: 0.05, left: 50, top: 50 }
  assert.equal(nodeAt(nodes, { frame, x: 51, y: 52 })?.index, 0)
  assert.equal(nodeAt(nodes, { frame, x: 54, y: 50 })?.index, 1)
  assert.equal(nodeAt(nodes, { frame, x: 70, y: 70 }), null)
})
