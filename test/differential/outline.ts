import { type ChildNode, HTML_NAMESPACE, type RootNode } from '#html/node.ts'

/** A tree as text, a node a line: all that a node has, but not what is yet to be found out. Does not recurse. */
export function outline(root: RootNode): string {
  const lines: string[] = []
  const ahead: { node: ChildNode; depth: number }[] = root.childNodes.map(node => ({ node, depth: 0 })).reverse()
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    const { node, depth } = next
    if (node.kind === 'text') {
      lines.push(`${depth} ${JSON.stringify(isInForeign(node) ? oneReplacement(node.value) : node.value)}`)
      continue
    }
    const attributes = node.attrs.map(({ name, value }) => `${name}=${JSON.stringify(value)}`)
    lines.push(
      [depth, node.namespaceURI.split('/').at(-1), node.tagName, node.start, node.end, ...attributes].join(' '),
    )
    for (const child of node.childNodes.toReversed()) {
      lines.push(...(child.parentNode === node ? [] : [`${depth} a child that has another parent`]))
      ahead.push({ node: child, depth: depth + 1 })
    }
  }
  return lines.join('\n')
}

function isInForeign({ parentNode }: ChildNode): boolean {
  return parentNode?.kind === 'element' && parentNode.namespaceURI !== HTML_NAMESPACE
}

/** parse5 makes one of several NUL characters in SVG or MathML, the standard one of each. */
function oneReplacement(text: string): string {
  return text.replace(/\uFFFD+/g, '\uFFFD')
}
