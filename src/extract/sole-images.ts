import type { ElementNode } from '#html/node.ts'
import type { ImageFact } from '#shared/facts.ts'

/** Images that are all there is in a link or button. Links and buttons are met before the images in them. */
export type SoleImages = Map<ElementNode, NonNullable<ImageFact['soleContentOf']>>
