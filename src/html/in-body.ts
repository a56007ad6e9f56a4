import { closeFormatting, otherEndTag } from './adoption-agency.ts'
import { byTag, type InsertionMode, ignore } from './insertion-mode.ts'
import { startTagInBody } from './start-tags-in-body.ts'
import { type TagName, tagNumber } from './tags.ts'
import type { TreeBuilder } from './tree-builder.ts'

/** The insertion modes "in body" (HTML standard, 13.2.6.4.7), with its end tags, and "text" (13.2.6.4.8). */

const BODY = tagNumber('body')
const FORM = tagNumber('form')
const LI = tagNumber('li')
const P = tagNumber('p')
const HEADINGS: readonly TagName[] = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const headings = HEADINGS.map(tagNumber)

function body(builder: TreeBuilder): void {
  if (builder.open.hasInScope(BODY)) builder.mode = builder.modes.afterBody
}

function html(builder: TreeBuilder): void {
  if (!builder.open.hasInScope(BODY)) return
  builder.mode = builder.modes.afterBody
  builder.mode.endTag(builder)
}

/** Closes the element of the tag, and all above it: those whose end tags may be missing need no step of their own, as parse errors are not reported. */
function block({ open, token }: TreeBuilder): void {
  if (open.hasInScope(token.tag)) open.popThrough(token.tag)
}

function form(builder: TreeBuilder): void {
  const { open, form: element } = builder
  const isInTemplate = open.templates > 0
  if (!isInTemplate) builder.form = null
  if ((!element && !isInTemplate) || !open.hasInScope(FORM)) return
  open.closeImplied()
  if (isInTemplate) open.popThrough(FORM)
  else if (element) open.remove(element, FORM)
}

function paragraph(builder: TreeBuilder): void {
  if (!builder.open.hasInButtonScope(P)) builder.insertImplied('p')
  builder.closeParagraph()
}

function listItem({ open }: TreeBuilder): void {
  if (open.hasInListItemScope(LI)) open.popThrough(LI)
}

/** The end tag of any heading closes the heading that is open. */
function heading({ open }: TreeBuilder): void {
  const slot = open.topmostOf(headings)
  if (open.isInScope(slot)) open.popTo(slot)
}

function scoped({ open, token, formatting }: TreeBuilder): void {
  if (!open.hasInScope(token.tag)) return
  open.popThrough(token.tag)
  formatting.clearToMarker()
}

function lineBreak(builder: TreeBuilder): void {
  builder.reopenFormatting()
  builder.insertImplied('br')
  builder.open.pop()
  builder.isFramesetOk = false
}

// biome-ignore format: a table
const endTagInBody = byTag<TreeBuilder>(
  otherEndTag,
  [['a', 'b', 'big', 'code', 'em', 'font', 'i', 'nobr', 's', 'small', 'strike', 'strong', 'tt', 'u'], closeFormatting],
  [['p'], paragraph],
  [['address', 'article', 'aside', 'blockquote', 'button', 'center', 'details', 'dialog', 'dir', 'div', 'dl', 'fieldset', 'figcaption', 'figure', 'footer', 'header', 'hgroup', 'listing', 'main', 'menu', 'nav', 'ol', 'pre', 'search', 'section', 'summary', 'ul'], block],
  [['li'], listItem],
  [['dd', 'dt'], block],
  [HEADINGS, heading],
  [['br'], lineBreak],
  [['body'], body],
  [['html'], html],
  [['form'], form],
  [['applet', 'marquee', 'object'], scoped],
  [['template'], builder => builder.modes.inTemplate.endTag(builder)],
)

const OTHER_THAN_WHITESPACE = /[^\t\n\f\r ]/

function whitespace(builder: TreeBuilder): void {
  builder.reopenFormatting()
  builder.insertCharacters(builder.characters)
}

function characters(builder: TreeBuilder): void {
  whitespace(builder)
  builder.isFramesetOk = false
}

/** Without NUL. */
export function textInBody(builder: TreeBuilder): void {
  if (builder.mayHaveNuls && builder.characters.includes('\0')) {
    builder.characters = builder.characters.replaceAll('\0', '')
    if (builder.characters === '') return
  }
  whitespace(builder)
  if (builder.isFramesetOk && OTHER_THAN_WHITESPACE.test(builder.characters)) builder.isFramesetOk = false
}

/** End of the source: open templates end first. */
function endInBody(builder: TreeBuilder): void {
  if (builder.templateModes.length > 0) builder.modes.inTemplate.end(builder)
}

export const inBody: InsertionMode<TreeBuilder> = {
  startTag: startTagInBody,
  endTag: endTagInBody,
  characters,
  whitespace,
  nul: ignore,
  end: endInBody,
  wholeText: textInBody,
  beforeOther: ignore,
}

/** The content of an element that holds only text. */
export const text: InsertionMode<TreeBuilder> = {
  startTag: ignore,
  endTag: leaveText,
  characters: insert,
  whitespace: insert,
  nul: insert,
  end(builder) {
    leaveText(builder)
    builder.end()
  },
  wholeText: insert,
  beforeOther: ignore,
}

function insert(builder: TreeBuilder): void {
  builder.insertCharacters(builder.characters)
}

function leaveText(builder: TreeBuilder): void {
  builder.open.pop()
  builder.mode = builder.originalMode
}
