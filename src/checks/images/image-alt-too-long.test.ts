import { testCheck } from '../test-check.ts'
import { imageWith } from '../test-facts.ts'
import { imageAltTooLong } from './image-alt-too-long.ts'

const long = 'A boat at anchor, '.repeat(12).trim()

testCheck(imageAltTooLong, {
  passes: {
    'a sentence': { images: [imageWith({ alt: long.slice(0, 210) })] },
    'an image that screen readers skip': { images: [imageWith({ alt: long, isDecorative: true })] },
  },
  fails: {
    'a paragraph': {
      facts: { images: [imageWith({ alt: long })] },
      finds: {
        message: 'Long alt text: 1 image with more than 200 characters',
        details: {
          missingAltTags: 0,
          emptyAltTags: 0,
          totalImages: 1,
          imageData: [
            {
              src: 'https://example.com/boat.jpg',
              issue: 'long alt',
              isLarge: false,
              fileSize: null,
              path: 'body > main > img',
              alt: long,
            },
          ],
        },
        evidence: [
          {
            kind: 'table',
            label: 'Images with a long alt text',
            columns: ['Alt text', 'Characters', 'Image', 'Line', 'Element'],
            rows: [[long, '215', 'https://example.com/boat.jpg', '30', 'body > main > img']],
          },
        ],
      },
    },
  },
})
