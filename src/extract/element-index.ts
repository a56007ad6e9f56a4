import { attribute, type ChildNode, type ElementNode, isHtml, type RootNode } from '#html/node.ts'

/** Elements that others refer to by id. */
export interface ElementIndex {
  byId(id: string): ElementNode | null
  /** The first `label[for]` of a field's id. */
  labelFor(id: string): ElementNode | null
  /** Texts of elements that aria-labelledby referenced before, by id. */
  referenceTexts: Map<string, string>
}

/** Built at the first lookup: most pages need none. */
export function createElementIndex(root: RootNode): ElementIndex {
  let known: { ids: Map<string, ElementNode>; labels: Map<string, ElementNode> } | null = null
  const maps = () => {
    known ??= buildMaps(root)
    return known
  }
  return {
    byId: id => maps().ids.get(id) ?? null,
    labelFor: id => maps().labels.get(id) ?? null,
    referenceTexts: new Map(),
  }
}

function buildMaps(root: RootNode) {
  const ids = new Map<string, ElementNode>()
  const labels = new Map<string, ElementNode>()
  const ahead: ChildNode[] = root.childNodes.toReversed()
  for (let node = ahead.pop(); node; node = ahead.pop()) {
    if (node.kind === 'text') continue
    const id = attribute(node, 'id')
    if (id && !ids.has(id)) ids.set(id, node)
    const target = isHtml(node) && node.tagName === 'label' ? attribute(node, 'for') : null
    if (target && !labels.has(target)) labels.set(target, node)
    if (node.tagName === 'template' && isHtml(node)) continue
    for (let i = node.childNodes.length - 1; i >= 0; i--) {
      const child = node.childNodes[i]
      if (child) ahead.push(child)
    }
  }
  return { ids, labels }
}
