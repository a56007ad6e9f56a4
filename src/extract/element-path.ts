import { attribute, type ChildNode, type ElementNode, type ElementPath } from '#html/node.ts'

/** Segments of a path, counted from the element upwards: enough to find it, whatever the depth. */
const MAX_SEGMENTS = 12
const MAX_NAME = 40
/** Ids that need no escaping in a selector. */
const PLAIN_ID = /^[A-Za-z][\w-]{0,63}$/

/**
 * CSS-like path of an element, such as `body > main > p:nth-of-type(2) > a`, from the nearest ancestor with an id or from body
 * or head. Parents keep theirs, so that each link of a list costs one step.
 */
export function pathOf(element: ElementNode): string {
  return (element.path ?? pathWithin(element, MAX_SEGMENTS)).text
}

/** At most `limit` segments, which bounds the recursion. */
function pathWithin(element: ElementNode, limit: number): ElementPath {
  const id = element.attrs.length === 0 ? null : attribute(element, 'id')
  if (id !== null && PLAIN_ID.test(id)) return pathBelow(start, `#${id}`, 0)
  if (element.ordinal < 0) numberSiblings(element)
  const { tagName, ordinal, parentNode } = element
  const name = tagName.length > MAX_NAME ? tagName.slice(0, MAX_NAME) : tagName
  if (limit === 1 || parentNode?.kind !== 'element' || parentNode.tagName === 'html')
    return pathBelow(start, name, ordinal)
  parentNode.path ??= pathWithin(parentNode, limit - 1)
  return pathBelow(parentNode.path, name, ordinal)
}

/**
 * The pages of a site have the same paths: reusing those of earlier pages leaves an eighth less garbage. At this many, all are
 * dropped.
 */
const MOST_PATHS = 5_000
/** Paths of elements later in a list are not kept. */
const LAST_KEPT_ORDINAL = 60
let start = createPath('', { segments: 0, isKept: true })
let keptPaths = 0

function createPath(text: string, { segments, isKept }: Pick<ElementPath, 'segments' | 'isKept'>): ElementPath {
  return { text, segments, isKept, below: null }
}

function pathBelow(path: ElementPath, name: string, ordinal: number): ElementPath {
  return path.below?.get(name)?.[ordinal] ?? newPathBelow(path, name, ordinal)
}

function newPathBelow(path: ElementPath, name: string, ordinal: number): ElementPath {
  if (!path.isKept || ordinal > LAST_KEPT_ORDINAL) return extended(path, { name, ordinal, isKept: false })
  if (keptPaths === MOST_PATHS) {
    keptPaths = 0
    start = createPath('', { segments: 0, isKept: true })
  }
  keptPaths++
  // A copy: a slice would keep the whole page in memory.
  const keptName = ` ${name}`.slice(1)
  const made = extended(path, { name: keptName, ordinal, isKept: true })
  path.below ??= new Map()
  const alike = path.below.get(keptName)
  if (alike) alike[ordinal] = made
  else {
    const paths: ElementPath[] = []
    paths[ordinal] = made
    path.below.set(keptName, paths)
  }
  return made
}

const SEPARATOR = ' > '

function extended(
  { text, segments }: ElementPath,
  { name, ordinal, isKept }: { name: string; ordinal: number; isKept: boolean },
): ElementPath {
  const segment = ordinal > 0 ? `${name}:nth-of-type(${ordinal})` : name
  if (segments === 0) return createPath(segment, { segments: 1, isKept })
  if (segments < MAX_SEGMENTS) return createPath(text + SEPARATOR + segment, { segments: segments + 1, isKept })
  const tail = text.slice(text.indexOf(SEPARATOR) + SEPARATOR.length)
  return createPath(tail + SEPARATOR + segment, { segments: MAX_SEGMENTS, isKept })
}

/** Up to this many tags, siblings are numbered tag by tag. */
const FEW_TAGS = 16

/** Numbers all children of the parent at once: one by one would be quadratic in a list of a million links. */
function numberSiblings({ parentNode }: ElementNode): void {
  const siblings = parentNode?.childNodes ?? []
  let tags = 0
  for (let at = 0; at < siblings.length; at++) {
    const sibling = siblings[at]
    if (sibling?.kind !== 'element' || sibling.ordinal >= 0) continue
    if (tags++ === FEW_TAGS) {
      numberByTags(siblings)
      return
    }
    numberAlike(siblings, at)
  }
}

/** Numbers the siblings that have the tag of the one at `at`. */
function numberAlike(siblings: readonly ChildNode[], at: number): void {
  const first = siblings[at]
  if (first?.kind !== 'element') return
  first.ordinal = 0
  let count = 1
  for (let next = at + 1; next < siblings.length; next++) {
    const sibling = siblings[next]
    if (sibling?.kind !== 'element' || sibling.tagName !== first.tagName) continue
    first.ordinal = 1
    sibling.ordinal = ++count
  }
}

/** Numbers the remaining siblings of many tags in one pass. */
function numberByTags(siblings: readonly ChildNode[]): void {
  const alike = new Map<string, { first: ElementNode; count: number }>()
  for (const sibling of siblings) {
    if (sibling.kind !== 'element' || sibling.ordinal >= 0) continue
    const before = alike.get(sibling.tagName)
    if (before) {
      before.first.ordinal = 1
      sibling.ordinal = ++before.count
    } else {
      sibling.ordinal = 0
      alike.set(sibling.tagName, { first: sibling, count: 1 })
    }
  }
}
