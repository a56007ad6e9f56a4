import type { ImageFact } from '#shared/element-facts.ts'
import { MAX_TAG_EXCERPT } from '#shared/limits.ts'
import { isAbove, TOLERANCE_NOTE } from '#shared/thresholds.ts'
import { counted } from '../counted.ts'
import { elementCheck } from '../element-check.ts'
import { excerpt, tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'
import { imageDetails } from './image-alt.ts'

const thresholds = declareThresholds({
  maxCharacters: {
    label: 'Maximum alt text length',
    unit: 'characters',
    default: 200,
    min: 50,
    max: 1_000,
    explanation: `A longer alt text is reported. ${TOLERANCE_NOTE}`,
  },
})

export const imageAltTooLong = elementCheck<ImageFact, typeof thresholds>({
  id: 'image-alt-too-long',
  type: 'image_issues',
  severity: 'info',
  applies: 'html-shown',
  title: 'Long alt text',
  passedTitle: 'No alt text is too long',
  why: 'Screen readers read an alt text in one go: it cannot be paused, repeated in parts or skimmed. Long ones are often lists of keywords.',
  fix: 'Say in one sentence what the image shows. Put a long description into the text beside the image or into a caption.',
  sources: [
    { title: 'W3C: Images tutorial, tips and tricks', url: 'https://www.w3.org/WAI/tutorials/images/tips/' },
    {
      title: 'Google: Image SEO best practices',
      url: 'https://developers.google.com/search/docs/appearance/google-images',
    },
  ],
  thresholds,
  elements: (page, { maxCharacters }) =>
    page.images.filter(({ alt, isDecorative }) => !isDecorative && isAbove(alt?.length ?? 0, maxCharacters)),
  identify: image => image,
  finding: (images, on) => {
    const table = tableEvidence({
      label: 'Images with a long alt text',
      columns: ['Alt text', 'Characters', 'Image', 'Line', 'Element'],
      items: images,
      row: ({ alt, src, tag, line, path }) => {
        return [excerpt(alt ?? '', MAX_TAG_EXCERPT), alt?.length ?? 0, src ?? tag, line, path]
      },
    })
    const message = `Long alt text: ${counted(images.length, 'image')} with more than ${on.thresholds.maxCharacters} characters`
    return { message, details: imageDetails(on, images, 'long alt'), evidence: [table] }
  },
})
