import { attribute, type ElementNode } from './node.ts'

/** Segments of a path, counted from the element upwards: enough to find it, whatever the depth. */
const MAX_SEGMENTS = 12
const MAX_NAME = 40
/** Ids that need no escaping in a selector. */
const PLAIN_ID = /^[A-Za-z][\w-]{0,63}$/

/**
 * CSS-like path of an element, such as `body > main > p:nth-of-type(2) > a`, from the nearest ancestor with an id or from body
 * or head. The returned function remembers the paths of parents, so that the links of one list cost one step each.
 */
export function createPathOf(): (element: ElementNode) => string {
  const known = new Map<ElementNode, Path>()
  return element => {
    const above: ElementNode[] = []
    let path: Path | undefined
    for (let node = element; above.length < MAX_SEGMENTS; ) {
      path = known.get(node)
      if (path) break
      above.push(node)
      const parent = node.parentNode
      if (parent?.kind !== 'element' || parent.tagName === 'html' || idSegment(node) !== null) break
      node = parent
    }
    for (let next = above.pop(); next; next = above.pop()) {
      path = extend(path, segmentOf(next))
      known.set(next, path)
    }
    return path?.join(' > ') ?? ''
  }
}

type Path = readonly string[]

function extend(path: Path | undefined, segment: string): Path {
  if (!path || segment.startsWith('#')) return [segment]
  return [...(path.length < MAX_SEGMENTS ? path : path.slice(1)), segment]
}

function idSegment(element: ElementNode): string | null {
  const id = element.attrs.length === 0 ? null : attribute(element, 'id')
  return id !== null && PLAIN_ID.test(id) ? `#${id}` : null
}

function segmentOf(element: ElementNode): string {
  const id = idSegment(element)
  if (id !== null) return id
  if (element.ordinal < 0) numberSiblings(element)
  const name = element.tagName.slice(0, MAX_NAME)
  return element.ordinal > 0 ? `${name}:nth-of-type(${element.ordinal})` : name
}

/** Numbers all children of the parent at once: one by one would be quadratic in a list of a million links. */
function numberSiblings({ parentNode }: ElementNode): void {
  const firsts = new Map<string, ElementNode>()
  const counts = new Map<string, number>()
  for (const sibling of parentNode?.childNodes ?? []) {
    if (sibling.kind !== 'element') continue
    const count = (counts.get(sibling.tagName) ?? 0) + 1
    counts.set(sibling.tagName, count)
    if (count === 1) firsts.set(sibling.tagName, sibling)
    sibling.ordinal = count === 1 ? 0 : count
    const first = count === 2 ? firsts.get(sibling.tagName) : undefined
    if (first) first.ordinal = 1
  }
}
