import { attribute, type ElementNode, hasText } from '#html/node.ts'
import type { ImageFact } from '#shared/facts.ts'
import type { Surroundings } from './surroundings.ts'

type Lack = NonNullable<ImageFact['lacksSource']>

const MAX_ID = 100
const MAX_SEARCHES = 10
const QUOTES = ["'", '"', '`']

/** What of images names no file that a browser loads by itself. Used for one page. */
export class ImageSources {
  /** Parents of images: whether a `noscript` among their children has an image. */
  readonly #fallbacks = new Map<ElementNode, boolean>()

  readonly #source: string
  #searches = 0

  /** @param source of the page, in which scripts may name an image by its id. */
  constructor(source: string) {
    this.#source = source
  }

  lackOf(image: ElementNode, around: Pick<Surroundings, 'isHidden' | 'isAriaHidden'>): Lack | null {
    if (hasText(image, 'src') || hasText(image, 'srcset') || isInPicture(image)) return null
    if (!image.attrs.some(isScriptSource)) {
      // It waits for what a script shows there, as in the hidden box of a photo viewer: nothing is lost without it.
      return around.isHidden || around.isAriaHidden || this.#isNamedByScript(image) ? null : 'none'
    }
    return this.#hasFallback(image) ? null : 'script'
  }

  /** `getElementById('photo')`, `$("#photo")`; each image looks through the page once. */
  #isNamedByScript(image: ElementNode): boolean {
    const id = attribute(image, 'id')?.trim() ?? ''
    if (id === '' || id.length > MAX_ID || this.#searches >= MAX_SEARCHES) return false
    this.#searches++
    return QUOTES.some(quote => ['', '#'].some(prefix => this.#source.includes(`(${quote}${prefix}${id}${quote}`)))
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

/** Such as data-src, ng-src, :src and data-srcset. */
function isScriptSource({ name, value }: { name: string; value: string }): boolean {
  return /src(?:set)?\]?$/.test(name) && value.trim() !== ''
}

/** A `source` beside it has the file. */
function isInPicture({ parentNode: parent }: ElementNode): boolean {
  if (parent?.kind !== 'element' || parent.tagName !== 'picture') return false
  return childrenOf(parent, 'source').some(source => attribute(source, 'srcset') || attribute(source, 'data-srcset'))
}

function childrenOf(parent: ElementNode, tagName: string): ElementNode[] {
  return parent.childNodes.filter((node): node is ElementNode => node.kind === 'element' && node.tagName === tagName)
}
