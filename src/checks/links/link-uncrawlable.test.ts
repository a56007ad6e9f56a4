import { testCheck } from '../test-check.ts'
import { linkUncrawlable } from './link-uncrawlable.ts'

const link = { tag: '<a href="javascript:void(0)">', text: 'Prices', path: 'body > nav > a', line: 12 }

testCheck(linkUncrawlable, {
  passes: { 'a page without such links': { uncrawlableLinks: [] } },
  fails: {
    'a link that only a script opens': {
      facts: { uncrawlableLinks: [link] },
      finds: {
        severity: 'warning',
        message: '1 link that is not crawlable',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [
          {
            kind: 'table',
            label: 'Links without a crawlable URL',
            columns: ['Tag', 'Line', 'Element'],
            rows: [['<a href="javascript:void(0)">', '12', 'body > nav > a']],
          },
        ],
      },
    },
    'more links than are shown, with their number': {
      facts: { uncrawlableLinks: Array.from({ length: 120 }, () => link) },
      finds: {
        message: '120 links that are not crawlable',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [
          {
            kind: 'table',
            label: 'Links without a crawlable URL',
            columns: ['Tag', 'Line', 'Element'],
            rows: Array.from({ length: 100 }, () => ['<a href="javascript:void(0)">', '12', 'body > nav > a']),
            total: 120,
          },
        ],
      },
    },
  },
})
