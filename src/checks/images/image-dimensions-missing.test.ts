import { testCheck } from '../test-check.ts'
import { imageWith } from '../test-facts.ts'
import { imageDimensionsMissing } from './image-dimensions-missing.ts'

const unsized = (overrides: Parameters<typeof imageWith>[0] = {}) => ({
  images: [imageWith({ width: null, height: null, ...overrides })],
})

testCheck(imageDimensionsMissing, {
  passes: {
    'an inline aspect ratio': unsized({ hasInlineSize: true }),
    'a vector image': unsized({ isSvg: true }),
    'an inline image': unsized({ src: null }),
    'a tracking pixel': unsized({ isTiny: true }),
    'the pixel of a counter elsewhere': unsized({ src: 'https://rover.shop.test/roverimp/1/710-53481?pub=5', alt: '' }),
    'the pixel of a host for them': unsized({ src: 'https://pixel.shop.test/a.gif', alt: ' ' }),
    'an image in noscript': unsized({ isInNoscript: true }),
    'an icon of 32 pixels with one attribute': unsized({ width: 32 }),
  },
  fails: {
    'neither attribute': {
      facts: unsized(),
      finds: {
        severity: 'warning',
        message: '1 image without width and height in the HTML',
        details: { totalImages: 1, imageData: [{ src: 'https://example.com/boat.jpg', issue: 'no width and height' }] },
        evidence: [{ kind: 'table', rows: [['<img src="/boat.jpg">', '30', 'body > main > img']] }],
      },
    },
    'an own image of such a name': { facts: unsized({ src: 'https://example.com/pixel-art.png', alt: '' }), finds: {} },
    'an image with a text at such an address': {
      facts: unsized({ src: 'https://art.test/pixel/fox.png', alt: 'A fox in eight colours' }),
      finds: {},
    },
    'another image elsewhere': { facts: unsized({ src: 'https://art.test/impressive.png', alt: '' }), finds: {} },
    'a width without height': { facts: unsized({ width: 640 }), finds: {} },
  },
})
