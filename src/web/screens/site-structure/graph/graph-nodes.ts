import type { SimulationLinkDatum, SimulationNodeDatum } from 'd3-force'
import { GRAPH_NODE_RADII } from '#shared/constants.ts'
import { percentDecoded } from '#shared/url.ts'
import type { PageKind, StructurePage } from '../structure-pages.ts'

export interface GraphNode extends SimulationNodeDatum {
  index: number
  x: number
  y: number
  radius: number
  kind: PageKind
  /** The last part of its path. */
  label: string
}

export interface GraphLink extends SimulationLinkDatum<GraphNode> {
  source: GraphNode
  target: GraphNode
}

const MAX_LABEL = 28

export function nodeRadius(depth: number): number {
  const [largest, middle, smallest] = GRAPH_NODE_RADII
  if (depth <= 1) return largest
  return depth === 2 ? middle : smallest
}

/** Nodes at their first places, and the lines of the tree. */
export function graphOf(pages: readonly StructurePage[]): { nodes: GraphNode[]; tree: GraphLink[] } {
  const places = wedgeLayout(pages.map(page => page.parent))
  const nodes = pages.map(({ index, depth, kind, path }) => {
    const { x, y } = places[index] ?? { x: 0, y: 0 }
    return { index, x, y, radius: nodeRadius(depth), kind, label: nodeLabel(path) }
  })
  const tree = pages.flatMap(({ index, parent }) => {
    const [source, target] = [nodes[parent ?? -1], nodes[index]]
    return source && target ? [{ source, target }] : []
  })
  return { nodes, tree }
}

/** `rye` of `/breads/rye/`, `?page=2` of `/breads/?page=2`, `/` of the start page. */
export function nodeLabel(path: string): string {
  const [beforeQuery = '', query] = path.split('?', 2)
  const segment = beforeQuery.split('/').findLast(Boolean) ?? '/'
  const label = query === undefined ? percentDecoded(segment) : `?${query}`
  return label.length <= MAX_LABEL ? label : `${label.slice(0, MAX_LABEL - 1).toWellFormed()}…`
}

interface Point {
  x: number
  y: number
}

/** Room for one node, in pixels of the graph. */
const SPACING = 34
/** The canvas is wider than it is high. */
const FLATNESS = 0.8
/** Successive multiples fill an interval evenly, however many there are (Weyl sequence of the golden ratio). */
const GOLDEN = (Math.sqrt(5) - 1) / 2

/**
 * First places of the nodes of a tree: the top in the middle, every branch in a wedge of its own, each level in a ring whose area is
 * the share of nodes it has. The same tree always gives the same places, none of them twice.
 */
export function wedgeLayout(parents: readonly (number | null)[]): Point[] {
  const children: number[][] = parents.map(() => [])
  const tops: number[] = []
  parents.forEach((parent, index) => {
    const siblings = parent === null ? tops : children[parent]
    siblings?.push(index)
  })
  const order: { index: number; level: number }[] = []
  const waiting = tops.toReversed().map(index => ({ index, level: 0 }))
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    order.push(at)
    const level = at.level + 1
    waiting.push(...(children[at.index] ?? []).toReversed().map(index => ({ index, level })))
  }
  return placed(order, parents.length)
}

/** `order`: from top to bottom, branch by branch. */
function placed(order: readonly { index: number; level: number }[], count: number): Point[] {
  const perLevel: number[] = []
  for (const { level } of order) perLevel[level] = (perLevel[level] ?? 0) + 1
  const before = perLevel.map((_, level) => perLevel.slice(0, level).reduce((sum, each) => sum + each, 0))
  const outer = (SPACING * Math.sqrt(count)) / Math.sqrt(Math.PI)
  const points: Point[] = Array.from({ length: count }, () => ({ x: 0, y: 0 }))
  order.forEach(({ index, level }, position) => {
    if (position === 0) return
    const share = ((before[level] ?? 0) + (perLevel[level] ?? 0) * ((position * GOLDEN) % 1)) / count
    const radius = outer * Math.sqrt(Math.max(share, 1 / count))
    const angle = (2 * Math.PI * position) / count
    points[index] = { x: (radius * Math.cos(angle)) / FLATNESS, y: radius * Math.sin(angle) * FLATNESS }
  })
  return points
}
