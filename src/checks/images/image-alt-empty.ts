import type { PageCheck } from '../check.ts'
import { counted } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'
import { imageDetails, imagesWith, isProminent } from './image-alt.ts'

const thresholds = declareThresholds({
  minSide: {
    label: 'Large image',
    unit: 'pixels',
    default: 200,
    min: 1,
    max: 5_000,
    explanation:
      'An image of at least so many pixels in width and height is reported when its alt text is empty, and so is a captioned one of any size.',
  },
})

export const imageAltEmpty: PageCheck<typeof thresholds> = {
  id: 'image-alt-empty',
  type: 'alt_tag_issues',
  severity: 'info',
  applies: 'html',
  title: 'Empty alt tag on a large or captioned image',
  passedTitle: 'No conspicuous image is marked as decoration',
  why: 'An empty alt text says that an image is mere decoration, so screen readers pass over it. For a large or captioned image that is seldom meant.',
  fix: 'If the image shows something, say in a few words what. If it is decoration, leave the empty text: it is right.',
  sources: [
    { title: 'W3C WAI: Decorative images', url: 'https://www.w3.org/WAI/tutorials/images/decorative/' },
    { title: 'WCAG technique H67', url: 'https://www.w3.org/WAI/WCAG22/Techniques/html/H67' },
  ],
  thresholds,
  check: (page, { minSide }) => {
    const images = imagesWith(page, 'empty').filter(image => isProminent(image, minSide))
    if (images.length === 0) return []
    const table = tableEvidence({
      label: 'Decorative? Please confirm',
      columns: ['Image', 'Size', 'Caption', 'Line', 'Element'],
      items: images,
      row: image => [
        image.src ?? image.tag,
        image.width !== null && image.height !== null ? `${image.width} × ${image.height}` : '',
        image.figureCaption,
        image.line,
        image.path,
      ],
    })
    const message = `Empty alt tag on ${counted(images.length, 'large or captioned image')}: decorative? Please confirm`
    return [{ message, details: imageDetails(page, images, 'empty alt'), evidence: [table] }]
  },
}
