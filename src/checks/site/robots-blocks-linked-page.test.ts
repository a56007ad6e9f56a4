import { testSiteCheck } from '../test-site-check.ts'
import type { TestSite } from '../test-site-facts.ts'
import { robotsBlocksLinkedPage } from './robots-blocks-linked-page.ts'

const closed = (...urls: string[]): TestSite => ({
  targets: urls.map(url => ({ url, skipReason: 'robots', status: null })),
  links: urls.map(to => ({ from: 'https://site.test/a', to })),
})

testSiteCheck(robotsBlocksLinkedPage, {
  passes: {
    'a page that was left out for the limit': {
      targets: [{ url: 'https://site.test/x', skipReason: 'limit', status: null }],
      links: [{ from: 'https://site.test/a', to: 'https://site.test/x' }],
    },
    'a closed page whose links are not to be followed': {
      ...closed('https://site.test/x'),
      links: [{ from: 'https://site.test/a', to: 'https://site.test/x', isNofollow: true }],
    },
    'a closed script': {
      ...closed('https://site.test/x'),
      links: [{ from: 'https://site.test/a', to: 'https://site.test/x', kind: 'script' }],
    },
    'a page of another site': {
      targets: [{ url: 'https://other.test/x', skipReason: 'robots', status: null }],
      links: [{ from: 'https://site.test/a', to: 'https://other.test/x' }],
    },
  },
  fails: {
    'closed pages by directory': {
      site: closed('https://site.test/x/1', 'https://site.test/y', 'https://site.test/x/2'),
      finds: [
        {
          url: 'https://site.test/x/1',
          severity: 'info',
          message: 'robots.txt closes 2 linked addresses, such as https://site.test/x/1 (linked from 1 page)',
          evidence: [{ kind: 'urls', urls: ['https://site.test/x/1', 'https://site.test/x/2'] }],
        },
        {
          url: 'https://site.test/y',
          message: 'robots.txt closes https://site.test/y (linked from 1 page)',
        },
      ],
    },
  },
})
