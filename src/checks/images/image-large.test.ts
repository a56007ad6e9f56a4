import { namedOn, referredBy } from '../test-evidence.ts'
import { testSiteCheck } from '../test-site-check.ts'
import type { TestTarget } from '../test-site-facts.ts'
import { imageLarge } from './image-large.ts'

const url = 'https://site.test/hero.png'
const inHead = (sourceUrl: string) => ({ sourceUrl, text: 'link', region: 'head', path: '', line: 1 })
const showing = (target: Partial<TestTarget>) => ({
  targets: [{ url, mediaType: 'image/png', ...target }],
  links: [{ from: 'https://site.test/a', to: url, kind: 'image' as const }],
})

testSiteCheck(imageLarge, {
  passes: {
    'an image of exactly 500 KB': showing({ bytes: 512_000 }),
    'an image of 525 KB, within the tolerance': showing({ bytes: 537_600 }),
    'an image of unknown size': showing({ bytes: null }),
    'a large error page in its place': showing({ bytes: 600_000, status: 404 }),
    'a large film': showing({ bytes: 6_000_000, mediaType: 'video/mp4' }),
    'a large image that is only linked': {
      targets: [{ url, mediaType: 'image/png', bytes: 600_000 }],
      links: [{ from: 'https://site.test/a', to: url }],
    },
  },
  fails: {
    'an image above the tolerance': {
      site: showing({ bytes: 537_601 }),
      finds: [
        {
          url,
          severity: 'warning',
          message: `Large image: 525.0 KB: ${url} (shown on 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: {
            ...referredBy(['https://site.test/a']),
            targetUrl: url,
            imageData: [{ src: url, issue: 'large', isLarge: true, fileSize: 537_601 }],
            resourceType: 'image',
          },
          evidence: [{ kind: 'text', label: 'Type', text: 'image/png' }, namedOn('https://site.test/a')],
        },
      ],
    },
    'an image that only styles name': {
      site: {
        targets: [{ url, mediaType: 'image/png', bytes: 600_000 }],
        links: [{ from: 'https://site.test/a', to: url, kind: 'image', region: 'head' }],
      },
      finds: [
        {
          url,
          severity: 'warning',
          message: `Large image: 585.9 KB: ${url} (named in the head of 1 page)`,
          affectedUrls: ['https://site.test/a'],
          details: {
            ...referredBy(['https://site.test/a']),
            targetUrl: url,
            imageData: [{ src: url, issue: 'large', isLarge: true, fileSize: 600_000 }],
            resourceType: 'image',
          },
          evidence: [
            { kind: 'text', label: 'Type', text: 'image/png' },
            { kind: 'places', label: 'Linked from', places: [inHead('https://site.test/a')], total: 1 },
          ],
        },
      ],
    },
  },
})
