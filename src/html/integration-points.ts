import { attribute, type ElementNode, HTML_NAMESPACE, MATHML_NAMESPACE, SVG_NAMESPACE } from './node.ts'
import { tagNumber } from './tags.ts'

const SVG = tagNumber('svg')
const MGLYPH = tagNumber('mglyph')
const MALIGNMARK = tagNumber('malignmark')
const MATHML_TEXT: ReadonlySet<string> = new Set(['mi', 'mn', 'mo', 'ms', 'mtext'])
const SVG_WITH_HTML: ReadonlySet<string> = new Set(['foreignObject', 'desc', 'title'])
const HTML_ENCODINGS: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml'])

/** Elements of SVG and MathML whose content is HTML (HTML standard, 13.2.4.2). */
function isHtmlIntegrationPoint(element: ElementNode): boolean {
  if (element.namespaceURI === SVG_NAMESPACE) return SVG_WITH_HTML.has(element.tagName)
  if (element.tagName !== 'annotation-xml') return false
  return HTML_ENCODINGS.has((attribute(element, 'encoding') ?? '').toLowerCase())
}

function isIntegrationPoint(element: ElementNode): boolean {
  return isMathmlText(element) || isHtmlIntegrationPoint(element)
}

function isMathmlText({ namespaceURI, tagName }: ElementNode): boolean {
  return namespaceURI === MATHML_NAMESPACE && MATHML_TEXT.has(tagName)
}

/** Whether texts in the current node are read by the rules for foreign content. */
export function isForeignContent(current: ElementNode | null): boolean {
  return current !== null && current.namespaceURI !== HTML_NAMESPACE && !isIntegrationPoint(current)
}

/** Whether a start tag is, in a current node that is not HTML. */
export function isForeignStart(current: ElementNode, tag: number): boolean {
  if (tag === SVG && current.tagName === 'annotation-xml' && current.namespaceURI === MATHML_NAMESPACE) return false
  if (tag === MGLYPH || tag === MALIGNMARK) return !isHtmlIntegrationPoint(current)
  return !isIntegrationPoint(current)
}
