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
    'text that is a little longer in another font': { rendering: rendering({ scrollWidth: 380, isApproximate: true }) },
  },
  fails: {
    'a wide table': {
      facts: { rendering: rendering({ scrollWidth: 900, elements }) },
      finds: {
        severity: 'warning',
        message: 'Content wider than the screen: 900 pixels on a screen width of 360',
        evidence: [
          {
            kind: 'table',
            label: 'Elements that extend furthest to the right',
            columns: ['Element', 'Markup', 'Right edge in pixels'],
            rows: [['body > table', '<table width="900">', '900']],
          },
        ],
      },
    },
    'a wide table in another font': {
      facts: { rendering: rendering({ scrollWidth: 900, isApproximate: true }) },
      finds: {
        message: 'Content wider than the screen: 900 pixels on a screen width of 360',
        evidence: [{ kind: 'text', label: 'Width', text: '900 pixels' }],
      },
    },
    'a text in another font that is more than 20 pixels longer': {
      facts: { rendering: rendering({ scrollWidth: 381, isApproximate: true }) },
      finds: {
        message: 'Content wider than the screen: 381 pixels on a screen width of 360',
        evidence: [{ kind: 'text', label: 'Width', text: '381 pixels' }],
      },
    },
    'what no element explains': {
      facts: { rendering: rendering({ scrollWidth: 362 }) },
      finds: {
        message: 'Content wider than the screen: 362 pixels on a screen width of 360',
        evidence: [{ kind: 'text', label: 'Width', text: '362 pixels' }],
      },
    },
  },
  skips: {
    'a crawl that runs no scripts': {
      facts: { rendering: undefined },
      reason: 'The crawl did not render JavaScript',
    },
    'a page that could not be rendered': {
      facts: { rendering: { isRendered: false, why: 'it made its tab crash' } },
      reason: 'The page could not be rendered',
    },
    'a page that could not be measured': {
      facts: { rendering: renderedWith({ audit: {} }) },
      reason: 'The page width could not be measured',
    },
    'a page without viewport, which has its own check': {
      facts: { rendering: rendering({ width: 980, scrollWidth: 1_200 }) },
      reason: 'The page has no mobile viewport, which another check reports',
    },
    'a page laid out for a screen of one pixel more': {
      facts: { rendering: rendering({ width: 361, scrollWidth: 1_200 }) },
      reason: 'The page has no mobile viewport, which another check reports',
    },
  },
})
