import { HTML_NAMESPACE, MATHML_NAMESPACE, type Namespace, SVG_NAMESPACE } from './node.ts'
import { OTHER_TAG, TAG_COUNT, type TagName, tagNumber } from './tags.ts'

/**
 * Open elements have a key: the number of the tag, with an offset in SVG and MathML. Elements of other names get one each, from
 * NAME_KEYS on.
 */
const SVG_KEYS = TAG_COUNT
const MATHML_KEYS = 2 * TAG_COUNT
export const NAME_KEYS = 3 * TAG_COUNT

/** -1 for an element that is known by its name alone. */
export function elementKey(namespace: Namespace, tag: number): number {
  if (tag === OTHER_TAG) return -1
  if (namespace === HTML_NAMESPACE) return tag
  return namespace === SVG_NAMESPACE ? SVG_KEYS + tag : MATHML_KEYS + tag
}

/** "Special" elements (HTML standard, 13.2.4.2). */
export const SPECIAL = 1
/** Special elements that end the search for a list item to close: all but `address`, `div` and `p`. */
export const LIST_ITEM_BOUNDARY = 2
/** Elements that bound a scope of any kind but that of tables and select. */
export const SCOPE_BOUNDARY = 4
const classes = new Uint8Array(NAME_KEYS)

/** 0 for elements that are known by their names alone. */
export function classesOf(key: number): number {
  return classes[key] ?? 0
}

function add(namespace: Namespace, added: number, names: readonly TagName[]): void {
  for (const name of names) {
    const key = elementKey(namespace, tagNumber(name))
    classes[key] = classesOf(key) | added
  }
}

add(HTML_NAMESPACE, SPECIAL, ['address', 'div', 'p'])
// biome-ignore format: a list to be compared with the standard's
add(HTML_NAMESPACE, SPECIAL | LIST_ITEM_BOUNDARY, [
  'applet', 'area', 'article', 'aside', 'base', 'basefont', 'bgsound', 'blockquote', 'body', 'br', 'button', 'caption',
  'center', 'col', 'colgroup', 'dd', 'details', 'dir', 'dl', 'dt', 'embed', 'fieldset', 'figcaption', 'figure', 'footer',
  'form', 'frame', 'frameset', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'head', 'header', 'hgroup', 'hr', 'html', 'iframe',
  'img', 'input', 'li', 'link', 'listing', 'main', 'marquee', 'menu', 'meta', 'nav', 'noembed', 'noframes', 'noscript',
  'object', 'ol', 'param', 'plaintext', 'pre', 'script', 'section', 'select', 'source', 'style', 'summary', 'table',
  'tbody', 'td', 'template', 'textarea', 'tfoot', 'th', 'thead', 'title', 'tr', 'track', 'ul', 'wbr', 'xmp',
])
add(HTML_NAMESPACE, SCOPE_BOUNDARY, ['applet', 'caption', 'html', 'marquee', 'object', 'table', 'td', 'template', 'th'])
const foreign = SPECIAL | LIST_ITEM_BOUNDARY | SCOPE_BOUNDARY
add(SVG_NAMESPACE, foreign, ['desc', 'foreignObject', 'title'])
add(MATHML_NAMESPACE, foreign, ['annotation-xml', 'mi', 'mn', 'mo', 'ms', 'mtext'])
