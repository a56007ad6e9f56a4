import { type Attribute, attribute, type ElementNode, HTML_NAMESPACE, MATHML_NAMESPACE, SVG_NAMESPACE } from './node.ts'
import { tagNumber } from './tags.ts'

/** Names that SVG and MathML write with capitals (HTML standard, 13.2.6.1 and 13.2.6.5). */
const byLowerCase = (names: string): ReadonlyMap<string, string> =>
  new Map(names.split(/\s+/).map(name => [name.toLowerCase(), name]))

const svgAttributes = byLowerCase(
  `attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode filterUnits glyphRef
  gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines keyTimes lengthAdjust limitingConeAngle
  markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves pathLength patternContentUnits patternTransform
  patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits refX refY repeatCount repeatDur
  requiredExtensions requiredFeatures specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles
  surfaceScale systemLanguage tableValues targetX targetY textLength viewBox viewTarget xChannelSelector yChannelSelector
  zoomAndPan`,
)

const svgTags = byLowerCase(
  `altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix
  feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feFlood feFuncA feFuncB
  feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight
  feTile feTurbulence foreignObject glyphRef linearGradient radialGradient textPath`,
)

/** Attributes with a namespace prefix → the name without it. */
const prefixedAttributes: ReadonlyMap<string, string> = new Map([
  ['xlink:actuate', 'actuate'],
  ['xlink:arcrole', 'arcrole'],
  ['xlink:href', 'href'],
  ['xlink:role', 'role'],
  ['xlink:show', 'show'],
  ['xlink:title', 'title'],
  ['xlink:type', 'type'],
  ['xml:lang', 'lang'],
  ['xml:space', 'space'],
  ['xmlns:xlink', 'xlink'],
])

/** The adjusted SVG tag name; null when it is unchanged. */
export function svgTagName(name: string): string | null {
  return svgTags.get(name) ?? null
}

export function adjustSvgAttributes(attrs: readonly Attribute[]): void {
  for (const each of attrs) each.name = svgAttributes.get(each.name) ?? each.name
}

export function adjustMathmlAttributes(attrs: readonly Attribute[]): void {
  for (const each of attrs) if (each.name === 'definitionurl') each.name = 'definitionURL'
}

export function adjustXmlAttributes(attrs: readonly Attribute[]): void {
  for (const each of attrs) each.name = prefixedAttributes.get(each.name) ?? each.name
}

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
