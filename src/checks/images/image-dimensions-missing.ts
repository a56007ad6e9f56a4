import type { ImageFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import { counted } from '../counted.ts'
import { elementCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'
import { isSameSite } from '../url-parts.ts'
import { imageDetails } from './image-alt.ts'

const thresholds = declareThresholds({
  maxIconPixels: {
    label: 'Maximum icon size',
    unit: 'pixels',
    default: 32,
    min: 0,
    max: 500,
    explanation: 'Images up to this width or height are not reported: they cause no visible layout shift.',
  },
})

export const imageDimensionsMissing = elementCheck<ImageFact, typeof thresholds>({
  id: 'image-dimensions-missing',
  type: 'image_issues',
  severity: 'warning',
  applies: 'html-shown',
  title: 'Images without width and height',
  passedTitle: 'Images have width and height',
  why: 'Without both values a browser cannot reserve the space, and the text shifts when the image loads. Percentages reserve none. Dimensions that only a style sheet sets are not visible in the HTML and are not checked here.',
  fix: 'Set the natural size of the file as width and height in the tag and let CSS scale it: img { max-width: 100%; height: auto }. An inline aspect-ratio works as well.',
  example: {
    before: '<img src="/quay.jpg" alt="The quay">',
    after: '<img src="/quay.jpg" alt="The quay" width="1200" height="800">',
  },
  sources: [
    { title: 'web.dev: Optimize Cumulative Layout Shift', url: 'https://web.dev/articles/optimize-cls' },
    {
      title: 'HTML: dimension attributes',
      url: 'https://html.spec.whatwg.org/multipage/embedded-content-other.html#dimension-attributes',
    },
  ],
  thresholds,
  elements: (page, { maxIconPixels }) =>
    page.images.filter(image => lacksSize(image, maxIconPixels) && !isCounter(image, page) && !isFavicon(image, page)),
  identify: image => image,
  finding: (images, on) => {
    const table = tableEvidence({
      label: 'Images without width and height',
      columns: ['Image', 'Line', 'Element'],
      items: images,
      row: image => [image.tag, image.line, image.path],
    })
    const message = `${counted(images.length, 'image')} without ${missingOf(images)} in the HTML`
    return { message, details: imageDetails(on, images, 'no width and height'), evidence: [table] }
  },
})

function lacksSize(image: ImageFact, maxIconPixels: number): boolean {
  // Inline images come with the page, vector images scale, and neither noscript nor pixels take space.
  if (image.src === null || image.isSvg || image.isTiny || image.isInNoscript || image.hasInlineSize) return false
  if (image.width !== null && image.height !== null) return false
  const known = image.width ?? image.height
  return known === null || known > maxIconPixels
}

/** The file that browsers show in tabs, which is an icon of few pixels. Other formats hold logos, too. */
function isFavicon({ src }: ImageFact, { url, links }: PageFacts): boolean {
  const parsed = src === null ? null : URL.parse(src)
  if (parsed === null || !parsed.pathname.toLowerCase().endsWith('.ico')) return false
  return (
    (parsed.pathname === '/favicon.ico' && isSameSite(parsed.href, url)) ||
    links.some(link => link.kind === 'icon' && link.url === src)
  )
}

/** What all of them lack. */
function missingOf(images: readonly ImageFact[]): string {
  if (images.every(({ width, height }) => width === null && height === null)) return 'width and height'
  if (images.every(({ width }) => width !== null)) return 'height'
  return images.every(({ height }) => height !== null) ? 'width' : 'width or height'
}

/** Words in URLs of tracking pixels. */
const COUNTERS = /(?:^|[/._-])(?:roverimp|imp|impression|pixel|beacon|tracker|tracking)(?:[/._-]|$)/i

/** A tracking pixel of another site: it takes no space. */
function isCounter({ src, alt }: ImageFact, page: PageFacts): boolean {
  const parsed = src === null || alt?.trim() !== '' ? null : URL.parse(src)
  return parsed !== null && !isSameSite(parsed.href, page.url) && COUNTERS.test(parsed.host + parsed.pathname)
}
