import { testCheck } from '../test-check.ts'
import { imageWith } from '../test-facts.ts'
import { imageAltEmpty } from './image-alt-empty.ts'

const entry = {
  src: 'https://example.com/boat.jpg',
  issue: 'empty alt',
  isLarge: false,
  fileSize: null,
  path: 'body > main > img',
  alt: '',
}

testCheck(imageAltEmpty, {
  passes: {
    'a small image': { images: [imageWith({ alt: '', width: 199, height: 400 })] },
    'an image of unknown size': { images: [imageWith({ alt: '', width: null, height: null })] },
    'a large image explicitly marked as decoration': { images: [imageWith({ alt: '', isDecorative: true })] },
    'a large image alone in a link, which another check reports': {
      images: [imageWith({ alt: '', soleContentOf: { element: 'link', url: 'https://example.com/' } })],
    },
    'a large image beside the text of a link': { images: [imageWith({ alt: '', isBesideLinkText: true })] },
    'a large image without alt, which another check reports': { images: [imageWith({ alt: null })] },
  },
  fails: {
    'an image of 200 × 200': {
      facts: { images: [imageWith({ alt: '', width: 200, height: 200 })] },
      finds: {
        severity: 'info',
        message: 'Empty alt tag on 1 large or captioned image: please confirm that it is decorative',
        details: {
          missingAltTags: 0,
          emptyAltTags: 1,
          totalImages: 1,
          imageData: [entry],
        },
        evidence: [
          {
            kind: 'table',
            label: 'Please confirm that these images are decorative',
            columns: ['Image', 'Size', 'Caption', 'Line', 'Element'],
            rows: [['https://example.com/boat.jpg', '200 × 200', '', '30', 'body > main > img']],
          },
        ],
      },
    },
    'a small image with a caption': {
      facts: { images: [imageWith({ alt: '', width: 50, height: 50, figureCaption: 'The old quay' })] },
      finds: {
        message: 'Empty alt tag on 1 large or captioned image: please confirm that it is decorative',
        details: {
          missingAltTags: 0,
          emptyAltTags: 1,
          totalImages: 1,
          imageData: [entry],
        },
        evidence: [
          {
            kind: 'table',
            label: 'Please confirm that these images are decorative',
            columns: ['Image', 'Size', 'Caption', 'Line', 'Element'],
            rows: [['https://example.com/boat.jpg', '50 × 50', 'The old quay', '30', 'body > main > img']],
          },
        ],
      },
    },
    'an image with a caption of which only the width is known': {
      facts: { images: [imageWith({ alt: '', width: 50, height: null, figureCaption: 'The old quay' })] },
      finds: {
        message: 'Empty alt tag on 1 large or captioned image: please confirm that it is decorative',
        details: { missingAltTags: 0, emptyAltTags: 1, totalImages: 1, imageData: [entry] },
        evidence: [
          {
            kind: 'table',
            label: 'Please confirm that these images are decorative',
            columns: ['Image', 'Size', 'Caption', 'Line', 'Element'],
            rows: [['https://example.com/boat.jpg', '', 'The old quay', '30', 'body > main > img']],
          },
        ],
      },
    },
    'two large images': {
      facts: { images: [imageWith({ alt: '' }), imageWith({ alt: '', line: 31 })] },
      finds: {
        message: 'Empty alt tag on 2 large or captioned images: please confirm that they are decorative',
        details: {
          missingAltTags: 0,
          emptyAltTags: 2,
          totalImages: 2,
          imageData: [entry, entry],
        },
        evidence: [
          {
            kind: 'table',
            label: 'Please confirm that these images are decorative',
            columns: ['Image', 'Size', 'Caption', 'Line', 'Element'],
            rows: [
              ['https://example.com/boat.jpg', '640 × 480', '', '30', 'body > main > img'],
              ['https://example.com/boat.jpg', '640 × 480', '', '31', 'body > main > img'],
            ],
          },
        ],
      },
    },
  },
})
