import { testCheck } from '../test-check.ts'
import { imageWith } from '../test-facts.ts'
import { imageAltMissing } from './image-alt-missing.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Images without alt attribute',
  columns: ['Image', 'Line', 'Element', 'Only content of'],
  rows,
})
const bare = (overrides: Parameters<typeof imageWith>[0] = {}) =>
  imageWith({ alt: null, tag: '<img src="/a.png">', ...overrides })

testCheck(imageAltMissing, {
  passes: {
    'a page without images': { images: [] },
    'an empty alt attribute': { images: [imageWith({ alt: '' })] },
    'an image marked as decoration': { images: [bare({ isDecorative: true })] },
    'an image named by aria-label or title': { images: [bare({ hasOtherName: true })] },
    'an image without source, which another check reports': { images: [bare({ src: null, lacksSource: 'none' })] },
    'an image whose source is the page, which it reports, too': { images: [bare({ src: null, lacksSource: 'page' })] },
    'a tracking pixel': { images: [bare({ isTiny: true })] },
    'an image in noscript': { images: [bare({ isInNoscript: true })] },
  },
  fails: {
    'the only image, alone in a link': {
      facts: { images: [imageWith({ alt: null, soleContentOf: { element: 'link', url: 'https://example.com/' } })] },
      finds: {
        severity: 'error',
        message: 'Missing alt tag on 1 of 1 image, which is the only content of a link or button',
        details: {
          missingAltTags: 1,
          emptyAltTags: 0,
          totalImages: 1,
          imageData: [
            {
              src: 'https://example.com/boat.jpg',
              issue: 'missing alt',
              isLarge: false,
              fileSize: null,
              path: 'body > main > img',
            },
          ],
        },
        evidence: [table(['<img src="/boat.jpg">', '30', 'body > main > img', 'link'])],
      },
    },
    'an image without alt, with the counts that screens read': {
      facts: { images: [bare({ src: 'https://example.com/a.png' }), imageWith(), imageWith({ alt: '' })] },
      finds: {
        severity: 'warning',
        message: 'Missing alt tag on 1 of 3 images',
        details: {
          missingAltTags: 1,
          emptyAltTags: 1,
          totalImages: 3,
          imageData: [
            {
              src: 'https://example.com/a.png',
              issue: 'missing alt',
              isLarge: false,
              fileSize: null,
              path: 'body > main > img',
            },
          ],
        },
        evidence: [table(['<img src="/a.png">', '30', 'body > main > img', ''])],
      },
    },
    'an image that is the only content of a link, as an error': {
      facts: { images: [bare({ soleContentOf: { element: 'link', url: 'https://example.com/' } }), bare()] },
      finds: {
        severity: 'error',
        message: 'Missing alt tag on 2 of 2 images, 1 of them the only content of a link or button',
        details: {
          missingAltTags: 2,
          emptyAltTags: 0,
          totalImages: 2,
          imageData: [
            {
              src: 'https://example.com/boat.jpg',
              issue: 'missing alt',
              isLarge: false,
              fileSize: null,
              path: 'body > main > img',
            },
            {
              src: 'https://example.com/boat.jpg',
              issue: 'missing alt',
              isLarge: false,
              fileSize: null,
              path: 'body > main > img',
            },
          ],
        },
        evidence: [
          table(
            ['<img src="/a.png">', '30', 'body > main > img', 'link'],
            ['<img src="/a.png">', '30', 'body > main > img', ''],
          ),
        ],
      },
    },
    'an image whose URL is not known': {
      facts: { images: [bare({ src: null })] },
      finds: {
        message: 'Missing alt tag on 1 of 1 image',
        details: {
          missingAltTags: 1,
          emptyAltTags: 0,
          totalImages: 1,
          imageData: [{ src: '', issue: 'missing alt', isLarge: false, fileSize: null, path: 'body > main > img' }],
        },
        evidence: [table(['<img src="/a.png">', '30', 'body > main > img', ''])],
      },
    },
  },
})
