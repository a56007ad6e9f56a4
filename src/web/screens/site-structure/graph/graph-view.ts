import { type Selection, select } from 'd3-selection'
import { type D3ZoomEvent, type ZoomBehavior, type ZoomTransform, zoom, zoomIdentity } from 'd3-zoom'
import { GRAPH_ZOOM_MAX, GRAPH_ZOOM_MIN } from '#shared/constants.ts'
import { type GraphColours, readColours } from './graph-colours.ts'
import { drawGraph, type Scene } from './graph-drawing.ts'
import { type Frame, fittingFrame, nodeAt, type Size, zoomedFrame } from './graph-frame.ts'
import { createLayout, type GraphLayout } from './graph-layout.ts'
import type { GraphLink, GraphNode } from './graph-nodes.ts'
import { type Place, placeOf, watchPointer } from './graph-pointer.ts'

/** Events of the graph, handled by the screen. */
export interface GraphEvents {
  /** null when the pointer has left; coordinates in canvas pixels. */
  onPoint(node: GraphNode | null, at: Place): void
  onOpen(node: GraphNode, options: { isNewTab: boolean }): void
  /** The nodes have come to rest for the first time. */
  onSettled(): void
}

interface Mounted {
  nodes: GraphNode[]
  tree: GraphLink[]
  /** No motion: the nodes are shown once they have settled. */
  isStill: boolean
  events: GraphEvents
}

/** Of a frame of 16 ms; the rest is for drawing and the browser. */
const STEP_BUDGET_MS = 8
/** While nothing is drawn: short enough not to be noticed. */
const HIDDEN_STEP_BUDGET_MS = 30
/** While nodes move, drawing takes at most a fifth of the time: a large graph is drawn less often, and comes to rest no later. */
const DRAWING_PAUSE_FACTOR = 4
const FOUND_ZOOM = 2.2

/** A graph on a canvas: lays itself out; supports zooming, panning, searching and dragging. */
export class GraphView {
  readonly #canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  readonly #events: GraphEvents
  readonly #isStill: boolean
  readonly #layout: GraphLayout
  readonly #scene: Scene
  readonly #selection: Selection<HTMLCanvasElement, unknown, null, undefined>
  readonly #zooming: ZoomBehavior<HTMLCanvasElement, unknown>
  readonly #ending = new AbortController()
  #found: ReadonlySet<number> | null = null
  #size: Size = { width: 0, height: 0 }
  #colours: GraphColours
  #zoom: ZoomTransform = zoomIdentity
  #fitting: Frame
  #isMoving = true
  #hasSettled = false
  #isHeld = false
  #isDrawingDue = true
  #frameRequest = 0
  #drawing = { endedMs: Number.NEGATIVE_INFINITY, costMs: 0 }

  /** @throws Error without canvas support. */
  constructor(canvas: HTMLCanvasElement, { nodes, tree, isStill, events }: Mounted) {
    const context = canvas.getContext('2d')
    if (!context) throw new Error('the browser draws no canvas')
    this.#canvas = canvas
    this.#context = context
    this.#events = events
    this.#isStill = isStill
    this.#scene = { nodes, tree, links: [], lit: null, active: null }
    this.#layout = createLayout(nodes, tree, () => performance.now())
    this.#colours = readColours(canvas)
    this.#fitting = fittingFrame(nodes, this.#size)
    this.#zooming = this.#createZoom()
    this.#selection = select(canvas)
    // A double click is two clicks, and a click opens the page.
    this.#selection.call(this.#zooming).on('dblclick.zoom', null)
    this.#watchPointer()
    this.#watchSurroundings()
    this.#resize()
  }

  /** Nodes that match the search; null without a search. */
  setFound(found: ReadonlySet<number> | null): void {
    this.#found = found
    this.#light()
    this.#centreFound()
  }

  /** Links to draw beyond the tree. */
  setLinks(links: readonly GraphLink[]): void {
    this.#scene.links = links
    this.#light()
  }

  zoomBy(factor: number): void {
    this.#selection.call(this.#zooming.scaleBy, factor)
  }

  /** Shows the whole graph and releases all nodes. */
  reset(): void {
    const { nodes } = this.#scene
    for (const node of nodes) {
      node.fx = null
      node.fy = null
    }
    this.#selection.call(this.#zooming.transform, zoomIdentity)
    this.#fitting = fittingFrame(nodes, this.#size)
    this.#redraw()
  }

  destroy(): void {
    this.#ending.abort()
    cancelAnimationFrame(this.#frameRequest)
    this.#selection.on('.zoom', null)
  }

  get #frame(): Frame {
    return zoomedFrame(this.#fitting, this.#zoom)
  }

  #nodeAt({ x, y }: Place): GraphNode | null {
    return nodeAt(this.#scene.nodes, { frame: this.#frame, x, y })
  }

  #nextFrame(): void {
    this.#frameRequest ||= requestAnimationFrame(() => this.#step())
  }

