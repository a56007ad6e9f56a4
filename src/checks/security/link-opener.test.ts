import { testCheck } from '../test-check.ts'
import { linkOpener } from './link-opener.ts'

const tag = '<a href="https://example.org/" target="_blank" rel="opener">'

testCheck(linkOpener, {
  passes: {},
  fails: {
    'each link that keeps window.opener': {
      facts: { openerLinks: [{ tag, url: 'https://example.org/', path: 'body > a', line: 7 }] },
      finds: {
        severity: 'info',
        message: '1 external link in a new tab with rel=opener',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [
          {
            kind: 'table',
            label: 'Links',
            columns: ['Link', 'Target', 'Line', 'Element'],
            rows: [[tag, 'https://example.org/', '7', 'body > a']],
          },
        ],
      },
    },
  },
})
