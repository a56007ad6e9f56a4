import { testCheck } from '../test-check.ts'
import { linkWith } from '../test-facts.ts'
import { pageNofollow } from './page-nofollow.ts'

testCheck(pageNofollow, {
  passes: {
    'a page with external links only': { isNofollow: true, links: [linkWith({ url: 'https://example.org/' })] },
    'a page that links to itself only': { isNofollow: true, links: [linkWith({ url: 'https://example.com/page' })] },
  },
  fails: {
    'an area of an image map, but no image': {
      facts: {
        isNofollow: true,
        robotsDirectives: [{ source: 'meta', agent: 'robots', raw: 'nofollow', tokens: ['nofollow'], line: 6 }],
        links: [
          linkWith({ kind: 'image', url: 'https://example.com/map.png' }),
          linkWith({ kind: 'area', url: 'https://example.com/harbour' }),
        ],
      },
      finds: {
        message: 'Page-level nofollow affects links to 1 internal page',
        evidence: [
          {
            kind: 'table',
            label: 'Robots directives',
            columns: ['Source', 'Value', 'Line'],
            rows: [['meta robots', 'nofollow', '6']],
          },
          { kind: 'url', label: 'First affected page', url: 'https://example.com/harbour' },
        ],
      },
    },
    'each internal page once': {
      facts: {
        isNofollow: true,
        robotsDirectives: [{ source: 'meta', agent: 'robots', raw: 'nofollow', tokens: ['nofollow'], line: 6 }],
        links: [linkWith(), linkWith(), linkWith({ url: 'https://www.example.com/third' })],
      },
      finds: {
        severity: 'warning',
        message: 'Page-level nofollow affects links to 2 internal pages',
        evidence: [
          {
            kind: 'table',
            label: 'Robots directives',
            columns: ['Source', 'Value', 'Line'],
            rows: [['meta robots', 'nofollow', '6']],
          },
          { kind: 'url', label: 'First affected page', url: 'https://example.com/other' },
        ],
      },
    },
  },
  skips: {
    'a page that is not to be indexed either': {
      facts: { isNofollow: true, isNoindex: true },
      reason: 'The page has noindex',
    },
  },
})