  #redraw(): void {
    this.#isDrawingDue = true
    this.#nextFrame()
  }

  #step(): void {
    this.#frameRequest = 0
    const isUnseen = this.#isStill && !this.#hasSettled
    if (this.#isMoving) this.#isMoving = this.#layout.advance(isUnseen ? HIDDEN_STEP_BUDGET_MS : STEP_BUDGET_MS)
    const isRested = performance.now() - this.#drawing.endedMs > this.#drawing.costMs * DRAWING_PAUSE_FACTOR
    if (!this.#isMoving || (!isUnseen && (this.#isDrawingDue || isRested))) this.#draw()
    if (this.#isMoving) this.#nextFrame()
    else if (!this.#hasSettled) {
      this.#hasSettled = true
      this.#centreFound()
      this.#events.onSettled()
    }
  }

  #draw(): void {
    const startedMs = performance.now()
    this.#isDrawingDue = false
    // A held or settled node keeps its place under the pointer.
    if (!this.#isHeld && !this.#hasSettled) this.#fitting = fittingFrame(this.#scene.nodes, this.#size)
    drawGraph({ context: this.#context, size: this.#size, frame: this.#frame, colours: this.#colours }, this.#scene)
    const endedMs = performance.now()
    this.#drawing = { endedMs, costMs: endedMs - startedMs }
  }

  #createZoom(): ZoomBehavior<HTMLCanvasElement, unknown> {
    return zoom<HTMLCanvasElement, unknown>()
      .scaleExtent([GRAPH_ZOOM_MIN, GRAPH_ZOOM_MAX])
      .filter((event: MouseEvent | TouchEvent) => {
        if (event.type === 'wheel') return true
        if ('button' in event && event.button !== 0) return false
        const isPinch = 'touches' in event && event.touches.length > 1
        return isPinch || this.#nodeAt(placeOf(event, this.#canvas)) === null
      })
      .on('zoom', ({ transform }: D3ZoomEvent<HTMLCanvasElement, unknown>) => {
        this.#zoom = transform
        this.#redraw()
      })
  }

  #watchPointer(): void {
    watchPointer(this.#canvas, this.#ending.signal, {
      nodeAt: place => this.#nodeAt(place),
      onPoint: (node, place) => {
        this.#canvas.style.cursor = node ? 'pointer' : 'grab'
        if (node !== this.#scene.active) {
          this.#scene.active = node
          this.#light()
        }
        this.#events.onPoint(node, place)
      },
      onHold: isHeld => {
        this.#isHeld = isHeld
      },
      onDrag: (node, place) => this.#pull(node, place),
      onClick: (node, options) => this.#events.onOpen(node, options),
    })
  }

  /** The node keeps its place until all are released. */
  #pull(node: GraphNode, { x, y }: Place): void {
    const { scale, left, top } = this.#frame
    node.x = node.fx = (x - left) / scale
    node.y = node.fy = (y - top) / scale
    if (!this.#isStill) {
      this.#layout.reheat()
      this.#isMoving = true
    }
    this.#redraw()
  }

  #watchSurroundings(): void {
    const sizes = new ResizeObserver(() => this.#resize())
    sizes.observe(this.#canvas)
    const theme = new MutationObserver(() => {
      this.#colours = readColours(this.#canvas)
      this.#redraw()
    })
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] })
    this.#ending.signal.addEventListener('abort', () => {
      sizes.disconnect()
      theme.disconnect()
    })
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas
    this.#size = { width, height }
    this.#canvas.width = Math.round(width * devicePixelRatio)
    this.#canvas.height = Math.round(height * devicePixelRatio)
    this.#context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
    this.#zooming.translateExtent([
      [-width, -height],
      [2 * width, 2 * height],
    ])
    this.#fitting = fittingFrame(this.#scene.nodes, this.#size)
    this.#redraw()
  }

  /** The nodes around the hovered one, else the search results. */
  #light(): void {
    const { active, tree, links } = this.#scene
    this.#scene.lit = active ? neighbourhood(active, [tree, links]) : this.#found
    this.#redraw()
  }

  /** Centres the only search result. */
  #centreFound(): void {
    const [index, ...others] = this.#found ?? []
    const node = index === undefined || others.length > 0 ? undefined : this.#scene.nodes[index]
    if (!node || !this.#hasSettled) return
    const { scale, left, top } = this.#fitting
    const { width, height } = this.#size
    const centred = zoomIdentity
      .translate(width / 2, height / 2)
      .scale(FOUND_ZOOM)
      .translate(-(node.x * scale + left), -(node.y * scale + top))
    this.#selection.call(this.#zooming.transform, centred)
  }
}

/** A node with its neighbours. */
function neighbourhood(node: GraphNode, lines: readonly (readonly GraphLink[])[]): Set<number> {
  const lit = new Set([node.index])
  for (const { source, target } of lines.flat()) {
    if (source === node) lit.add(target.index)
    if (target === node) lit.add(source.index)
  }
  return lit
}
