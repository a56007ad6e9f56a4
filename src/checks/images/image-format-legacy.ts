import type { ImageFact } from '#shared/element-facts.ts'
import { counted } from '../counted.ts'
import { elementCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'
import { imageDetails } from './image-alt.ts'

export const imageFormatLegacy = elementCheck<ImageFact>({
  id: 'image-format-legacy',
  type: 'image_issues',
  severity: 'info',
  applies: 'html-shown',
  title: 'Images in a format that is not meant for the web',
  passedTitle: 'Images have formats of the web',
  why: 'BMP files are many times as large as needed, and most browsers show no TIFF, JPEG 2000 or JPEG XR at all. Google Images does not index the latter either.',
  fix: 'Save the images as WebP, AVIF, JPEG or PNG, drawings as SVG.',
  sources: [
    {
      title: 'MDN: Image file type and format guide',
      url: 'https://developer.mozilla.org/en-US/docs/Web/Media/Guides/Formats/Image_types',
    },
    {
      title: 'Google: Supported image formats',
      url: 'https://developers.google.com/search/docs/appearance/google-images#supported-image-formats',
    },
  ],
  elements: page => page.images.filter(({ src }) => src !== null && LEGACY.test(src)),
  identify: image => image,
  finding: (images, on) => {
    const table = tableEvidence({
      label: 'Images',
      columns: ['Image', 'Line', 'Element'],
      items: images,
      row: ({ src, line, path }) => [src, line, path],
    })
    const message = `Images in a format that is not meant for the web: ${counted(images.length, 'image')}`
    return { message, details: imageDetails(on, images, 'legacy format'), evidence: [table] }
  },
})

const LEGACY = /\.(?:bmp|tiff?|jp2|j2k|jpx|jxr|wdp|psd|pcx|tga)(?:\?|$)/i
