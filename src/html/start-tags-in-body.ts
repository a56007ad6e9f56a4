import { closeFormatting } from './adoption-agency.ts'
import { adjustMathmlAttributes, adjustSvgAttributes, adjustXmlAttributes } from './foreign-elements.ts'
import { byTag, ignore } from './insertion-mode.ts'
import { type Attribute, type ElementNode, MATHML_NAMESPACE, type Namespace, SVG_NAMESPACE } from './node.ts'
import { tagNumber, tagSet } from './tags.ts'
import { detach } from './tree.ts'
import type { TreeBuilder } from './tree-builder.ts'

/** Start tags in the body (HTML standard, 13.2.6.4.7). */
type Builder = TreeBuilder

const A = tagNumber('a')
const BODY = tagNumber('body')
const BUTTON = tagNumber('button')
const DD = tagNumber('dd')
const DT = tagNumber('dt')
const LI = tagNumber('li')
const NOBR = tagNumber('nobr')
const OPTION = tagNumber('option')
const RTC = tagNumber('rtc')
const RUBY = tagNumber('ruby')
const headings = tagSet('h1', 'h2', 'h3', 'h4', 'h5', 'h6')
/** Each further `<html>` or `<body>` tag may add attributes; comparing them all would be quadratic. */
const MAX_MERGED_ATTRIBUTES = 200

const byHead = (builder: Builder) => builder.modes.inHead.startTag(builder)

function mergeAttributes(recipient: ElementNode, attrs: readonly Attribute[]): void {
  if (attrs.length === 0 || recipient.attrs.length > MAX_MERGED_ATTRIBUTES) return
  const known = new Set(recipient.attrs.map(({ name }) => name))
  recipient.attrs = [...recipient.attrs, ...attrs.filter(({ name }) => !known.has(name))]
}

function html(builder: Builder): void {
  const root = builder.open.elements[0]
  if (root && builder.open.templates === 0) mergeAttributes(root, builder.token.attrs)
}

/** The body, where it is the second open element. */
function openBody({ open }: Builder): ElementNode | null {
  return open.top >= 1 && open.tags[1] === BODY ? (open.elements[1] ?? null) : null
}

function body(builder: Builder): void {
  const element = openBody(builder)
  if (!element || builder.open.templates > 0) return
  builder.noteRepeated(element)
  builder.isFramesetOk = false
  mergeAttributes(element, builder.token.attrs)
}

function frameset(builder: Builder): void {
  const element = openBody(builder)
  if (!builder.isFramesetOk || !element) return
  detach(element)
  builder.open.popTo(1)
  builder.insertElement()
  builder.mode = builder.modes.inFrameset
}

function block(builder: Builder): void {
  builder.closeParagraphInButtonScope()
  builder.insertElement()
}

function heading(builder: Builder): void {
  builder.closeParagraphInButtonScope()
  if (headings[builder.open.currentTag] === 1) builder.open.pop()
  builder.insertElement()
}

function preformatted(builder: Builder): void {
  block(builder)
  builder.skipsLineFeed = true
  builder.isFramesetOk = false
}

function form(builder: Builder): void {
  const isInTemplate = builder.open.templates > 0
  if (builder.form && !isInTemplate) return
  builder.closeParagraphInButtonScope()
  const element = builder.insertElement()
  if (!isInTemplate) builder.form = element
}

/** Closes the topmost open item of the kind, unless a special element other than address, div and p is above it. */
function listItem(builder: Builder): void {
  const { open, token } = builder
  builder.isFramesetOk = false
  const slot = token.tag === LI ? open.topmost(LI) : Math.max(open.topmost(DD), open.topmost(DT))
  const tag = slot === -1 ? undefined : open.tags[slot]
  if (tag !== undefined && !open.hasListItemBoundaryAbove(slot)) open.popThrough(tag)
  block(builder)
}

function plaintext(builder: Builder): void {
  block(builder)
  builder.textModel = 'plain text'
}

function button(builder: Builder): void {
  if (builder.open.hasInScope(BUTTON)) builder.open.popThrough(BUTTON)
  builder.reopenFormatting()
  builder.insertElement()
  builder.isFramesetOk = false
}

function anchor(builder: Builder): void {
  const entry = builder.formatting.newestOf(A)
  if (entry) {
    closeFormatting(builder)
    if (entry.slot !== -1) builder.open.removeAt(entry.slot)
    builder.formatting.remove(entry)
  }
  builder.insertFormatting()
}

function nobr(builder: Builder): void {
  builder.reopenFormatting()
  if (builder.open.hasInScope(NOBR)) {
    closeFormatting(builder)
    builder.reopenFormatting()
  }
  builder.insertFormatting()
}

function scoped(builder: Builder): void {
  builder.reopenFormatting()
  builder.insertElement()
  builder.formatting.insertMarker()
  builder.isFramesetOk = false
}

