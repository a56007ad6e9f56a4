import { testCheck } from '../test-check.ts'
import { imageWith } from '../test-facts.ts'
import { imageSourceMissing } from './image-source-missing.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Images without source',
  columns: ['Image', 'Source', 'Line', 'Element'],
  rows,
})
const empty = imageWith({
  src: null,
  lacksSource: 'none',
  tag: '<img alt="A boat">',
  alt: 'A boat',
  path: 'main > img',
})
const lazy = imageWith({ lacksSource: 'script', tag: '<img data-src="/boat.jpg">', alt: null, path: 'main > img' })
const entry = { issue: 'no source', isLarge: false, fileSize: null, path: 'main > img' }

testCheck(imageSourceMissing, {
  passes: {
    'an image with a source': { images: [imageWith()] },
    'an image in noscript': { images: [{ ...empty, isInNoscript: true }] },
  },
  fails: {
    'an image that names no file': {
      facts: { images: [empty, imageWith(), lazy] },
      finds: {
        severity: 'warning',
        message: '2 images without source',
        details: {
          missingAltTags: 1,
          emptyAltTags: 0,
          totalImages: 3,
          imageData: [
            { ...entry, src: '', alt: 'A boat' },
            { ...entry, src: 'https://example.com/boat.jpg' },
          ],
        },
        evidence: [
          table(
            ['<img alt="A boat">', 'none', '30', 'main > img'],
            ['<img data-src="/boat.jpg">', 'set by a script', '30', 'main > img'],
          ),
        ],
      },
    },
    'an image whose source is the page': {
      facts: { images: [{ ...empty, lacksSource: 'page', tag: '<img src="page.html" alt="A boat">' }] },
      finds: {
        severity: 'warning',
        message: '1 image without source',
        details: {
          missingAltTags: 0,
          emptyAltTags: 0,
          totalImages: 1,
          imageData: [{ ...entry, src: '', alt: 'A boat' }],
        },
        evidence: [table(['<img src="page.html" alt="A boat">', 'the page itself', '30', 'main > img'])],
      },
    },
    'lazy loading without a fallback, as an info': {
      facts: { images: [lazy] },
      finds: {
        severity: 'info',
        message: '1 image without source (set by a script only)',
        details: {
          missingAltTags: 1,
          emptyAltTags: 0,
          totalImages: 1,
          imageData: [{ ...entry, src: 'https://example.com/boat.jpg' }],
        },
        evidence: [table(['<img data-src="/boat.jpg">', 'set by a script', '30', 'main > img'])],
      },
    },
  },
})
