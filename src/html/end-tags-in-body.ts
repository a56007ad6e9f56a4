import { closeFormatting } from './adoption-agency.ts'
import { otherEndTag } from './end-of-element.ts'
import { byTag } from './insertion-mode.ts'
import { type TagName, tagNumber } from './tags.ts'
import type { TreeBuilder } from './tree-builder.ts'

/** End tags in the body (HTML standard, 13.2.6.4.7). */
type Builder = TreeBuilder

const BODY = tagNumber('body')
const FORM = tagNumber('form')
const LI = tagNumber('li')
const P = tagNumber('p')
const HEADINGS: readonly TagName[] = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const headings = HEADINGS.map(tagNumber)

function body(builder: Builder): void {
  if (builder.open.hasInScope(BODY)) builder.mode = builder.modes.afterBody
}

function html(builder: Builder): void {
  if (!builder.open.hasInScope(BODY)) return
  builder.mode = builder.modes.afterBody
  builder.mode.endTag(builder)
}

function block({ open, token }: Builder): void {
  if (!open.hasInScope(token.tag)) return
  open.closeImplied()
  open.popThrough(token.tag)
}

function form(builder: Builder): void {
  const { open, form: element } = builder
  const isInTemplate = open.templates > 0
  if (!isInTemplate) builder.form = null
  if ((!element && !isInTemplate) || !open.hasInScope(FORM)) return
  open.closeImplied()
  if (isInTemplate) open.popThrough(FORM)
  else if (element) open.remove(element, FORM)
}

function paragraph(builder: Builder): void {
  if (!builder.open.hasInButtonScope(P)) builder.insertImplied('p')
  builder.closeParagraph()
}

function listItem({ open }: Builder): void {
  if (!open.hasInListItemScope(LI)) return
  open.closeImpliedBut(LI)
  open.popThrough(LI)
}

function description({ open, token }: Builder): void {
  if (!open.hasInScope(token.tag)) return
  open.closeImpliedBut(token.tag)
  open.popThrough(token.tag)
}

/** Any heading ends with the end tag of any other. */
function heading({ open }: Builder): void {
  if (!open.isInScope(open.topmostOf(headings))) return
  open.closeImplied()
  open.popTo(open.topmostOf(headings))
}

function scoped(builder: Builder): void {
  if (!builder.open.hasInScope(builder.token.tag)) return
  block(builder)
  builder.formatting.clearToMarker()
}

function lineBreak(builder: Builder): void {
  builder.reopenFormatting()
  builder.insertImplied('br')
  builder.open.pop()
  builder.isFramesetOk = false
}

// biome-ignore format: a table
export const endTagInBody = byTag<Builder>(
  otherEndTag,
  [['a', 'b', 'big', 'code', 'em', 'font', 'i', 'nobr', 's', 'small', 'strike', 'strong', 'tt', 'u'], closeFormatting],
  [['p'], paragraph],
  [['address', 'article', 'aside', 'blockquote', 'button', 'center', 'details', 'dialog', 'dir', 'div', 'dl', 'fieldset', 'figcaption', 'figure', 'footer', 'header', 'hgroup', 'listing', 'main', 'menu', 'nav', 'ol', 'pre', 'search', 'section', 'summary', 'ul'], block],
  [['li'], listItem],
  [['dd', 'dt'], description],
  [HEADINGS, heading],
  [['br'], lineBreak],
  [['body'], body],
  [['html'], html],
  [['form'], form],
  [['applet', 'marquee', 'object'], scoped],
  [['template'], builder => builder.modes.inTemplate.endTag(builder)],
)
