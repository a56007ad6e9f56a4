import type { ImageFact } from '#shared/facts.ts'
import type { ElementNode } from './node.ts'

/** Images that are all there is in a link or button. Links and buttons are met before the images in them. */
export type SoleImages = Map<ElementNode, NonNullable<ImageFact['soleContentOf']>>
