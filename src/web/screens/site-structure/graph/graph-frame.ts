import type { GraphNode } from './graph-nodes.ts'

/** Maps graph to canvas coordinates: `x * scale + left`, `y * scale + top`. */
export interface Frame {
  scale: number
  left: number
  top: number
}

export interface Size {
  width: number
  height: number
}

const MARGIN_PX = 18
/** The largest scale: a small graph does not fill the canvas. */
const MAX_SCALE = 1.25

/** The frame that shows all nodes, centred. */
export function fittingFrame(nodes: readonly GraphNode[], { width, height }: Size): Frame {
  let [west, east, north, south] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { x, y, radius } of nodes) {
    west = Math.min(west, x - radius)
    east = Math.max(east, x + radius)
    north = Math.min(north, y - radius)
    south = Math.max(south, y + radius)
  }
  if (west > east) return { scale: 1, left: width / 2, top: height / 2 }
  const room = { width: Math.max(1, width - 2 * MARGIN_PX), height: Math.max(1, height - 2 * MARGIN_PX) }
  const scale = Math.min(MAX_SCALE, room.width / (east - west), room.height / (south - north))
  return {
    scale,
    left: width / 2 - ((west + east) / 2) * scale,
    top: height / 2 - ((north + south) / 2) * scale,
  }
}

/** The frame with the zoom and pan of the user applied. */
export function zoomedFrame(fitting: Frame, zoom: { k: number; x: number; y: number }): Frame {
  return {
    scale: fitting.scale * zoom.k,
    left: fitting.left * zoom.k + zoom.x,
    top: fitting.top * zoom.k + zoom.y,
  }
}

/** Nodes are never drawn smaller, nor harder to hit. */
const LEAST_RADIUS_PX = 1.75
const LEAST_HIT_RADIUS_PX = 6

export function shownRadius(node: GraphNode, frame: Frame): number {
  return Math.max(LEAST_RADIUS_PX, node.radius * frame.scale)
}

/** The nearest node at a point of the canvas, null without one. */
export function nodeAt(
  nodes: readonly GraphNode[],
  { frame, x, y }: { frame: Frame; x: number; y: number },
): GraphNode | null {
  let found: GraphNode | null = null
  let nearest = Infinity
  for (const node of nodes) {
    const distance = Math.hypot(node.x * frame.scale + frame.left - x, node.y * frame.scale + frame.top - y)
    if (distance > Math.max(LEAST_HIT_RADIUS_PX, shownRadius(node, frame)) || distance >= nearest) continue
    found = node
    nearest = distance
  }
  return found
}
