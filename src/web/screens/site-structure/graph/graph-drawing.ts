import { plainText } from '#shared/plain-text.ts'
import type { PageKind } from '../structure-pages.ts'
import type { GraphColours } from './graph-colours.ts'
import { type Frame, type Size, shownRadius } from './graph-frame.ts'
import type { GraphLink, GraphNode } from './graph-nodes.ts'

export interface Scene {
  nodes: readonly GraphNode[]
  tree: readonly GraphLink[]
  /** Links between pages beyond the tree; empty while they are not shown. */
  links: readonly GraphLink[]
  /** The highlighted nodes, null for all; the others are drawn faintly. */
  lit: ReadonlySet<number> | null
  /** The hovered node. */
  active: GraphNode | null
}

interface Canvas {
  context: CanvasRenderingContext2D
  size: Size
  frame: Frame
  colours: GraphColours
}

const ROUND_RADIUS_PX = 2.5
/** With more nodes, outlines are skipped: they cost more time than the nodes. */
const MAX_OUTLINED = 1_500
const PIECES_PER_PATH = 100
const FULL_TURN = 2 * Math.PI
const FAINT = 0.16
/** From this size a node has room for its sign and a label. */
const SIGN_RADIUS_PX = 5
const LABEL_RADIUS_PX = 7
const MAX_LABELS_TRIED = 300
const LABEL_FONT = '12px system-ui, "Noto Sans", "Liberation Sans", Arial, sans-serif'
const LABEL_HEIGHT_PX = 15
const LABEL_GAP_PX = 4
const kinds: readonly PageKind[] = ['ok', 'redirect', 'error']

/** Draws everything, from lines to labels. */
export function drawGraph(canvas: Canvas, scene: Scene): void {
  const { context, size } = canvas
  context.clearRect(0, 0, size.width, size.height)
  const isAllLit = scene.lit === null
  drawLines(canvas, { lines: scene.tree, colour: canvas.colours.line, alpha: isAllLit ? 0.55 : FAINT })
  drawLines(canvas, { lines: scene.links, colour: canvas.colours.link, alpha: isAllLit ? 0.16 : 0.05 })
  if (scene.active) drawLinesOf(canvas, scene, scene.active)
  const visible = scene.nodes.filter(node => isVisible(node, canvas))
  for (const kind of kinds) {
    const ofKind = visible.filter(node => node.kind === kind)
    const { lit } = scene
    drawNodes(canvas, { kind, nodes: lit ? ofKind.filter(node => !lit.has(node.index)) : [], alpha: FAINT })
    drawNodes(canvas, { kind, nodes: lit ? ofKind.filter(node => lit.has(node.index)) : ofKind, alpha: 1 })
  }
  if (scene.active) drawRing(canvas, scene.active)
  drawLabels(canvas, { nodes: visible, scene })
}

function place(node: GraphNode, { scale, left, top }: Frame): [x: number, y: number] {
  return [node.x * scale + left, node.y * scale + top]
}

function isVisible(node: GraphNode, { frame, size }: Canvas): boolean {
  const [x, y] = place(node, frame)
  const radius = shownRadius(node, frame)
  return x > -radius && x < size.width + radius && y > -radius && y < size.height + radius
}

function drawLines(
  { context, frame }: Canvas,
  { lines, colour, alpha }: { lines: readonly GraphLink[]; colour: string; alpha: number },
): void {
  context.globalAlpha = alpha
  context.strokeStyle = colour
  context.lineWidth = Math.max(0.5, Math.min(1.5, 3 * frame.scale))
  for (const part of parts(lines)) {
    context.beginPath()
    for (const { source, target } of part) {
      context.moveTo(...place(source, frame))
      context.lineTo(...place(target, frame))
    }
    context.stroke()
  }
  context.globalAlpha = 1
}

function drawLinesOf(canvas: Canvas, { tree, links }: Scene, node: GraphNode): void {
  const touches = (line: GraphLink) => line.source === node || line.target === node
  drawLines(canvas, { lines: links.filter(touches), colour: canvas.colours.link, alpha: 0.9 })
  drawLines(canvas, { lines: tree.filter(touches), colour: canvas.colours.ink, alpha: 0.9 })
}

function drawNodes(
  canvas: Canvas,
  { kind, nodes, alpha }: { kind: PageKind; nodes: readonly GraphNode[]; alpha: number },
): void {
  const { context, frame, colours } = canvas
  context.globalAlpha = alpha
  context.fillStyle = colours[kind]
  context.strokeStyle = colours.surface
  context.lineWidth = Math.min(2, 6 * frame.scale)
  for (const part of parts(nodes)) {
    context.beginPath()
    for (const node of part) addShape(canvas, node)
    context.fill()
    if (nodes.length < MAX_OUTLINED) context.stroke()
  }
  for (const part of parts(nodes)) drawSigns(canvas, { kind, nodes: part })
  context.globalAlpha = 1
}

