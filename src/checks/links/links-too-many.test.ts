import { testCheck } from '../test-check.ts'
import { linkWith } from '../test-facts.ts'
import { linksTooMany } from './links-too-many.ts'

const links = (count: number, kind: 'anchor' | 'image' = 'anchor') =>
  Array.from({ length: count }, () => linkWith({ kind }))

testCheck(linksTooMany, {
  passes: {
    'as many as may be': { links: links(1_000) },
    'as many as may be, and images': { links: [...links(1_000), ...links(2, 'image')] },
    'a gallery of many images': { links: [...links(10), ...links(2_000, 'image')] },
  },
  fails: {
    'one more': {
      facts: { links: links(1_001) },
      finds: {
        message: 'Too many links on the page: more than 1,000 links',
        details: { sourceUrl: 'https://example.com/page' },
        evidence: [
          {
            kind: 'table',
            label: 'Links',
            columns: ['Links', 'Different URLs', 'At most'],
            rows: [['1001', '1', '1000']],
          },
        ],
      },
    },
  },
})
