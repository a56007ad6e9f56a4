import { testCheck } from '../test-check.ts'
import { imageWith, linkWith } from '../test-facts.ts'
import { imageDimensionsMissing } from './image-dimensions-missing.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Images without width and height',
  columns: ['Image', 'Line', 'Element'],
  rows,
})
const unsized = (overrides: Parameters<typeof imageWith>[0] = {}) => ({
  images: [imageWith({ width: null, height: null, ...overrides })],
})

const data = {
  src: 'https://example.com/boat.jpg',
  issue: 'no width and height',
  isLarge: false,
  fileSize: null,
  path: 'body > main > img',
  alt: 'A survey boat at anchor',
}
const counted = (entry: typeof data) => ({ missingAltTags: 0, emptyAltTags: 0, totalImages: 1, imageData: [entry] })
const row = ['<img src="/boat.jpg">', '30', 'body > main > img']

testCheck(imageDimensionsMissing, {
  passes: {
    'an inline aspect ratio': unsized({ hasInlineSize: true }),
    'a vector image': unsized({ isSvg: true }),
    'an inline image': unsized({ src: null }),
    'a tracking pixel': unsized({ isTiny: true }),
    'the pixel of a counter elsewhere': unsized({ src: 'https://rover.shop.test/roverimp/1/710-53481?pub=5', alt: '' }),
    'the pixel of a host for them': unsized({ src: 'https://pixel.shop.test/a.gif', alt: ' ' }),
    'an image in noscript': unsized({ isInNoscript: true }),
    'the icon of the site': unsized({ src: 'https://example.com/favicon.ico' }),
    'the declared icon of the page': {
      ...unsized({ src: 'https://example.com/img/boat.ico' }),
      links: [linkWith({ kind: 'icon', url: 'https://example.com/img/boat.ico' })],
    },
    'an icon of 32 pixels with one attribute': unsized({ width: 32 }),
  },
  fails: {
    'neither attribute': {
      facts: unsized(),
      finds: {
        severity: 'warning',
        message: '1 image without width and height in the HTML',
        details: {
          missingAltTags: 0,
          emptyAltTags: 0,
          totalImages: 1,
          imageData: [
            {
              src: 'https://example.com/boat.jpg',
              issue: 'no width and height',
              isLarge: false,
              fileSize: null,
              path: 'body > main > img',
              alt: 'A survey boat at anchor',
            },
          ],
        },
        evidence: [table(['<img src="/boat.jpg">', '30', 'body > main > img'])],
      },
    },
    'an own image of such a name': {
      facts: unsized({ src: 'https://example.com/pixel-art.png', alt: '' }),
      finds: {
        message: '1 image without width and height in the HTML',
        details: {
          missingAltTags: 0,
          emptyAltTags: 1,
          totalImages: 1,
          imageData: [
            {
              src: 'https://example.com/pixel-art.png',
              issue: 'no width and height',
              isLarge: false,
              fileSize: null,
              path: 'body > main > img',
              alt: '',
            },
          ],
        },
        evidence: [table(['<img src="/boat.jpg">', '30', 'body > main > img'])],
      },
    },
    'an image with a text at such a URL': {
      facts: unsized({ src: 'https://art.test/pixel/fox.png', alt: 'A fox in eight colours' }),
      finds: {
        message: '1 image without width and height in the HTML',
        details: {
          missingAltTags: 0,
          emptyAltTags: 0,
          totalImages: 1,
          imageData: [
            {
              src: 'https://art.test/pixel/fox.png',
              issue: 'no width and height',
              isLarge: false,
              fileSize: null,
              path: 'body > main > img',
              alt: 'A fox in eight colours',
            },
          ],
        },
        evidence: [table(['<img src="/boat.jpg">', '30', 'body > main > img'])],
      },
    },
    'another image elsewhere': {
      facts: unsized({ src: 'https://art.test/impressive.png', alt: '' }),
      finds: {
        message: '1 image without width and height in the HTML',
        details: {
          missingAltTags: 0,
          emptyAltTags: 1,
          totalImages: 1,
          imageData: [
            {
              src: 'https://art.test/impressive.png',
              issue: 'no width and height',
              isLarge: false,
              fileSize: null,
              path: 'body > main > img',
              alt: '',
            },
          ],
        },
        evidence: [table(['<img src="/boat.jpg">', '30', 'body > main > img'])],
      },
    },
    'a logo that is also the icon of the page': {
      facts: { ...unsized(), links: [linkWith({ kind: 'icon', url: data.src })] },
      finds: {
        message: '1 image without width and height in the HTML',
        details: counted(data),
        evidence: [table(row)],
      },
    },
    'another file of icons': {
      facts: {
        ...unsized({ src: 'https://example.com/img/boat.ico' }),
        links: [linkWith({ kind: 'anchor', url: 'https://example.com/img/boat.ico' })],
      },
      finds: {
        message: '1 image without width and height in the HTML',
        details: counted({ ...data, src: 'https://example.com/img/boat.ico' }),
        evidence: [table(row)],
      },
    },
    'the icon of another site': {
      facts: unsized({ src: 'https://art.test/favicon.ico' }),
      finds: {
        message: '1 image without width and height in the HTML',
        details: counted({ ...data, src: 'https://art.test/favicon.ico' }),
        evidence: [table(row)],
      },
    },
    'a width without height': {
      facts: unsized({ width: 640 }),
      finds: {
        message: '1 image without height in the HTML',
        details: {
          missingAltTags: 0,
          emptyAltTags: 0,
          totalImages: 1,
          imageData: [
            {
              src: 'https://example.com/boat.jpg',
              issue: 'no width and height',
              isLarge: false,
              fileSize: null,
              path: 'body > main > img',
              alt: 'A survey boat at anchor',
            },
          ],
        },
        evidence: [table(['<img src="/boat.jpg">', '30', 'body > main > img'])],
      },
    },
    'a height without width': {
      facts: unsized({ height: 480 }),
      finds: {
        message: '1 image without width in the HTML',
        details: counted(data),
        evidence: [table(row)],
      },
    },
    'images that lack different ones': {
      facts: { images: [imageWith({ width: 640, height: null }), imageWith({ width: null, height: 480 })] },
      finds: {
        message: '2 images without width or height in the HTML',
        details: {
          missingAltTags: 0,
          emptyAltTags: 0,
          totalImages: 2,
          imageData: [data, data],
        },
        evidence: [table(row, row)],
      },
    },
  },
})
