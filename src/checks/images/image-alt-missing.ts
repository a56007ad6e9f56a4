import type { ImageFact } from '#shared/element-facts.ts'
import { counted } from '../counted.ts'
import { elementCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'
import { imageDetails, imageIdentity, imagesWith } from './image-alt.ts'

export const imageAltMissing = elementCheck<ImageFact>({
  id: 'image-alt-missing',
  type: 'missing_alt_tags',
  severity: 'warning',
  applies: 'html-shown',
  title: 'Missing alt tag',
  passedTitle: 'Every image has an alt attribute',
  why: 'Screen reader users hear the alt text in place of the image, and image search reads it. Without the attribute a screen reader may read out the file name.',
  fix: 'Describe the image in the alt attribute or, if it is a link, where it leads. Give decorative images an empty one: alt="".',
  example: { before: '<img src="/map.png">', after: '<img src="/map.png" alt="Map of the moorings">' },
  sources: [
    {
      title: 'WCAG 2.2: Non-text content (1.1.1)',
      url: 'https://www.w3.org/WAI/WCAG22/Understanding/non-text-content.html',
    },
    {
      title: 'Google: Image SEO best practices',
      url: 'https://developers.google.com/search/docs/appearance/google-images',
    },
  ],
  elements: page => imagesWith(page, 'missing'),
  identify: imageIdentity,
  finding: (images, { page, isShared }) => {
    const alone = images.filter(image => image.soleContentOf !== null)
    const note =
      alone.length > 0 ? `, ${aloneNote(alone.length, images.length)} the only content of a link or button` : ''
    const table = tableEvidence({
      label: 'Images without alt attribute',
      columns: ['Image', 'Line', 'Element', 'Only content of'],
      items: images,
      row: image => [image.tag, image.line, image.path, image.soleContentOf?.element ?? ''],
    })
    const of = isShared ? counted(images.length, 'image') : `${images.length} of ${counted(page.totalImages, 'image')}`
    return {
      severity: alone.length > 0 ? 'error' : 'warning',
      message: `Missing alt tag on ${of}${note}`,
      details: imageDetails({ page, isShared }, images, 'missing alt'),
      evidence: [table],
    }
  },
})

function aloneNote(alone: number, images: number): string {
  if (images === 1) return 'which is'
  return alone === images ? 'each of them' : `${alone} of them`
}
