import { testCheck } from '../test-check.ts'
import { imageWith } from '../test-facts.ts'
import { imageAltEmptyInLink } from './image-alt-empty-in-link.ts'

const soleContentOf = { element: 'link' as const, url: 'https://example.com/shop' }

testCheck(imageAltEmptyInLink, {
  passes: {
    'an empty alt outside links': { images: [imageWith({ alt: '' })] },
    'an image alone in a link that has a text': { images: [imageWith({ alt: 'Shop', soleContentOf })] },
    'a missing alt, which another check reports': { images: [imageWith({ alt: null, soleContentOf })] },
    'an image in a link that is hidden from everyone': {
      images: [imageWith({ alt: '', isDecorative: true, soleContentOf })],
    },
    'a pixel in a link': { images: [imageWith({ alt: '', isTiny: true, soleContentOf })] },
  },
  fails: {
    'an image with empty alt alone in a link': {
      facts: { images: [imageWith({ alt: '', soleContentOf })] },
      finds: {
        severity: 'error',
        message: 'Empty alt tag on 1 image that is the only content of a link or button',
        details: {
          missingAltTags: 0,
          emptyAltTags: 1,
          totalImages: 1,
          imageData: [
            {
              src: 'https://example.com/boat.jpg',
              issue: 'empty alt in a link',
              isLarge: false,
              fileSize: null,
              path: 'body > main > img',
              alt: '',
            },
          ],
        },
        evidence: [
          {
            kind: 'table',
            label: 'Images that are the only content of a link or button',
            columns: ['Only content of', 'Target', 'Image', 'Line', 'Element'],
            rows: [['link', 'https://example.com/shop', 'https://example.com/boat.jpg', '30', 'body > main > img']],
          },
        ],
      },
    },
    'an alt of blanks alone in a button': {
      facts: { images: [imageWith({ alt: ' ', soleContentOf: { element: 'button', url: '' } })] },
      finds: {
        message: 'Empty alt tag on 1 image that is the only content of a link or button',
        details: {
          missingAltTags: 0,
          emptyAltTags: 0,
          totalImages: 1,
          imageData: [
            {
              src: 'https://example.com/boat.jpg',
              issue: 'empty alt in a link',
              isLarge: false,
              fileSize: null,
              path: 'body > main > img',
              alt: ' ',
            },
          ],
        },
        evidence: [
          {
            kind: 'table',
            label: 'Images that are the only content of a link or button',
            columns: ['Only content of', 'Target', 'Image', 'Line', 'Element'],
            rows: [['button', '', 'https://example.com/boat.jpg', '30', 'body > main > img']],
          },
        ],
      },
    },
  },
})
