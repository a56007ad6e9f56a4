import { attribute, type ElementNode, hasText } from '#html/node.ts'
import { withoutIndexFile } from '#shared/canonical.ts'
import type { ImageFact } from '#shared/element-facts.ts'
import type { Page } from './page.ts'
import type { Surroundings } from './surroundings.ts'

type Lack = NonNullable<ImageFact['lacksSource']>

const MAX_ID = 100
const MAX_SEARCHES = 10
const QUOTES = ["'", '"', '`']

type ImagePage = Pick<Page, 'url' | 'document' | 'resolve'>

/** What of images names no file that a browser loads by itself. Used for one page. */
export class ImageSources {
  /** Parents of images: whether a `noscript` among their children has an image. */
  readonly #fallbacks = new Map<ElementNode, boolean>()

  readonly #page: ImagePage
  #searches = 0

  /** @param page in whose source scripts may name an image by its id. */
  constructor(page: ImagePage) {
    this.#page = page
  }

  lackOf(image: ElementNode, around: Pick<Surroundings, 'isHidden' | 'isAriaHidden'>): Lack | null {
    const isPage = showsOwnPage(image, this.#page)
    if (hasText(image, 'srcset') || (hasText(image, 'src') && !isPage) || isInPicture(image)) return null
    if (!image.attrs.some(isScriptSource)) {
      // It waits for what a script shows there, as in the hidden box of a photo viewer: nothing is lost without it.
      if (around.isHidden || around.isAriaHidden || this.#isNamedByScript(image)) return null
      return isPage ? 'page' : 'none'
    }
    return this.#hasFallback(image) ? null : 'script'
  }

  /** `getElementById('photo')`, `$("#photo")`; each image looks through the page once. */
  #isNamedByScript(image: ElementNode): boolean {
    const id = attribute(image, 'id')?.trim() ?? ''
    if (id === '' || id.length > MAX_ID || this.#searches >= MAX_SEARCHES) return false
    this.#searches++
    return QUOTES.some(quote =>
      ['', '#'].some(prefix => this.#page.document.source.includes(`(${quote}${prefix}${id}${quote}`)),
    )
  }

  #hasFallback({ parentNode: parent }: ElementNode): boolean {
    if (parent?.kind !== 'element') return false
    const known = this.#fallbacks.get(parent)
    if (known !== undefined) return known
    const found = childrenOf(parent, 'noscript').some(noscript => childrenOf(noscript, 'img').length > 0)
    this.#fallbacks.set(parent, found)
    return found
  }
}

/** Most images need no look at the URL. */
const IMAGE_FILE = /\.(?:avif|bmp|gif|ico|jpe?g|png|svg|webp)$/i

/** Its `src` leads to the page itself, as where an empty one was saved with the page: there is no image to load. */
export function showsOwnPage(image: ElementNode, page: Pick<Page, 'url' | 'resolve'>): boolean {
  const raw = attribute(image, 'src')
  if (raw === null || raw.trim() === '' || IMAGE_FILE.test(raw)) return false
  if (hasText(image, 'srcset') || isInPicture(image)) return false
  const resolved = page.resolve(raw)
  return resolved.kind === 'web' && withoutIndexFile(resolved.url) === withoutIndexFile(page.url)
}

/** Such as data-src, ng-src, :src and data-srcset. */
function isScriptSource({ name, value }: { name: string; value: string }): boolean {
  return name !== 'src' && /src(?:set)?\]?$/.test(name) && value.trim() !== ''
}

/** A `source` beside it has the file. */
function isInPicture({ parentNode: parent }: ElementNode): boolean {
  if (parent?.kind !== 'element' || parent.tagName !== 'picture') return false
  return childrenOf(parent, 'source').some(source => attribute(source, 'srcset') || attribute(source, 'data-srcset'))
}

function childrenOf(parent: ElementNode, tagName: string): ElementNode[] {
  return parent.childNodes.filter((node): node is ElementNode => node.kind === 'element' && node.tagName === tagName)
}
