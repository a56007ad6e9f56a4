import type { ImageFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import { MAX_FINDINGS_PER_LIST } from '#shared/limits.ts'
import type { ImageData, IssueDetails } from '#shared/model.ts'
import { remembered } from '#shared/remembered.ts'
import type { ElementIdentity } from '../cause-key.ts'

/**
 * The problem of an image's alt text, or null. At most one per image, so that no two checks report the same
 * image (WCAG 1.1.1, 2.4.4; the image rules of axe-core draw the same lines).
 */
type AltProblem = 'missing' | 'empty-in-link' | 'empty' | 'file-name'

function altProblem(image: ImageFact): AltProblem | null {
  if (image.isInNoscript || image.isTiny || image.isDecorative) return null
  // Nothing is shown that a text could replace; `image-source-missing` reports it.
  if (image.lacksSource === 'none' || image.lacksSource === 'page') return null
  if (image.alt === null) return image.hasOtherName ? null : 'missing'
  const alt = image.alt.trim()
  if (alt !== '') return isFileName(alt) ? 'file-name' : null
  if (image.hasOtherName) return null
  if (image.soleContentOf) return 'empty-in-link'
  return 'empty'
}

/** Images with one kind of problem, in document order. */
export function imagesWith(page: Pick<PageFacts, 'images'>, problem: AltProblem): readonly ImageFact[] {
  return imagesByProblem(page).get(problem) ?? []
}

/** Shared by four checks. */
const imagesByProblem = remembered(({ images }: Pick<PageFacts, 'images'>) => {
  const found = new Map<AltProblem, ImageFact[]>()
  for (const image of images) {
    const problem = altProblem(image)
    if (problem === null) continue
    const others = found.get(problem)
    if (others) others.push(image)
    else found.set(problem, [image])
  }
  return found
})

/** An image that is all there is of a link needs a text that says where it leads: links to two pages are two mistakes. */
export function imageIdentity({ tag, path, region, soleContentOf: holder }: ImageFact): ElementIdentity {
  if (holder === null) return { tag, path, region }
  return { tag: `${tag} ${holder.element} ${holder.isOnPage ? '#' : holder.url}`, path, region }
}

/** The entries that image screens read by name, and the counts of the page, unless many pages share the image. */
export function imageDetails(
  { page, isShared }: { page: PageFacts; isShared: boolean },
  images: readonly ImageFact[],
  issue: string,
): Omit<IssueDetails, 'evidence'> {
  const { missingAltTags, emptyAltTags, totalImages } = page
  return {
    ...(!isShared && { missingAltTags, emptyAltTags, totalImages }),
    imageData: images.slice(0, MAX_FINDINGS_PER_LIST).map(image => imageEntry(image, issue)),
  }
}

function imageEntry(image: ImageFact, issue: string): ImageData {
  const entry: ImageData = { src: image.src ?? '', issue, isLarge: false, fileSize: null, path: image.path }
  return image.alt === null ? entry : { ...entry, alt: image.alt }
}

/** Large or captioned, so probably not decorative. */
export function isProminent(image: ImageFact, minSide: number): boolean {
  const isLarge = (image.width ?? 0) >= minSide && (image.height ?? 0) >= minSide
  return isLarge || (image.figureCaption ?? '').trim() !== ''
}

const IMAGE_FILE = /^\S+\.(?:jpe?g|jfif|png|gif|webp|avif|svg|bmp|ico|tiff?|heic)$/i
/** WCAG failure F30: names that cameras and editors give. */
const DEFAULT_NAME = /^(?:img|dsc|image|photo|picture|screenshot|untitled|placeholder)[-_ ]?\d*$/i

/** A word of an editor rather than the name of the file: `image`, `Screenshot`. */
export function isFillerWord(alt: string): boolean {
  return /^[a-z]+$/i.test(alt.trim())
}

function isFileName(alt: string): boolean {
  return IMAGE_FILE.test(alt) || DEFAULT_NAME.test(alt)
}