function addShape({ context, frame }: Canvas, node: GraphNode): void {
  const [x, y] = place(node, frame)
  const radius = shownRadius(node, frame)
  // Squares are fast to draw by the thousand, and look like dots at this size.
  if (radius < ROUND_RADIUS_PX) context.rect(x - radius, y - radius, 2 * radius, 2 * radius)
  else {
    context.moveTo(x + radius, y)
    context.arc(x, y, radius, 0, FULL_TURN)
  }
}

/** Segments per path: one path of thousands of segments is far slower than many short ones. */
function* parts<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += PIECES_PER_PATH) yield items.slice(start, start + PIECES_PER_PATH)
}

/** Never colour alone: a redirect is a ring, an error is crossed out. */
function drawSigns(
  { context, frame, colours }: Canvas,
  { kind, nodes }: { kind: PageKind; nodes: readonly GraphNode[] },
): void {
  if (kind === 'ok') return
  context.beginPath()
  for (const node of nodes) {
    const radius = shownRadius(node, frame)
    if (radius < SIGN_RADIUS_PX) continue
    const [x, y] = place(node, frame)
    const reach = radius * 0.42
    if (kind === 'redirect') {
      context.moveTo(x + reach, y)
      context.arc(x, y, reach, 0, FULL_TURN)
    } else {
      context.moveTo(x - reach, y - reach)
      context.lineTo(x + reach, y + reach)
      context.moveTo(x + reach, y - reach)
      context.lineTo(x - reach, y + reach)
    }
  }
  if (kind === 'redirect') {
    context.fillStyle = colours.surface
    context.fill()
  } else {
    context.strokeStyle = colours.surface
    context.lineWidth = Math.max(1.5, 4 * frame.scale)
    context.stroke()
  }
}

function drawRing({ context, frame, colours }: Canvas, node: GraphNode): void {
  const [x, y] = place(node, frame)
  context.beginPath()
  context.arc(x, y, shownRadius(node, frame) + 3, 0, FULL_TURN)
  context.strokeStyle = colours.accent
  context.lineWidth = 2.5
  context.stroke()
}

interface Box {
  left: number
  right: number
  y: number
}

/** Largest nodes first; skips labels that would overlap or be cut off. */
function drawLabels(
  canvas: Canvas,
  { nodes, scene: { lit, active } }: { nodes: readonly GraphNode[]; scene: Scene },
): void {
  const { context, frame, colours, size } = canvas
  const labelled = nodes
    .filter(node => node === active || (shownRadius(node, frame) >= LABEL_RADIUS_PX && (lit?.has(node.index) ?? true)))
    .sort((one, other) => Number(other === active) - Number(one === active) || other.radius - one.radius)
    .slice(0, MAX_LABELS_TRIED)
  const taken: Box[] = nodes.map(node => boxOfNode(node, frame))
  context.font = LABEL_FONT
  context.direction = 'ltr'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  for (const node of labelled) {
    const text = plainText(node.label)
    const { width } = context.measureText(text)
    const box = boxOfLabel(node, { frame, width, edge: size.width, taken, isForced: node === active })
    if (!box) continue
    taken.push(box)
    context.strokeStyle = colours.surface
    context.lineWidth = 3.5
    context.strokeText(text, box.left, box.y)
    context.fillStyle = colours.ink
    context.fillText(text, box.left, box.y)
  }
}

function boxOfNode(node: GraphNode, frame: Frame): Box {
  const [x, y] = place(node, frame)
  const radius = shownRadius(node, frame)
  return { left: x - radius, right: x + radius, y }
}

/** To the right of the node, else to the left; null when neither is free. */
function boxOfLabel(
  node: GraphNode,
  given: { frame: Frame; width: number; edge: number; taken: readonly Box[]; isForced: boolean },
): Box | null {
  const { frame, width, edge, taken, isForced } = given
  const { left, right, y } = boxOfNode(node, frame)
  const boxes = [
    { left: right + LABEL_GAP_PX, right: right + LABEL_GAP_PX + width, y },
    { left: left - LABEL_GAP_PX - width, right: left - LABEL_GAP_PX, y },
  ]
  const whole = boxes.filter(box => box.left >= 0 && box.right <= edge)
  const free = whole.find(box => !taken.some(other => overlap(other, box)))
  return free ?? (isForced ? (whole[0] ?? boxes[0] ?? null) : null)
}

function overlap(one: Box, other: Box): boolean {
  if (Math.abs(one.y - other.y) >= LABEL_HEIGHT_PX) return false
  return one.left < other.right && other.left < one.right
}