function table(builder: Builder): void {
  if (!builder.isQuirks) builder.closeParagraphInButtonScope()
  builder.insertElement()
  builder.isFramesetOk = false
  builder.mode = builder.modes.inTable
}

function emptyElement(builder: Builder): void {
  builder.reopenFormatting()
  builder.appendElement()
  builder.isFramesetOk = false
}

function input(builder: Builder): void {
  builder.reopenFormatting()
  builder.appendElement()
  if (!isHiddenInput(builder)) builder.isFramesetOk = false
}

export function isHiddenInput({ token }: Builder): boolean {
  return token.attrs.find(({ name }) => name === 'type')?.value.toLowerCase() === 'hidden'
}

function rule(builder: Builder): void {
  builder.closeParagraphInButtonScope()
  builder.appendElement()
  builder.isFramesetOk = false
}

/** The standard treats `image` as `img`. */
function image(builder: Builder): void {
  builder.token.name = 'img'
  builder.token.tag = tagNumber('img')
  emptyElement(builder)
}

function textarea(builder: Builder): void {
  builder.insertRawText('escapable raw text')
  builder.skipsLineFeed = true
  builder.isFramesetOk = false
}

function listedText(builder: Builder): void {
  builder.closeParagraphInButtonScope()
  builder.reopenFormatting()
  builder.isFramesetOk = false
  builder.insertRawText('raw text')
}

function frame(builder: Builder): void {
  builder.isFramesetOk = false
  builder.insertRawText('raw text')
}

function select(builder: Builder): void {
  const { modes } = builder
  builder.reopenFormatting()
  builder.insertElement()
  builder.isFramesetOk = false
  const inTable = [modes.inTable, modes.inCaption, modes.inTableBody, modes.inRow, modes.inCell]
  builder.mode = inTable.includes(builder.mode) ? modes.inSelectInTable : modes.inSelect
}

function option(builder: Builder): void {
  if (builder.open.currentTag === OPTION) builder.open.pop()
  other(builder)
}

function rubyBase(builder: Builder): void {
  if (builder.open.hasInScope(RUBY)) builder.open.closeImplied()
  builder.insertElement()
}

function rubyText(builder: Builder): void {
  if (builder.open.hasInScope(RUBY)) builder.open.closeImpliedBut(RTC)
  builder.insertElement()
}

function foreign(builder: Builder, namespace: Namespace): void {
  adjustXmlAttributes(builder.token.attrs)
  if (builder.token.isSelfClosing) builder.appendElement(namespace)
  else builder.insertElement(namespace)
}

function math(builder: Builder): void {
  builder.reopenFormatting()
  adjustMathmlAttributes(builder.token.attrs)
  foreign(builder, MATHML_NAMESPACE)
}

function svg(builder: Builder): void {
  builder.reopenFormatting()
  adjustSvgAttributes(builder.token.attrs)
  foreign(builder, SVG_NAMESPACE)
}

function other(builder: Builder): void {
  builder.reopenFormatting()
  builder.insertElement()
}

// biome-ignore format: a table
export const startTagInBody = byTag<Builder>(
  other,
  [['html'], html],
  [['base', 'basefont', 'bgsound', 'link', 'meta', 'script', 'style', 'template', 'title'], byHead],
  [['head'], builder => builder.noteRepeated(builder.head)],
  [['body'], body],
  [['frameset'], frameset],
  [['address', 'article', 'aside', 'blockquote', 'center', 'details', 'dialog', 'dir', 'div', 'dl', 'fieldset', 'figcaption', 'figure', 'footer', 'header', 'hgroup', 'main', 'menu', 'nav', 'ol', 'p', 'search', 'section', 'summary', 'ul'], block],
  [['h1', 'h2', 'h3', 'h4', 'h5', 'h6'], heading],
  [['pre', 'listing'], preformatted],
  [['form'], form],
  [['li', 'dd', 'dt'], listItem],
  [['plaintext'], plaintext],
  [['button'], button],
  [['a'], anchor],
  [['b', 'big', 'code', 'em', 'font', 'i', 's', 'small', 'strike', 'strong', 'tt', 'u'], builder => builder.insertFormatting()],
  [['nobr'], nobr],
  [['applet', 'marquee', 'object'], scoped],
  [['table'], table],
  [['area', 'br', 'embed', 'img', 'keygen', 'wbr'], emptyElement],
  [['input'], input],
  [['param', 'source', 'track'], builder => builder.appendElement()],
  [['hr'], rule],
  [['image'], image],
  [['textarea'], textarea],
  [['xmp'], listedText],
  [['iframe'], frame],
  [['noembed', 'noframes'], builder => builder.insertRawText('raw text')],
  [['select'], select],
  [['optgroup', 'option'], option],
  [['rb', 'rtc'], rubyBase],
  [['rp', 'rt'], rubyText],
  [['math'], math],
  [['svg'], svg],
  [['caption', 'col', 'colgroup', 'frame', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'], ignore],
)
