import type { GraphNode } from './graph-nodes.ts'

/** In canvas pixels. */
export interface Place {
  x: number
  y: number
}

interface PointerMeanings {
  nodeAt(place: Place): GraphNode | null
  /** null when the pointer is on no node or has left. */
  onPoint(node: GraphNode | null, place: Place): void
  /** A node is pressed or released. */
  onHold(isHeld: boolean): void
  onDrag(node: GraphNode, place: Place): void
  onClick(node: GraphNode, options: { isNewTab: boolean }): void
}

/** A smaller movement counts as a click. */
const DRAG_THRESHOLD_PX = 4

/** Pointer events on nodes. Events beside them and the wheel belong to the zoom. */
export function watchPointer(canvas: HTMLCanvasElement, signal: AbortSignal, meanings: PointerMeanings): void {
  let held: { node: GraphNode; from: Place; isDragged: boolean } | null = null
  const letGo = () => {
    held = null
    meanings.onHold(false)
  }
  const listen = (name: `pointer${string}` & keyof HTMLElementEventMap, listener: (event: PointerEvent) => void) =>
    canvas.addEventListener(name, event => event instanceof PointerEvent && listener(event), { signal })

  listen('pointerdown', event => {
    const from = placeOf(event, canvas)
    const node = event.button === 0 ? meanings.nodeAt(from) : null
    if (!node) return
    canvas.setPointerCapture(event.pointerId)
    held = { node, from, isDragged: false }
    meanings.onHold(true)
  })
  listen('pointermove', event => {
    const place = placeOf(event, canvas)
    if (!held) return meanings.onPoint(meanings.nodeAt(place), place)
    held.isDragged ||= Math.hypot(place.x - held.from.x, place.y - held.from.y) > DRAG_THRESHOLD_PX
    if (held.isDragged) meanings.onDrag(held.node, place)
  })
  listen('pointerup', event => {
    const clicked = held && !held.isDragged ? held.node : null
    letGo()
    if (clicked) meanings.onClick(clicked, { isNewTab: event.ctrlKey || event.metaKey })
  })
  listen('pointercancel', letGo)
  listen('pointerleave', event => {
    if (!held) meanings.onPoint(null, placeOf(event, canvas))
  })
}

export function placeOf(event: MouseEvent | TouchEvent, canvas: Element): Place {
  const pointer = 'touches' in event ? event.touches[0] : event
  const { left, top } = canvas.getBoundingClientRect()
  return { x: (pointer?.clientX ?? 0) - left, y: (pointer?.clientY ?? 0) - top }
}
