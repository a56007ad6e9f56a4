import {
  adjustMathmlAttributes,
  adjustSvgAttributes,
  adjustXmlAttributes,
  isForeignContent,
  svgTagName,
} from './foreign-elements.ts'
import type { InsertionModes } from './insertion-mode.ts'
import { HTML_NAMESPACE, MATHML_NAMESPACE, SVG_NAMESPACE } from './node.ts'
import { tagNumber, tagSet } from './tags.ts'
import type { TreeBuilder } from './tree-builder.ts'

const P = tagNumber('p')
const BR = tagNumber('br')
const FONT = tagNumber('font')
// biome-ignore format: a list
const leaving = tagSet(
  'b', 'big', 'blockquote', 'body', 'br', 'center', 'code', 'dd', 'div', 'dl', 'dt', 'em', 'embed', 'h1', 'h2', 'h3', 'h4',
  'h5', 'h6', 'head', 'hr', 'i', 'img', 'li', 'listing', 'menu', 'meta', 'nobr', 'ol', 'p', 'pre', 'ruby', 's', 'small',
  'span', 'strong', 'strike', 'sub', 'sup', 'table', 'tt', 'u', 'ul', 'var',
)
const LEAVING_FONT: ReadonlySet<string> = new Set(['color', 'face', 'size'])

/** Tags in SVG and MathML (HTML standard, 13.2.6.5). */
export const foreign: InsertionModes<TreeBuilder>['foreign'] = { startTag, endTag }

function startTag(builder: TreeBuilder): void {
  if (leavesForeignContent(builder)) {
    popToHtml(builder)
    builder.mode.startTag(builder)
    return
  }
  const { token } = builder
  const namespace = builder.open.current?.namespaceURI ?? HTML_NAMESPACE
  if (namespace === MATHML_NAMESPACE) adjustMathmlAttributes(token.attrs)
  else {
    const name = svgTagName(token.name)
    if (name !== null) {
      token.name = name
      token.tag = tagNumber(name)
    }
    adjustSvgAttributes(token.attrs)
  }
  adjustXmlAttributes(token.attrs)
  if (token.isSelfClosing) builder.appendElement(namespace)
  else builder.insertElement(namespace)
}

function leavesForeignContent({ token }: TreeBuilder): boolean {
  return leaving[token.tag] === 1 || (token.tag === FONT && token.attrs.some(({ name }) => LEAVING_FONT.has(name)))
}

function popToHtml({ open }: TreeBuilder): void {
  while (isForeignContent(open.current)) open.pop()
}

/** Closes the topmost foreign element of the name in either case, unless an HTML element is above it. */
function endTag(builder: TreeBuilder): void {
  const { open, token } = builder
  if (token.tag === P || token.tag === BR) {
    popToHtml(builder)
    builder.mode.endTag(builder)
    return
  }
  const adjusted = svgTagName(token.name)
  const slot = Math.max(
    adjusted === null
      ? open.topmostNamed(SVG_NAMESPACE, token.name, token.tag)
      : open.topmostNamed(SVG_NAMESPACE, adjusted, tagNumber(adjusted)),
    open.topmostNamed(MATHML_NAMESPACE, token.name, token.tag),
  )
  if (slot > open.topmostHtml()) open.popTo(slot)
  else builder.mode.endTag(builder)
}
