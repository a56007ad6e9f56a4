import type { Attribute } from './node.ts'

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

/** Attributes with a namespace: here without the prefix, under which nothing looks for them. */
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

/** As SVG writes the name of a tag, null when that is as it stands. */
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
