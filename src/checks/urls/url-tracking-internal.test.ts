import { testCheck } from '../test-check.ts'
import { linkWith } from '../test-facts.ts'
import { urlTrackingInternal } from './url-tracking-internal.ts'

const to = (...urls: string[]) => ({ links: urls.map(url => linkWith({ url })) })

testCheck(urlTrackingInternal, {
  passes: {
    'an external link with such a parameter': to('https://example.org/?utm_source=partner'),
    'an image with such a parameter': { links: [linkWith({ kind: 'image', url: 'https://example.com/a?gclid=1' })] },
    'parameters with similar names': to('https://example.com/a?autm_source=1&utm=2&ref=gclid'),
    'a link to the page itself': {
      url: 'https://example.com/page?utm_source=mail',
      ...to('https://example.com/page?utm_source=mail'),
    },
  },
  fails: {
    'the parameter and the link': {
      facts: to('https://www.example.com/a?x=1&UTM_Source=menu'),
      finds: {
        severity: 'warning',
        message: '1 internal link has tracking parameters (UTM_Source)',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [
          {
            kind: 'table',
            label: 'Links',
            columns: ['Target', 'Parameter', 'Text', 'Line', 'Element'],
            rows: [
              [
                'https://www.example.com/a?x=1&UTM_Source=menu',
                'UTM_Source',
                'How we measure',
                '20',
                'body > main > a',
              ],
            ],
          },
        ],
      },
    },
    'click ids': {
      facts: to('https://example.com/a?fbclid=1', 'https://example.com/b?msclkid=2'),
      finds: {
        message: '2 internal links have tracking parameters (fbclid)',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [
          {
            kind: 'table',
            label: 'Links',
            columns: ['Target', 'Parameter', 'Text', 'Line', 'Element'],
            rows: [
              ['https://example.com/a?fbclid=1', 'fbclid', 'How we measure', '20', 'body > main > a'],
              ['https://example.com/b?msclkid=2', 'msclkid', 'How we measure', '20', 'body > main > a'],
            ],
          },
        ],
      },
    },
  },
})
