import type { SimulationLinkDatum, SimulationNodeDatum } from 'd3-force'
import { GRAPH_NODE_RADII } from '#shared/constants.ts'
import type { PageKind, StructurePage } from '../structure-pages.ts'
import { wedgeLayout } from './wedge-layout.ts'

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
  const label = query === undefined ? decoded(segment) : `?${query}`
  return label.length <= MAX_LABEL ? label : `${label.slice(0, MAX_LABEL - 1).toWellFormed()}…`
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
