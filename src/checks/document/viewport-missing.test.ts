import { testCheck } from '../test-check.ts'
import { viewportMissing } from './viewport-missing.ts'

testCheck(viewportMissing, {
  passes: {
    'the usual value': { viewport: 'width=device-width, initial-scale=1' },
    'only an initial scale': { viewport: 'initial-scale=1.0' },
    'capitals, blanks and semicolons': { viewport: 'WIDTH = Device-Width ; Initial-Scale=1' },
  },
  fails: {
    'no viewport': {
      facts: { viewport: null, headExcerpt: '<title>Prices</title>' },
      finds: {
        severity: 'error',
        message: 'Missing viewport meta tag',
        evidence: [{ kind: 'code', label: 'Head', code: '<title>Prices</title>' }],
      },
    },
    'a viewport without width': {
      facts: { viewport: 'user-scalable=yes' },
      finds: {
        severity: 'error',
        message: 'Viewport sets neither width nor initial-scale',
        evidence: [{ kind: 'code', label: 'Viewport', code: '<meta name="viewport" content="user-scalable=yes">' }],
      },
    },
    'an empty viewport': {
      facts: { viewport: '' },
      finds: {
        severity: 'error',
        message: 'Viewport sets neither width nor initial-scale',
        evidence: [{ kind: 'code', label: 'Viewport', code: '<meta name="viewport" content="">' }],
      },
    },
    'a fixed width, as a warning': {
      facts: { viewport: 'width=1024' },
      finds: {
        severity: 'warning',
        message: 'Viewport has a fixed width of 1024 pixels',
        evidence: [{ kind: 'code', label: 'Viewport', code: '<meta name="viewport" content="width=1024">' }],
      },
    },
  },
  skips: {
    'a page that sends its visitors on at once': {
      facts: {
        viewport: null,
        refresh: { delay: 0, url: 'https://example.com/b', raw: '0; url=/b', source: 'tag', line: 4 },
      },
      reason: 'The page redirects to another URL',
    },
  },
})
