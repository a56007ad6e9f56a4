import type { ImageFact } from '#shared/element-facts.ts'
import { counted } from '../counted.ts'
import { elementCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'
import { imageDetails, imageIdentity, imagesWith, isFillerWord } from './image-alt.ts'

export const imageAltFilename = elementCheck<ImageFact>({
  id: 'image-alt-filename',
  type: 'alt_tag_issues',
  severity: 'warning',
  applies: 'html-shown',
  title: 'File name as alt text',
  passedTitle: 'No alt text is a file name',
  why: 'A file name such as "IMG_0042.jpg" does not describe the image. Editors often insert it when an image is uploaded.',
  fix: 'Replace the file name with a few words that describe the image. For a decorative image use an empty alt text: alt="".',
  example: {
    before: '<img src="/IMG_0042.jpg" alt="IMG_0042.jpg">',
    after: '<img src="/IMG_0042.jpg" alt="Crane lifting a boat">',
  },
  sources: [
    { title: 'WCAG failure F30', url: 'https://www.w3.org/WAI/WCAG22/Techniques/failures/F30' },
    {
      title: 'Google: Image SEO best practices',
      url: 'https://developers.google.com/search/docs/appearance/google-images',
    },
  ],
  elements: page => imagesWith(page, 'file-name'),
  identify: imageIdentity,
  finding: (images, on) => {
    const table = tableEvidence({
      label: 'Images with a file name as alt text',
      columns: ['Alt text', 'Image', 'Line', 'Element'],
      items: images,
      row: image => [image.alt, image.src ?? image.tag, image.line, image.path],
    })
    const fillers = images.filter(image => isFillerWord(image.alt ?? ''))
    const [filler] = fillers.length === images.length ? fillers : []
    const what = filler ? ` or a generic word such as “${filler.alt?.trim()}”` : ''
    const message = `File name as alt text${what}: ${counted(images.length, 'image')} without a description`
    return { message, details: imageDetails(on, images, 'file name as alt'), evidence: [table] }
  },
})
