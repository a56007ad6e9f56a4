import { testCheck } from '../test-check.ts'
import { renderedWith } from '../test-facts.ts'
import { redirectJavascript } from './redirect-javascript.ts'

testCheck(redirectJavascript, {
  base: { rendering: renderedWith() },
  passes: { 'a page whose scripts were cut': { rendering: renderedWith({ isCut: true }) } },
  fails: {
    'a script that leads elsewhere': {
      facts: { rendering: renderedWith({ redirectUrl: 'https://example.com/new' }) },
      finds: {
        severity: 'info',
        message: 'JavaScript redirect',
        details: { sourceUrl: 'https://example.com/page', targetUrl: 'https://example.com/new' },
        evidence: [
          {
            kind: 'table',
            label: 'JavaScript redirect',
            columns: ['From', 'To'],
            rows: [['https://example.com/page', 'https://example.com/new']],
          },
        ],
      },
    },
  },
  skips: {
    'a page of a crawl that ran no scripts': {
      facts: { rendering: undefined },
      reason: 'The crawl did not render JavaScript',
    },
    'a page that could not be rendered': {
      facts: { rendering: { isRendered: false, why: 'it crashed' } },
      reason: 'The page could not be rendered',
    },
  },
})
