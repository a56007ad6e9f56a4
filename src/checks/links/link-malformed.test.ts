import { testCheck } from '../test-check.ts'
import { linkMalformed } from './link-malformed.ts'

testCheck(linkMalformed, {
  passes: { 'a page without such links': { malformedLinks: [] } },
  fails: {
    'each address with what is wrong with it': {
      facts: {
        malformedLinks: [
          { href: 'https://https://example.com', why: 'doubled-scheme', path: 'body > a', line: 3 },
          { href: 'http://exa mple.com', why: 'space-in-host', path: 'body > a', line: 4 },
        ],
      },
      finds: {
        severity: 'warning',
        message: '2 links with a malformed address',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [
          {
            kind: 'table',
            label: 'Malformed addresses',
            columns: ['As written', 'What is wrong', 'Line', 'Element'],
            rows: [
              ['https://https://example.com', 'names the scheme twice', '3', 'body > a'],
              ['http://exa mple.com', 'has a blank in the host', '4', 'body > a'],
            ],
          },
        ],
      },
    },
  },
})
