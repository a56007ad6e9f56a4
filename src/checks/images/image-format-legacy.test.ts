import { testCheck } from '../test-check.ts'
import { imageWith } from '../test-facts.ts'
import { imageFormatLegacy } from './image-format-legacy.ts'

const src = 'https://example.com/boat.BMP?size=2'

testCheck(imageFormatLegacy, {
  passes: {
    'formats of the web': {
      images: ['jpg', 'png', 'gif', 'webp', 'avif', 'svg', 'ico'].map(ending =>
        imageWith({ src: `https://example.com/boat.${ending}` }),
      ),
    },
    'an image without such an ending': { images: [imageWith({ src: 'https://example.com/bmp/boat' })] },
    'an image without source': { images: [imageWith({ src: null })] },
  },
  fails: {
    'a bitmap': {
      facts: { images: [imageWith({ src })] },
      finds: {
        message: 'Images in a format that is not meant for the web: 1 image',
        details: {
          missingAltTags: 0,
          emptyAltTags: 0,
          totalImages: 1,
          imageData: [
            {
              src,
              issue: 'legacy format',
              isLarge: false,
              fileSize: null,
              path: 'body > main > img',
              alt: 'A survey boat at anchor',
            },
          ],
        },
        evidence: [
          {
            kind: 'table',
            label: 'Images',
            columns: ['Image', 'Line', 'Element'],
            rows: [[src, '30', 'body > main > img']],
          },
        ],
      },
    },
  },
})
