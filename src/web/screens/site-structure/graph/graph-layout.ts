import {
  type ForceLink,
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type Simulation,
} from 'd3-force'
import type { GraphLink, GraphNode } from './graph-nodes.ts'

type GraphSimulation = Simulation<GraphNode, undefined>

/** Above this number of nodes the layout uses fewer and cheaper steps. */
const LARGE = 600
const STEPS = 300
const STEPS_OF_LARGE = 60
const ALPHA_MIN = 0.001
/** Alpha of the simulation after a node was dragged. */
const ALPHA_REHEATED = 0.25
const GAP_PX = 5
const LINK_LENGTH_PX = 26

export interface GraphLayout {
  /** Moves the nodes for about `budgetMs`, one step at the least; false once they have settled. */
  advance(budgetMs: number): boolean
  /** Restarts after a node was dragged or released. */
  reheat(): void
}

/**
 * A force layout that the caller steps in short slices, so that the browser stays responsive: the content security policy allows no
 * worker.
 */
export function createLayout(nodes: GraphNode[], tree: GraphLink[], now: () => number): GraphLayout {
  const isLarge = nodes.length > LARGE
  const simulation: GraphSimulation = forceSimulation(nodes)
    .alphaMin(ALPHA_MIN)
    .alphaDecay(1 - ALPHA_MIN ** (1 / (isLarge ? STEPS_OF_LARGE : STEPS)))
    .stop()
  if (isLarge) addSparingForces(simulation, tree)
  else addForces(simulation, tree)
  return {
    advance(budgetMs) {
      const startedMs = now()
      do {
        if (simulation.alpha() < ALPHA_MIN) return false
        simulation.tick()
      } while (now() - startedMs < budgetMs)
      return simulation.alpha() >= ALPHA_MIN
    },
    reheat: () => void simulation.alpha(Math.max(simulation.alpha(), ALPHA_REHEATED)),
  }
}

function addForces(simulation: GraphSimulation, tree: GraphLink[]): void {
  simulation
    .force('link', treeForce(tree))
    .force(
      'charge',
      forceManyBody<GraphNode>()
        .strength(node => -node.radius * 9)
        .distanceMax(600),
    )
    .force(
      'collide',
      forceCollide<GraphNode>(node => node.radius + GAP_PX),
    )
    // The canvas is wider than it is high.
    .force('x', forceX<GraphNode>().strength(0.025))
    .force('y', forceY<GraphNode>().strength(0.1))
}

/** Without collisions, which are slow for many children of one node: each node stays near its first place instead. */
function addSparingForces(simulation: GraphSimulation, tree: GraphLink[]): void {
  const homes = new Map(simulation.nodes().map(node => [node, { x: node.x, y: node.y }]))
  simulation
    .force('link', treeForce(tree).strength(0.02))
    .force(
      'charge',
      forceManyBody<GraphNode>()
        .strength(node => -node.radius)
        .distanceMax(80)
        .theta(1.2),
    )
    .force('x', forceX<GraphNode>(node => homes.get(node)?.x ?? 0).strength(0.1))
    .force('y', forceY<GraphNode>(node => homes.get(node)?.y ?? 0).strength(0.1))
}

function treeForce(tree: GraphLink[]): ForceLink<GraphNode, GraphLink> {
  return forceLink<GraphNode, GraphLink>(tree).distance(
    ({ source, target }) => source.radius + target.radius + LINK_LENGTH_PX,
  )
}
