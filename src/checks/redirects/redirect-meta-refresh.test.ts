import type { RefreshFact } from '#shared/facts.ts'
import { testCheck } from '../test-check.ts'
import { redirectMetaRefresh } from './redirect-meta-refresh.ts'

const refresh = (overrides: Partial<RefreshFact>): { refresh: RefreshFact } => ({
  refresh: { delay: 0, url: 'https://example.com/new', raw: '0; url=/new', source: 'tag', line: 4, ...overrides },
})

testCheck(redirectMetaRefresh, {
  passes: {
    'a page that reloads itself': refresh({ url: null, delay: 5 }),
    'a refresh to its own URL': refresh({ url: 'https://example.com/page' }),
    'a delay of 11 seconds': refresh({ delay: 11 }),
  },
  fails: {
    'an instant refresh': {
      facts: refresh({}),
      finds: {
        severity: 'warning',
        message: 'Meta refresh redirects to another URL after 0 s',
        details: { sourceUrl: 'https://example.com/page', targetUrl: 'https://example.com/new' },
        evidence: [
          { kind: 'code', label: 'As written', code: '0; url=/new', line: 4 },
          {
            kind: 'table',
            label: 'Refresh',
            columns: ['Source', 'Delay in seconds', 'Target'],
            rows: [['meta tag', '0', 'https://example.com/new']],
          },
        ],
      },
    },
    'a delay of 10 seconds in the header': {
      facts: refresh({ source: 'header', delay: 10, line: 0 }),
      finds: {
        message: 'Refresh header redirects to another URL after 10 s',
        details: { sourceUrl: 'https://example.com/page', targetUrl: 'https://example.com/new' },
        evidence: [
          { kind: 'code', label: 'As written', code: '0; url=/new' },
          {
            kind: 'table',
            label: 'Refresh',
            columns: ['Source', 'Delay in seconds', 'Target'],
            rows: [['Refresh header', '10', 'https://example.com/new']],
          },
        ],
      },
    },
  },
})
