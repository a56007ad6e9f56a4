import type { NarrowLayout } from '#shared/page-audit.ts'
import { testCheck } from '../test-check.ts'
import { renderedWith } from '../test-facts.ts'
import { contentWiderThanScreen } from './content-wider-than-screen.ts'

const rendering = (narrow: Partial<NarrowLayout>) =>
  renderedWith({
    audit: { narrow: { width: 360, scrollWidth: 360, isApproximate: false, elements: [], ...narrow } },
  })
const elements = [{ path: 'body > table', tag: '<table width="900">', right: 900 }]

testCheck(contentWiderThanScreen, {
  base: { rendering: rendering({}) },
  passes: {
    'a page that is one pixel wider': { rendering: rendering({ scrollWidth: 361 }) },
    'text that is a little longer in another font': { rendering: rendering({ scrollWidth: 378, isApproximate: true }) },
  },
  fails: {
    'a wide table': {
      facts: { rendering: rendering({ scrollWidth: 900, elements }) },
      finds: {
        severity: 'warning',
        message: 'Content is wider than the screen of a phone: 900 pixels on a screen of 360',
        evidence: [{ kind: 'table', rows: [['body > table', '<table width="900">', '900']] }],
      },
    },
    'a wide table in another font': {
      facts: { rendering: rendering({ scrollWidth: 900, isApproximate: true }) },
      finds: {},
    },
    'what no element explains': {
      facts: { rendering: rendering({ scrollWidth: 362 }) },
      finds: { evidence: [{ kind: 'text', text: '362 pixels' }] },
    },
  },
  skips: {
    'a crawl that runs no scripts': { facts: { rendering: undefined } },
    'a page that could not be rendered': { facts: { rendering: { isRendered: false, why: 'it made its tab crash' } } },
    'a page that could not be measured': { facts: { rendering: renderedWith({ audit: {} }) } },
    'a page without viewport, which has its own check': {
      facts: { rendering: rendering({ width: 980, scrollWidth: 1_200 }) },
      reason: 'The page does not adapt to phones, which is reported for its viewport',
    },
  },
})
