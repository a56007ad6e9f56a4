import { testCheck } from '../test-check.ts'
import { linkMalformed } from './link-malformed.ts'

testCheck(linkMalformed, {
  passes: { 'a page without such links': { malformedLinks: [] } },
  fails: {
    'each URL with what is wrong with it': {
      facts: {
        malformedLinks: [
          { href: 'https://https://example.com', why: 'doubled-scheme', path: 'body > a', line: 3 },
          { href: 'http://exa mple.com', why: 'space-in-host', path: 'body > a', line: 4 },
        ],
      },
      finds: {
        severity: 'warning',
        message: '2 links with a malformed URL',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [
          {
            kind: 'table',
            label: 'Malformed URLs',
            columns: ['As written', 'Problem', 'Line', 'Element'],
            rows: [
              ['https://https://example.com', 'has the scheme twice', '3', 'body > a'],
              ['http://exa mple.com', 'has a space in the host', '4', 'body > a'],
            ],
          },
        ],
      },
    },
  },
})
