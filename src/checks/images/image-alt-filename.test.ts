import { testCheck } from '../test-check.ts'
import { imageWith } from '../test-facts.ts'
import { imageAltFilename } from './image-alt-filename.ts'

const alts = (...texts: string[]) => ({ images: texts.map(alt => imageWith({ alt })) })

testCheck(imageAltFilename, {
  passes: {
    'a sentence that ends in a file name': alts('Screen after opening report.png'),
    'a description that starts with such a word': alts('Photo of the quay', 'Image 3 of 5: the lock', 'imagery'),
    'a name with a dot that is no image': alts('Node.js'),
    'an empty alt': alts(''),
  },
  fails: {
    'words of an editor alone, which are no file names': {
      facts: alts('image', 'Screenshot'),
      finds: {
        message: 'File name as alt text or a generic word such as “image”: 2 images without a description',
        details: {
          missingAltTags: 0,
          emptyAltTags: 0,
          totalImages: 2,
          imageData: [
            {
              src: 'https://example.com/boat.jpg',
              issue: 'file name as alt',
              isLarge: false,
              fileSize: null,
              path: 'body > main > img',
              alt: 'image',
            },
            {
              src: 'https://example.com/boat.jpg',
              issue: 'file name as alt',
              isLarge: false,
              fileSize: null,
              path: 'body > main > img',
              alt: 'Screenshot',
            },
          ],
        },
        evidence: [
          {
            kind: 'table',
            label: 'Images with a file name as alt text',
            columns: ['Alt text', 'Image', 'Line', 'Element'],
            rows: [
              ['image', 'https://example.com/boat.jpg', '30', 'body > main > img'],
              ['Screenshot', 'https://example.com/boat.jpg', '30', 'body > main > img'],
            ],
          },
        ],
      },
    },
    'a file name and camera names': {
      facts: alts('harbour-01.JPG', 'IMG_0042', 'dsc-17', 'Screenshot 2', 'image', 'placeholder'),
      finds: {
        severity: 'warning',
        message: 'File name as alt text: 6 images without a description',
        details: {
          missingAltTags: 0,
          emptyAltTags: 0,
          totalImages: 6,
          imageData: [
            {
              src: 'https://example.com/boat.jpg',
              issue: 'file name as alt',
              isLarge: false,
              fileSize: null,
              path: 'body > main > img',
              alt: 'harbour-01.JPG',
            },
            {
              src: 'https://example.com/boat.jpg',
              issue: 'file name as alt',
              isLarge: false,
              fileSize: null,
              path: 'body > main > img',
              alt: 'IMG_0042',
            },
            {
              src: 'https://example.com/boat.jpg',
              issue: 'file name as alt',
              isLarge: false,
              fileSize: null,
              path: 'body > main > img',
              alt: 'dsc-17',
            },
            {
              src: 'https://example.com/boat.jpg',
              issue: 'file name as alt',
              isLarge: false,
              fileSize: null,
              path: 'body > main > img',
              alt: 'Screenshot 2',
            },
            {
              src: 'https://example.com/boat.jpg',
              issue: 'file name as alt',
              isLarge: false,
              fileSize: null,
              path: 'body > main > img',
              alt: 'image',
            },
            {
              src: 'https://example.com/boat.jpg',
              issue: 'file name as alt',
              isLarge: false,
              fileSize: null,
              path: 'body > main > img',
              alt: 'placeholder',
            },
          ],
        },
        evidence: [
          {
            kind: 'table',
            label: 'Images with a file name as alt text',
            columns: ['Alt text', 'Image', 'Line', 'Element'],
            rows: [
              ['harbour-01.JPG', 'https://example.com/boat.jpg', '30', 'body > main > img'],
              ['IMG_0042', 'https://example.com/boat.jpg', '30', 'body > main > img'],
              ['dsc-17', 'https://example.com/boat.jpg', '30', 'body > main > img'],
              ['Screenshot 2', 'https://example.com/boat.jpg', '30', 'body > main > img'],
              ['image', 'https://example.com/boat.jpg', '30', 'body > main > img'],
              ['placeholder', 'https://example.com/boat.jpg', '30', 'body > main > img'],
            ],
          },
        ],
      },
    },
  },
})
