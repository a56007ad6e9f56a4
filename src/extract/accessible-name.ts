import { attribute, attributeTokens, type ChildNode, type ElementNode, hasText } from '#html/node.ts'
import { MAX_TEXT } from '#shared/limits.ts'
import { cutFolded } from './cut-text.ts'
import type { ElementIndex } from './element-index.ts'
import { isHidden } from './surroundings.ts'
import { traitOf } from './tag-traits.ts'

export interface AccessibleName {
  /** Folded and cut; '' when there is none. */
  name: string
  /** The image that is all there is: no text, nothing else drawn, and no name by attribute. */
  soleImage: ElementNode | null
}

/** Nodes read for one name; nested links and headings would otherwise take quadratic time. */
const MAX_NODES = 1_000
const MAX_REFERENCES = 10
/** Of one text. */
const MAX_READ_TEXT = 10 * MAX_TEXT

/**
 * Accessible name of a link, button or heading, in the order of accname-1.2: aria-labelledby, aria-label, content (with the alt
 * of images), title. Simplified: style sheets are not read, and the title of a descendant counts when nothing else gives a name.
 */
export function accessibleName(element: ElementNode, index: ElementIndex): AccessibleName {
  const given = nameByAttribute(element, index)
  if (given !== '') return { name: given, soleImage: null }
  const plain = plainText(element)
  if (plain !== '') return { name: plain, soleImage: null }
  const content = readContent(element)
  const title = attribute(element, 'title') ?? ''
  const name = cutFolded(content.text) || cutFolded(title) || cutFolded(content.innerTitle)
  const isImageOnly = content.images === 1 && !content.hasText && !content.hasOther && title.trim() === ''
  return { name, soleImage: isImageOnly ? content.image : null }
}

/**
 * What a heading says: its accessible name without the permalinks that generators put beside the text, which repeat it
 * ("tides permalink Tides") or add a sign ("Tides ¶").
 */
export function headingText(element: ElementNode, index: ElementIndex): string {
  const given =
    nameByAttribute(element, index) ||
    plainText(element) ||
    cutFolded(readContent(element, { isSkipped: isPermalink }).text)
  return given || accessibleName(element, index).name
}

const WORD = /[\p{L}\p{N}]/u

/** More in a link is no icon, and would be read anew for each heading around it. */
const MAX_PERMALINK_NODES = 20

/** A link to a place in a page, shown by an icon or a sign alone. */
function isPermalink(node: ElementNode): boolean {
  if (node.tagName !== 'a' || !attribute(node, 'href')?.includes('#')) return false
  const { text } = readContent(node, { isSkipped: isNamedIcon, maxNodes: MAX_PERMALINK_NODES })
  return !WORD.test(text)
}

function isNamedIcon(node: ElementNode): boolean {
  return node.tagName === 'img' || hasText(node, 'aria-label')
}

/** Folded and cut text of an element that holds nothing else, as most links do. */
function plainText({ childNodes }: ElementNode): string {
  const only = childNodes.length === 1 ? childNodes[0] : undefined
  if (only?.kind !== 'text') return ''
  return cutFolded(only.value.length > MAX_TEXT ? only.value.slice(0, MAX_READ_TEXT) : only.value)
}

/** aria-labelledby, else aria-label; '' when neither gives a name. */
export function nameByAttribute(element: ElementNode, index: ElementIndex): string {
  if (element.attrs.length === 0) return ''
  const references = attribute(element, 'aria-labelledby')
  if (references !== null) {
    const ids = references.slice(0, MAX_TEXT).split(/\s+/, MAX_REFERENCES)
    const name = cutFolded(ids.map(id => referenceText(id, index)).join(' '))
    if (name !== '') return name
  }
  return cutFolded(attribute(element, 'aria-label') ?? '')
}

function referenceText(id: string, index: ElementIndex): string {
  const known = index.referenceTexts.get(id)
  if (known !== undefined) return known
  const target = index.byId(id)
  const text = target === null ? '' : cutFolded(attribute(target, 'aria-label') || readContent(target).text)
  index.referenceTexts.set(id, text)
  return text
}

/** Text of a label element, without the field that it wraps. */
export function labelText(label: ElementNode, index: ElementIndex): string {
  return nameByAttribute(label, index) || cutFolded(readContent(label).text)
}

interface Content {
  text: string
  /** Text beside the alt of images. */
  hasText: boolean
  /** Something drawn that is no `img`: an svg, a field, a video. */
  hasOther: boolean
  images: number
  image: ElementNode | null
  innerTitle: string
}

const DRAWN = new Set(['svg', 'math', 'input', 'video', 'audio', 'iframe', 'object', 'canvas', 'embed'])
/** Elements whose content is not part of a name: fallbacks, options, code, and `noscript`. */
const IGNORED = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'select',
  'textarea',
  'video',
  'audio',
  'iframe',
  'canvas',
])

interface Reading {
  isSkipped?: (node: ElementNode) => boolean
  maxNodes?: number
}

function readContent(element: ElementNode, { isSkipped, maxNodes = MAX_NODES }: Reading = {}): Content {
  const content: Content = { text: '', hasText: false, hasOther: false, images: 0, image: null, innerTitle: '' }
  const only = element.childNodes.length === 1 ? element.childNodes[0] : undefined
  const ahead: ChildNode[] = only ? [only] : element.childNodes.slice(0, maxNodes).reverse()
  for (let seen = 0; seen < maxNodes && content.text.length < MAX_TEXT; seen++) {
    const node = ahead.pop()
    if (!node) break
    if (node.kind === 'text') {
      content.text += node.value.length > MAX_TEXT ? node.value.slice(0, MAX_READ_TEXT) : node.value
      content.hasText ||= node.value.trim() !== ''
      continue
    }
    if (isSkipped?.(node)) continue
    if (readElement(node, content))
      for (let i = Math.min(node.childNodes.length, maxNodes - ahead.length) - 1; i >= 0; i--) {
        const child = node.childNodes[i]
        if (child) ahead.push(child)
      }
  }
  return content
}

/** Adds what an element contributes itself; true when its children are read, too. */
function readElement(node: ElementNode, content: Content): boolean {
  if (isHidden(node) || attribute(node, 'aria-hidden') === 'true') return false
  if (traitOf(node.tagName).isBlock) content.text += ' '
  if (node.tagName === 'img') {
    content.images++
    content.image ??= node
    content.text += ` ${attribute(node, 'aria-label') || attribute(node, 'alt') || attribute(node, 'title') || ''} `
    return false
  }
  if (DRAWN.has(node.tagName)) content.hasOther = true
  if (hasText(node, 'aria-label')) {
    content.text += ` ${attribute(node, 'aria-label')} `
    content.hasText = true
    return false
  }
  if (content.innerTitle === '') content.innerTitle = (attribute(node, 'title') ?? '').trim()
  if (node.tagName === 'input' && isButtonType(node)) content.text += ` ${attribute(node, 'value') ?? ''} `
  return !IGNORED.has(node.tagName)
}

function isButtonType(input: ElementNode): boolean {
  return attributeTokens(input, 'type', 1).some(type => type === 'button' || type === 'submit' || type === 'reset')
}
