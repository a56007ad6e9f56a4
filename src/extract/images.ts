import { attribute, attributeTokens, type ElementNode, hasText } from '#html/node.ts'
import type { ImageFact, SoleContentOf } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import { MAX_IMAGES_PER_PAGE, MAX_TEXT } from '#shared/limits.ts'
import { cutFolded, cutText } from './cut-text.ts'
import { elementText } from './element-text.ts'
import { ImageSources, showsOwnPage } from './image-sources.ts'
import type { Collector, Page } from './page.ts'
import { imageSource, lazySource } from './resource-links.ts'
import type { Surroundings } from './surroundings.ts'

type ImageFacts = Pick<PageFacts, 'images' | 'totalImages' | 'missingAltTags' | 'emptyAltTags'>

/** `img` elements: all are counted, the first of them are kept. */
export function imageCollector(page: Page, soleImages: SoleImages): Collector & { facts(): ImageFacts } {
  const images: ImageFact[] = []
  const captions = new Map<ElementNode, string | null>()
  const namedLinks = new Map<ElementNode, boolean>()
  const sources = new ImageSources(page)
  let totalImages = 0
  let missingAltTags = 0
  let emptyAltTags = 0

  const captionOf = (figure: ElementNode | null): string | null => {
    if (figure === null) return null
    if (!captions.has(figure)) captions.set(figure, figureCaption(figure))
    return captions.get(figure) ?? null
  }
  const isBesideLinkText = (image: ElementNode): boolean => {
    const link = linkAround(image)
    if (link === null) return false
    const known = namedLinks.get(link)
    if (known !== undefined) return known
    const hasWords = WORD.test(elementText(link, MAX_TEXT))
    namedLinks.set(link, hasWords)
    return hasWords
  }
  return {
    tags: ['img'],
    visit(element, around) {
      totalImages++
      const alt = attribute(element, 'alt')
      if (alt === null) missingAltTags++
      else if (alt.trim() === '') emptyAltTags++
      if (images.length >= MAX_IMAGES_PER_PAGE) return
      // Spelled out, not spread: a page has hundreds of images.
      const { src, isSvg } = sourceFacts(element, page)
      const lacksSource = sources.lackOf(element, around)
      const { width, height, hasInlineSize, isTiny } = sizeFacts(element, isSvg)
      const image: ImageFact = {
        src,
        isSvg,
        width,
        height,
        hasInlineSize,
        isTiny,
        tag: page.tagOf(element),
        alt: alt === null ? null : cutText(alt),
        isDecorative: isDecorative(element, around),
        hasOtherName: OTHER_NAMES.some(name => hasText(element, name)),
        isInNoscript: around.isInNoscript,
        figureCaption: captionOf(around.figure),
        soleContentOf: soleImages.get(element) ?? null,
        region: around.region,
        path: page.pathOf(element),
        line: page.lineOf(element),
      }
      if (lacksSource) image.lacksSource = lacksSource
      if (alt !== null && alt.trim() === '' && isBesideLinkText(element)) image.isBesideLinkText = true
      images.push(image)
    },
    facts: () => ({ images, totalImages, missingAltTags, emptyAltTags }),
  }
}

const OTHER_NAMES = ['aria-label', 'aria-labelledby', 'title']

function isDecorative(element: ElementNode, around: Surroundings): boolean {
  if (around.isAriaHidden) return true
  return attributeTokens(element, 'role', 1).some(role => role === 'none' || role === 'presentation')
}

const SVG_DATA = /^\s*data:image\/svg\+xml/i

function sourceFacts(element: ElementNode, page: Page): Pick<ImageFact, 'src' | 'isSvg'> {
  const raw = showsOwnPage(element, page) ? lazySource(element) : imageSource(element)
  if (raw === null || raw.trim() === '') return { src: null, isSvg: false }
  const resolved = page.resolve(raw)
  if (resolved.kind !== 'web') return { src: null, isSvg: SVG_DATA.test(raw) }
  const { url } = resolved
  const query = url.indexOf('?')
  const path = url.slice(0, query === -1 ? url.length : query)
  return { src: url, isSvg: path.slice(-4).toLowerCase() === '.svg' }
}

const INLINE_RATIO = /(?:^|[;\s])aspect-ratio\s*:/i
const INLINE_WIDTH = /(?:^|[;\s])width\s*:\s*([\d.]*)(px|[;\s]|$)?/i
const INLINE_HEIGHT = /(?:^|[;\s])height\s*:(?!\s*auto)\s*([\d.]*)(px|[;\s]|$)?/i
/** A length, which style sheets of the site do not override: the text below keeps its place whatever the width. */
const FIXED_HEIGHT = /(?:^|[;\s])height\s*:\s*[\d.]+(?:px|r?em|[sld]?v(?:h|w|min|max)|ch|ex|pt|pc|cm|mm|in)\b/i

function sizeFacts(
  element: ElementNode,
  isSvg: boolean,
): Pick<ImageFact, 'width' | 'height' | 'hasInlineSize' | 'isTiny'> {
  const width = pixels(attribute(element, 'width'))
  const height = pixels(attribute(element, 'height'))
  // WordPress writes 1 by 1 for an SVG file that names no size; style sheets give it one.
  const isUnknownSize = isSvg && width === 1 && height === 1
  const isTiny = !isUnknownSize && (isTinySize(width) || isTinySize(height))
  const style = attribute(element, 'style')?.slice(0, MAX_TEXT)
  if (!style) return { width, height, hasInlineSize: false, isTiny }
  const inlineWidth = INLINE_WIDTH.exec(style)
  const inlineHeight = INLINE_HEIGHT.exec(style)
  return {
    width,
    height,
    hasInlineSize:
      INLINE_RATIO.test(style) || FIXED_HEIGHT.test(style) || (inlineWidth !== null && inlineHeight !== null),
    isTiny: isTiny || isTinySize(inlinePixels(inlineWidth)) || isTinySize(inlinePixels(inlineHeight)),
  }
}

function isTinySize(size: number | null): boolean {
  return size !== null && size <= 1
}

/** "Rules for parsing dimension values" (HTML standard, 2.3.4.4); a percentage is no number of pixels. */
function pixels(value: string | null): number | null {
  const match = value === null ? null : /^\s*(\d{1,9}(?:\.\d{1,9})?)\s*(?:px)?\s*$/i.exec(value.slice(0, 100))
  return match ? Number(match[1]) : null
}

/** Only what is given in pixels, or as 0. */
function inlinePixels(match: RegExpExecArray | null): number | null {
  if (!match?.[1]) return null
  const size = Number(match[1])
  return match[2] === 'px' || size === 0 ? size : null
}

const WORD = /[\p{L}\p{N}]/u
/** Cards put few elements around their image. */
const MAX_LEVELS_IN_LINK = 6

function linkAround(image: ElementNode): ElementNode | null {
  let node = image.parentNode
  for (let level = 0; level < MAX_LEVELS_IN_LINK && node?.kind === 'element'; level++) {
    if (node.tagName === 'a') return node
    node = node.parentNode
  }
  return null
}

function figureCaption(figure: ElementNode): string | null {
  const caption = figure.childNodes.find(node => node.kind === 'element' && node.tagName === 'figcaption')
  return caption?.kind === 'element' ? cutFolded(elementText(caption, MAX_TEXT)) || null : null
}

/** Images that are all there is in a link or button. Links and buttons are met before the images in them. */
export type SoleImages = Map<ElementNode, SoleContentOf>
