import { attribute, type ElementNode, type ElementPath } from './node.ts'

/** Segments of a path, counted from the element upwards: enough to find it, whatever the depth. */
const MAX_SEGMENTS = 12
const MAX_NAME = 40
/** Ids that need no escaping in a selector. */
const PLAIN_ID = /^[A-Za-z][\w-]{0,63}$/

/**
 * CSS-like path of an element, such as `body > main > p:nth-of-type(2) > a`, from the nearest ancestor with an id or from body
 * or head. Parents remember theirs, so that the links of one list cost one step each.
 */
export function pathOf(element: ElementNode): string {
  const { parentNode } = element
  // Nearly always something else in the parent was asked for before.
  if (element.path === null && parentNode?.kind === 'element' && parentNode.path !== null)
    return extend(parentNode.path, segmentOf(element)).text
  const above: ElementNode[] = []
  let path: ElementPath | null = null
  for (let node = element; above.length < MAX_SEGMENTS; ) {
    path = node.path
    if (path !== null) break
    above.push(node)
    const parent = node.parentNode
    if (parent?.kind !== 'element' || parent.tagName === 'html' || idSegment(node) !== null) break
    node = parent
  }
  for (let next = above.pop(); next; next = above.pop()) {
    path = extend(path, segmentOf(next))
    if (next !== element) next.path = path
  }
  return path?.text ?? ''
}

const SEPARATOR = ' > '

function extend(path: ElementPath | null, segment: string): ElementPath {
  if (path === null || segment.startsWith('#')) return { text: segment, segments: 1 }
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
  const { tagName, ordinal } = element
  const name = tagName.length > MAX_NAME ? tagName.slice(0, MAX_NAME) : tagName
  return ordinal > 0 ? `${name}:nth-of-type(${ordinal})` : name
}

/** Numbers all children of the parent at once: one by one would be quadratic in a list of a million links. */
function numberSiblings({ parentNode }: ElementNode): void {
  const tags = new SiblingTags()
  for (const sibling of parentNode?.childNodes ?? [])
    if (sibling.kind === 'element') sibling.ordinal = tags.numberOf(sibling)
}

/** Tags among siblings that are compared one by one; more of them are looked up. */
const FEW_TAGS = 16

/** Counts siblings by their tags, of which there are one or two. */
class SiblingTags {
  /** The first element of each tag. */
  readonly #firsts: ElementNode[] = []
  readonly #counts: number[] = []
  /** Of the tags behind the first few. */
  #places: Map<string, number> | null = null

  /** 0 for the first of its tag, which becomes the first of several with the second one. */
  numberOf(element: ElementNode): number {
    const place = this.#placeOf(element.tagName)
    const first = this.#firsts[place]
    if (!first) {
      this.#firsts.push(element)
      this.#counts.push(1)
      if (place >= FEW_TAGS) {
        this.#places ??= new Map()
        this.#places.set(element.tagName, place)
      }
      return 0
    }
    first.ordinal = 1
    const count = (this.#counts[place] ?? 0) + 1
    this.#counts[place] = count
    return count
  }

  /** Where the tag is counted, or will be. */
  #placeOf(tag: string): number {
    const { length } = this.#firsts
    for (let place = 0; place < length && place < FEW_TAGS; place++)
      if (this.#firsts[place]?.tagName === tag) return place
    return length < FEW_TAGS ? length : (this.#places?.get(tag) ?? length)
  }
}
