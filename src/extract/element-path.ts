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
      if (next !== element) known.set(next, path)
    }
    return path?.text ?? ''
  }
}

interface Path {
  text: string
  segments: number
}

const SEPARATOR = ' > '

function extend(path: Path | undefined, segment: string): Path {
  if (!path || segment.startsWith('#')) return { text: segment, segments: 1 }
  if (path.segments < MAX_SEGMENTS) return { text: path.text + SEPARATOR + segment, segments: path.segments + 1 }
  const tail = path.text.slice(path.text.indexOf(SEPARATOR) + SEPARATOR.length)
  return { text: tail + SEPARATOR + segment, segments: MAX_SEGMENTS }
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
  const seen = new Map<string, { first: ElementNode; count: number }>()
  for (const sibling of parentNode?.childNodes ?? []) {
    if (sibling.kind !== 'element') continue
    const same = seen.get(sibling.tagName)
    if (!same) {
      seen.set(sibling.tagName, { first: sibling, count: 1 })
      sibling.ordinal = 0
    } else {
      same.first.ordinal = 1
      sibling.ordinal = ++same.count
    }
  }
}
