import type { ChildNode, ElementNode } from '#html/node.ts'
import type { FieldPage } from './field-page.ts'

/** The content of an element as HTML (HTML standard, 13.3), until it is longer than `limit`. */
export function innerHtml(element: ElementNode, page: FieldPage, limit: number): string {
  let html = ''
  const stack: (ChildNode | string)[] = element.childNodes.toReversed()
  for (let node = stack.pop(); node !== undefined && html.length <= limit; node = stack.pop()) {
    page.step()
    if (typeof node === 'string') html += node
    else if (node.kind === 'text') html += textHtml(node.value.slice(0, limit), node.parentNode)
    else {
      html += startTag(node, limit)
      if (isVoid(node)) continue
      page.step(node.childNodes.length)
      stack.push(`</${node.tagName}>`)
      for (let at = node.childNodes.length - 1; at >= 0; at--) stack.push(node.childNodes[at] ?? '')
    }
  }
  return html
}

function startTag({ tagName, attrs }: ElementNode, limit: number): string {
  let tag = `<${tagName}`
  for (const { name, value } of attrs) {
    if (tag.length > limit) break
    tag += ` ${name}="${escaped(value.slice(0, limit)).replaceAll('"', '&quot;')}"`
  }
  return `${tag}>`
}

function textHtml(text: string, parent: ChildNode['parentNode']): string {
  const isRaw = parent?.kind === 'element' && rawTexts.has(parent.tagName)
  return isRaw ? text : escaped(text).replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('\u00a0', '&nbsp;')

const rawTexts: ReadonlySet<string> = new Set(['style', 'script', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext'])
const voids = 'area base br col embed hr img input link meta source track wbr'
const voidTags: ReadonlySet<string> = new Set(voids.split(' '))
const isVoid = ({ tagName }: ElementNode) => voidTags.has(tagName)
