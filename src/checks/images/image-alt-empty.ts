import type { ImageFact } from '#shared/element-facts.ts'
import { counted } from '../counted.ts'
import { elementCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'
import { imageDetails, imageIdentity, imagesWith, isProminent } from './image-alt.ts'

const thresholds = declareThresholds({
  minSide: {
    label: 'Minimum side length',
    unit: 'pixels',
    default: 200,
    min: 1,
    max: 5_000,
    explanation:
      'An image with an empty alt text is reported if its width and height are at least this large, or if it has a caption.',
  },
})

export const imageAltEmpty = elementCheck<ImageFact, typeof thresholds>({
  id: 'image-alt-empty',
  type: 'alt_tag_issues',
  severity: 'info',
  applies: 'html-shown',
  title: 'Empty alt tag on a large or captioned image',
  passedTitle: 'No prominent image has an empty alt text',
  why: 'An empty alt text marks an image as decorative, so screen readers skip it. For a large or captioned image that is rarely intended.',
  fix: 'If the image has meaning, describe it in a few words. If it is decorative, the empty alt text is right.',
  sources: [
    { title: 'W3C WAI: Decorative images', url: 'https://www.w3.org/WAI/tutorials/images/decorative/' },
    { title: 'WCAG technique H67', url: 'https://www.w3.org/WAI/WCAG22/Techniques/html/H67' },
  ],
  thresholds,
  // Beside the text of a link, an empty alt text is what WCAG technique H2 wants.
  elements: (page, { minSide }) =>
    imagesWith(page, 'empty').filter(image => !image.isBesideLinkText && isProminent(image, minSide)),
  identify: imageIdentity,
  finding: (images, on) => {
    const table = tableEvidence({
      label: 'Please confirm that these images are decorative',
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
    const subject = images.length === 1 ? 'it is' : 'they are'
    const message = `Empty alt tag on ${counted(images.length, 'large or captioned image')}: please confirm that ${subject} decorative`
    return { message, details: imageDetails(on, images, 'empty alt'), evidence: [table] }
  },
})
